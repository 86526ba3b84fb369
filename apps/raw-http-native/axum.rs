//! The raw routes on axum, by its router.
use std::convert::Infallible;
use std::env;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{CONNECTION, CONTENT_TYPE};
use axum::http::{Method, Uri};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt;
use axum::Router;
use hyper::body::Frame;

/// A body that does not tell its length, so that it is sent in chunks as Node sends it.
struct Chunk(Option<Bytes>);

impl HttpBody for Chunk {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.take().map(|bytes| Ok(Frame::data(bytes))))
    }
}

/// The headers that Node sends, so that equal numbers of bytes are compared; hyper adds date and framing.
fn answer(content_type: &'static str, body: impl Into<Bytes>) -> Response {
    Response::builder()
        .header(CONTENT_TYPE, content_type)
        .header(CONNECTION, "keep-alive")
        .header("keep-alive", "timeout=5")
        .body(Body::new(Chunk(Some(body.into()))))
        .expect("constant headers are valid")
}

async fn json() -> Response {
    answer("application/json; charset=utf-8", r#"{"hello":"world"}"#)
}

async fn hello(method: Method, uri: Uri) -> Response {
    let target = uri.path_and_query().map_or("/", |part| part.as_str());
    answer("text/plain; charset=utf-8", format!("Hello, World! {method} {target}"))
}

async fn serve(port: u16) -> std::io::Result<()> {
    let routes = Router::new().route("/json", get(json)).fallback(hello);
    let listener = tokio::net::TcpListener::bind(("0.0.0.0", port)).await?;
    axum::serve(listener.tap_io(|stream| drop(stream.set_nodelay(true))), routes).await
}

fn main() -> std::io::Result<()> {
    let port = env::var("PORT").ok().and_then(|text| text.parse().ok()).unwrap_or(3101);
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(serve(port))
}
