//! The raw routes on hyper, HTTP/1 alone.
use std::{convert::Infallible, env};

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONNECTION, CONTENT_TYPE, TRANSFER_ENCODING};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

/// The headers that Node sends, so that equal numbers of bytes are compared; hyper adds the date.
fn answer(content_type: &'static str, body: impl Into<Bytes>) -> Response<Full<Bytes>> {
    Response::builder()
        .header(CONTENT_TYPE, content_type)
        .header(CONNECTION, "keep-alive")
        .header("keep-alive", "timeout=5")
        .header(TRANSFER_ENCODING, "chunked")
        .body(Full::new(body.into()))
        .expect("constant headers are valid")
}

async fn route(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let target = request.uri().path_and_query().map_or("/", |part| part.as_str());
    Ok(if target == "/json" {
        answer("application/json; charset=utf-8", r#"{"hello":"world"}"#)
    } else {
        let text = format!("Hello, World! {} {target}", request.method());
        answer("text/plain; charset=utf-8", text)
    })
}

async fn serve(port: u16) -> std::io::Result<()> {
    let listener = TcpListener::bind(("0.0.0.0", port)).await?;
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        tokio::spawn(async move {
            // A client that goes away is no error of the server.
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service_fn(route)).await;
        });
    }
}

fn main() -> std::io::Result<()> {
    let port = env::var("PORT").ok().and_then(|text| text.parse().ok()).unwrap_or(3101);
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(serve(port))
}
