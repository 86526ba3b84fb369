// The raw routes on epoll alone: a floor for what a server on this machine can cost. Requests without a body are all it
// reads, and it answers them in the bytes that Node sends.
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Connection {
  std::string in;
  std::string out;
  bool closing = false;
};

int listenOn(int port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  if (fd < 0 || bind(fd, reinterpret_cast<sockaddr *>(&address), sizeof address) < 0 || listen(fd, 1024) < 0) {
    perror("listen");
    exit(1);
  }
  return fd;
}

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

void answer(Connection &connection, std::string_view type, std::string_view body) {
  char size[20];
  snprintf(size, sizeof size, "%zx\r\n", body.size());
  connection.out.append("HTTP/1.1 200 OK\r\ncontent-type: ").append(type);
  connection.out.append("\r\nDate: ").append(date());
  connection.out.append(connection.closing ? "\r\nConnection: close" : "\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5");
  connection.out.append("\r\nTransfer-Encoding: chunked\r\n\r\n").append(size).append(body).append("\r\n0\r\n\r\n");
}

// Answers every whole request that has been read; false for one that is none.
bool answerAll(Connection &connection) {
  size_t done = 0;
  for (size_t end; (end = connection.in.find("\r\n\r\n", done)) != std::string::npos; done = end + 4) {
    const std::string_view head(connection.in.data() + done, end - done);
    const size_t first = head.find(' ');
    const size_t second = first == std::string_view::npos ? first : head.find(' ', first + 1);
    if (second == std::string_view::npos) return false;
    const std::string_view method = head.substr(0, first), target = head.substr(first + 1, second - first - 1);
    connection.closing = head.find("\r\nConnection: close") != std::string_view::npos;
    if (target == "/json") {
      answer(connection, "application/json; charset=utf-8", R"({"hello":"world"})");
    } else {
      std::string text = "Hello, World! ";
      text.append(method).append(" ").append(target);
      answer(connection, "text/plain; charset=utf-8", text);
    }
  }
  connection.in.erase(0, done);
  return true;
}

// Sends what is waiting; false where the connection is of no more use.
bool flush(int fd, Connection &connection) {
  while (!connection.out.empty()) {
    const ssize_t sent = send(fd, connection.out.data(), connection.out.size(), MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN;
    connection.out.erase(0, static_cast<size_t>(sent));
  }
  return !connection.closing;
}

bool receive(int fd, Connection &connection) {
  char piece[16384];
  for (ssize_t got; (got = recv(fd, piece, sizeof piece, 0)) != 0;) {
    if (got < 0) return errno == EAGAIN && answerAll(connection) && flush(fd, connection);
    connection.in.append(piece, static_cast<size_t>(got));
    // A short read has emptied the socket: asking again would only cost a system call.
    if (static_cast<size_t>(got) < sizeof piece) return answerAll(connection) && flush(fd, connection);
  }
  return false;
}

}  // namespace

int main() {
  const char *text = getenv("PORT");
  const int listener = listenOn(text ? atoi(text) : 3101), poll = epoll_create1(0);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = listener;
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
  std::vector<Connection> connections;
  std::vector<epoll_event> events(1024);
  for (;;) {
    const int count = epoll_wait(poll, events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < count; i++) {
      const int fd = events[static_cast<size_t>(i)].data.fd;
      if (fd != listener) {
        if (!receive(fd, connections[static_cast<size_t>(fd)])) close(fd);
        continue;
      }
      for (int accepted; (accepted = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK)) >= 0;) {
        const int on = 1;
        setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (static_cast<size_t>(accepted) >= connections.size()) connections.resize(static_cast<size_t>(accepted) + 64);
        connections[static_cast<size_t>(accepted)] = {};
        event.events = EPOLLIN | EPOLLOUT | EPOLLET;
        event.data.fd = accepted;
        epoll_ctl(poll, EPOLL_CTL_ADD, accepted, &event);
      }
    }
  }
}
