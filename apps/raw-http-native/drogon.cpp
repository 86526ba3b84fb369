// The raw routes on Drogon, on one thread.
#include <drogon/drogon.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

namespace {

using drogon::HttpRequestPtr;
using drogon::HttpResponse;
using drogon::HttpResponsePtr;
using Reply = std::function<void(const HttpResponsePtr &)>;

// Formatted once a second, as every server here does it.
const std::string &date() {
  static time_t formatted = 0;
  static std::string text;
  const time_t now = time(nullptr);
  if (now != formatted) {
    char buffer[32];
    tm utc{};
    gmtime_r(&now, &utc);
    strftime(buffer, sizeof buffer, "%a, %d %b %Y %H:%M:%S GMT", &utc);
    text = buffer;
    formatted = now;
  }
  return text;
}

// The bytes that Node sends. Drogon has no answer in one chunk, so the chunk is written here and passed through.
HttpResponsePtr answer(const char *type, const std::string &body) {
  char size[20];
  snprintf(size, sizeof size, "%zx\r\n", body.size());
  auto response = HttpResponse::newHttpResponse();
  response->setPassThrough(true);
  response->addHeader("content-type", type);
  response->addHeader("date", date());
  response->addHeader("connection", "keep-alive");
  response->addHeader("keep-alive", "timeout=5");
  response->addHeader("transfer-encoding", "chunked");
  response->setBody(size + body + "\r\n0\r\n\r\n");
  response->removeHeader("content-length");
  return response;
}

void json(const HttpRequestPtr &, Reply &&reply) {
  reply(answer("application/json; charset=utf-8", R"({"hello":"world"})"));
}

void hello(const HttpRequestPtr &request, Reply &&reply) {
  std::string text = "Hello, World! ";
  text.append(request->getMethodString()).append(" ").append(request->path());
  if (!request->query().empty()) text.append("?").append(request->query());
  reply(answer("text/plain; charset=utf-8", text));
}

}  // namespace

int main() {
  const char *port = getenv("PORT");
  drogon::app()
      .registerHandler("/", &hello)
      .registerHandler("/json", &json)
      .registerHandlerViaRegex("/.+", &hello)
      .setLogLevel(trantor::Logger::kError)
      .addListener("0.0.0.0", static_cast<uint16_t>(port ? atoi(port) : 3101))
      .setThreadNum(1)
      .run();
}
