/*
 * probe: the helper beside a subject, in its network namespace and (but for container starts) its PID namespace.
 *
 * One command a line on stdin, one JSON line on stdout for each, in order. Commands may be sent ahead: what must happen
 * together (counters, tool, counters) then runs without the runner or the engine in between. Bytes travel as base64.
 *
 *   clock                                   {"ns"}
 *   read PATH...                            {"before","after","files":[{"path","data"}|{"path","errno"}]}
 *   list DIRECTORY                          {"names":[...]}
 *   gate PERCENT WINDOW_MS LIMIT_MS [PATH]  {"quiet","busy","waitedMs"}: waits until all CPUs together are that idle, not
 *                                           counting the cgroup whose cpuacct.usage or cpu.stat stands at PATH
 *   start                                   {"pid","execNs"}: the launcher starts the program
 *   stop GRACE_MS                           {"status","userUs","systemUs","maxRssKb"}
 *   run LIMIT_MS                            {"execNs","status","userUs","systemUs","maxRssKb","livedUs"}: starts the program
 *                                           and waits for its end; one that does not end is killed, and that is an error
 *   await MODE HOST PORT INTERVAL_US LIMIT_MS REQUEST STATUS TYPE BODY PATH...
 *        MODE launch starts the program first, attach does not; then polls until an answer meets the contract:
 *                                           {"pid","execNs","readyNs","polls","wrong","before":[...],"ready":[...]};
 *                                           readyNs 0 without one, "ended" and "livedUs" where the program has ended
 *   http HOST PORT LIMIT_MS REQUEST         {"ns","data"}: one exchange, the raw response
 *   repeat HOST PORT COUNT LIMIT_MS REQUEST {"done","reconnects"}: sequential exchanges on one connection
 *   dial HOST PORT LIMIT_MS                 {"ns"}: begins a raw conversation, of which there is one at a time
 *   say BYTES LIMIT_MS                      {"sent"}: fewer than all where the other side has closed
 *   hear LIMIT_MS                           {"kind","data"}: kind bytes, end, reset or silence
 *   hangup                                  {}: ends the conversation
 *   sharing CPU OTHER REPEATS               {"aloneNs":[...],"besideNs":[...]}: fixed work on CPU with OTHER idle, and busy
 *   spawn ARGV                              {"pid"}: ARGV is base64 of NUL-terminated words
 *   reap PID SIGNAL LIMIT_MS                {"status","startNs","endNs","userUs","systemUs","stdout","stderr","timedOut"}
 * A failing command answers {"error":"..."}; an unknown one too. End of stdin ends the probe and all it spawned.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "http.h"
#include "line.h"
#include "sharing.h"
#include "text.h"

enum { MAX_WORDS = 1024, MAX_TOOLS = 4, MAX_REPEATS = 64 };
/* Rare beside the polls, so that asking takes nothing from a program that starts slowly. */
static const int64_t ASK_INTERVAL_NS = 500000000;
/* How long the first answer is looked for without sleeping. */
static const int64_t FIRST_ANSWER_SPIN_NS = 1000000;
/* A server that answers but is not ready must not be kept busy by being asked. */
static const int64_t WRONG_ANSWER_PAUSE_NS = 1000000;

static struct buffer reply;
static int launcher = -1;

struct tool {
  pid_t pid;
  int out, err;
  int64_t start_ns;
};
static struct tool tools[MAX_TOOLS];

static void fail(const char *what) {
  int error = errno;
  reply.size = 0;
  buffer_print(&reply, "{\"error\":\"%s: %s\",\"errno\":%d}", what, strerror(error), error);
}

static void sleep_until(int64_t ns) {
  struct timespec t = {ns / 1000000000, ns % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {
  }
}

/* Reads a whole file; -1 with errno. */
static int slurp(const char *path, struct buffer *into) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  char piece[65536];
  ssize_t n;
  buffer_add(into, "", 0);
  while ((n = read(fd, piece, sizeof piece)) > 0) buffer_add(into, piece, (size_t)n);
  int error = errno;
  close(fd);
  errno = error;
  return n < 0 ? -1 : 0;
}

static void add_files(struct buffer *to, char **paths, int count) {
  buffer_print(to, "[");
  for (int i = 0; i < count; i++) {
    struct buffer data = {0};
    if (slurp(paths[i], &data) < 0) {
      buffer_print(to, "%s{\"path\":\"%s\",\"errno\":%d}", i ? "," : "", paths[i], errno);
    } else {
      buffer_print(to, "%s{\"path\":\"%s\",\"data\":\"", i ? "," : "", paths[i]);
      base64_encode(to, data.data, data.size);
      buffer_print(to, "\"}");
    }
    buffer_free(&data);
  }
  buffer_print(to, "]");
}

static void do_read(char **paths, int count) {
  int64_t before = now_ns();
  struct buffer files = {0};
  add_files(&files, paths, count);
  buffer_print(&reply, "{\"before\":%lld,\"after\":%lld,\"files\":%s}", (long long)before, (long long)now_ns(),
               files.data);
  buffer_free(&files);
}

static void do_list(const char *path) {
  DIR *dir = opendir(path);
  if (!dir) return fail(path);
  buffer_print(&reply, "{\"names\":[");
  int first = 1;
  for (struct dirent *entry; (entry = readdir(dir));) {
    if (entry->d_name[0] == '.') continue;
    buffer_print(&reply, "%s\"%s\"", first ? "" : ",", entry->d_name);
    first = 0;
  }
  closedir(dir);
  buffer_print(&reply, "]}");
}

/* Busy and total jiffies of all CPUs together, from the first line of /proc/stat. */
static int host_jiffies(unsigned long long *busy, unsigned long long *total) {
  struct buffer text = {0};
  if (slurp("/proc/stat", &text) < 0) return -1;
  unsigned long long v[8] = {0};
  int n = sscanf(text.data, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &v[0], &v[1], &v[2], &v[3], &v[4], &v[5],
                 &v[6], &v[7]);
  buffer_free(&text);
  if (n != 8) return -1;
  /* A kernel that counts interrupts apart leaves them out of the cgroups' time too, so they are not held against it. */
  int apart = v[5] > 0;
  *busy = v[0] + v[1] + v[2] + v[7] + (apart ? 0 : v[5] + v[6]);
  *total = v[0] + v[1] + v[2] + v[3] + v[4] + v[5] + v[6] + v[7];
  return 0;
}

/* CPU time of a cgroup in nanoseconds: cpuacct.usage holds that number, cpu.stat a line "usage_usec N". */
static double cgroup_ns(const char *path) {
  struct buffer text = {0};
  if (!path || slurp(path, &text) < 0) return 0;
  const char *line = strstr(text.data, "usage_usec ");
  double ns = line ? atof(line + strlen("usage_usec ")) * 1000 : atof(text.data);
  buffer_free(&text);
  return ns;
}

static void do_gate(double percent, int64_t window_ms, int64_t limit_ms, const char *own_cpu) {
  int64_t start = now_ns(), deadline = start + limit_ms * 1000000;
  double jiffy_ns = 1e9 / (double)sysconf(_SC_CLK_TCK), busy_percent;
  do {
    unsigned long long busy0, total0, busy1, total1;
    double own0 = cgroup_ns(own_cpu);
    if (host_jiffies(&busy0, &total0) < 0) return fail("/proc/stat");
    sleep_until(now_ns() + window_ms * 1000000);
    double own = (cgroup_ns(own_cpu) - own0) / jiffy_ns;
    if (host_jiffies(&busy1, &total1) < 0) return fail("/proc/stat");
    double foreign = (double)(busy1 - busy0) - own;
    busy_percent = total1 > total0 && foreign > 0 ? 100.0 * foreign / (double)(total1 - total0) : 0;
  } while (busy_percent > percent && now_ns() < deadline);
  buffer_print(&reply, "{\"quiet\":%s,\"busy\":%.2f,\"waitedMs\":%lld}", busy_percent <= percent ? "true" : "false",
               busy_percent, (long long)((now_ns() - start) / 1000000));
}

static void drop_launcher(void) {
  int error = errno;
  if (launcher >= 0) close(launcher);
  launcher = -1;
  errno = error;
}

/* 0, or -1 with errno. */
static int connect_launcher(void) {
  static const char name[] = "rematch-launcher";
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + sizeof name - 1;
  if (launcher >= 0) return 0;
  memcpy(address.sun_path + 1, name, sizeof name - 1);
  launcher = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (launcher >= 0 && connect(launcher, (struct sockaddr *)&address, size) == 0) return 0;
  drop_launcher();
  return -1;
}

/* Sends a command to the launcher and reads its one line; 0, or -1 with errno. */
static int ask_launcher(const char *command, char *line, size_t room, int64_t limit_ms) {
  if (connect_launcher() < 0) return -1;
  while (recv(launcher, line, room, MSG_DONTWAIT) > 0) {
  } /* an earlier program's end, reported unasked */
  if (send(launcher, command, strlen(command), MSG_NOSIGNAL) < 0) goto broken;
  struct pollfd one = {launcher, POLLIN, 0};
  if (poll(&one, 1, (int)limit_ms) <= 0) {
    errno = ETIMEDOUT;
    goto broken;
  }
  ssize_t n = recv(launcher, line, room - 1, 0);
  if (n <= 0) {
    errno = ECONNRESET;
    goto broken;
  }
  line[n] = 0;
  return 0;
broken:
  drop_launcher();
  return -1;
}

/* Asks the launcher to start the program: 0 with pid and clock, -1 after filling the reply. */
static int launch(int *pid, long long *exec_ns) {
  char line[160];
  int failure;
  if (ask_launcher("start", line, sizeof line, 10000) < 0) {
    fail("launcher");
    return -1;
  }
  if (sscanf(line, "started %d %lld", pid, exec_ns) == 2) return 0;
  errno = sscanf(line, "failed %d", &failure) == 1 ? failure : EPROTO;
  fail("exec");
  return -1;
}

static void do_stop(int64_t grace_ms) {
  char command[40], line[160];
  int status;
  long long user, system;
  long peak;
  snprintf(command, sizeof command, "stop %lld", (long long)grace_ms);
  if (ask_launcher(command, line, sizeof line, grace_ms + 5000) < 0) return fail("launcher");
  if (sscanf(line, "exited %d %lld %lld %ld", &status, &user, &system, &peak) != 4) {
    errno = EPROTO;
    return fail("launcher");
  }
  buffer_print(&reply, "{\"status\":%d,\"userUs\":%lld,\"systemUs\":%lld,\"maxRssKb\":%ld}", status, user, system, peak);
}

/* One run of a program that ends by itself. Its end is told unasked, so nothing wakes beside it. */
static void do_run(int64_t limit_ms) {
  char line[320] = "";
  size_t size = 0;
  int pid, status;
  long long exec_ns, user, system, lived;
  long peak;
  if (launch(&pid, &exec_ns) < 0) return;
  int64_t deadline = now_ns() + limit_ms * 1000000;
  for (;;) {
    const char *end = strstr(line, "exited ");
    if (end && strchr(end, '\n') &&
        sscanf(end, "exited %d %lld %lld %ld %lld", &status, &user, &system, &peak, &lived) == 5) {
      buffer_print(&reply, "{\"execNs\":%lld,\"status\":%d,\"userUs\":%lld,\"systemUs\":%lld,", exec_ns, status, user, system);
      return buffer_print(&reply, "\"maxRssKb\":%ld,\"livedUs\":%lld}", peak, lived);
    }
    struct pollfd one = {launcher, POLLIN, 0};
    int64_t left = (deadline - now_ns()) / 1000000;
    ssize_t n = left > 0 && poll(&one, 1, (int)left) > 0 ? recv(launcher, line + size, sizeof line - 1 - size, 0) : -1;
    if (n <= 0) break;
    size += (size_t)n;
    line[size] = 0;
  }
  ask_launcher("stop 0", line, sizeof line, 5000);
  errno = ETIMEDOUT;
  fail("end");
}

/* Has the launcher of a program that started by itself tell whether it still runs; the answer is not waited for. */
static void ask_status(void) {
  if (connect_launcher() == 0) send(launcher, "status", strlen("status"), MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* What the launcher has told by now: 0 nothing of an end, 1 status and age of a program that has ended, -1 with the errno of
 * one that could not be executed. */
static int told_end(int *status, long long *lived_us) {
  char line[320];
  int failure;
  ssize_t n = launcher < 0 ? -1 : recv(launcher, line, sizeof line - 1, MSG_DONTWAIT);
  if (n <= 0) return 0;
  line[n] = 0;
  if (sscanf(line, "failed %d", &failure) == 1) {
    errno = failure;
    return -1;
  }
  const char *end = strstr(line, "exited ");
  return end && sscanf(end, "exited %d %*d %*d %*d %lld", status, lived_us) == 2;
}

static void do_await(char **word, int count) {
  int launching = strcmp(word[0], "launch") == 0;
  const char *host = word[1];
  int port = atoi(word[2]);
  int64_t interval = atoll(word[3]) * 1000, limit = atoll(word[4]) * 1000000;
  struct buffer request = {0}, raw = {0}, before = {0}, ready = {0}, wrong = {0};
  struct contract contract = {.status = atoi(word[6])};
  if (base64_decode(&request, word[5]) | base64_decode(&contract.content_type, word[7]) |
      base64_decode(&contract.body, word[8])) {
    errno = EINVAL;
    return fail("base64");
  }
  int pid = 0, polls = 0, ended = 0, status = 0;
  long long exec_ns = 0, lived_us = 0;
  add_files(&before, word + 9, count - 9);
  if (launching && launch(&pid, &exec_ns) < 0) goto done;
  int64_t next = now_ns(), deadline = next + limit, ready_ns = 0, ask_at = next + ASK_INTERVAL_NS;
  while (now_ns() < deadline) {
    polls++;
    int fd = http_connect(host, port, deadline);
    if (fd >= 0) {
      if (http_exchange(fd, &request, &raw, FIRST_ANSWER_SPIN_NS, deadline) == 0) {
        int64_t answered = now_ns();
        if (http_matches(&raw, &contract)) ready_ns = answered;
        else {
          wrong.size = 0;
          buffer_add(&wrong, raw.data, raw.size);
          next = answered + WRONG_ANSWER_PAUSE_NS;
        }
      }
      close(fd);
    }
    if (ready_ns) break;
    if (!launching && launcher < 0 && now_ns() >= ask_at) {
      ask_status();
      ask_at = now_ns() + ASK_INTERVAL_NS;
    }
    if ((ended = told_end(&status, &lived_us))) break;
    next += interval;
    if (next < now_ns()) next = now_ns() + interval;
    sleep_until(next);
  }
  if (ended < 0) {
    fail("exec");
    goto done;
  }
  add_files(&ready, word + 9, count - 9);
  buffer_print(&reply, "{\"pid\":%d,\"execNs\":%lld,\"readyNs\":%lld,\"polls\":%d,", pid, exec_ns, (long long)ready_ns,
               polls);
  if (ended) buffer_print(&reply, "\"ended\":%d,\"livedUs\":%lld,", status, lived_us);
  buffer_print(&reply, "\"wrong\":\"");
  base64_encode(&reply, wrong.data, wrong.size);
  buffer_print(&reply, "\",\"before\":%s,\"ready\":%s}", before.data, ready.data);
done:
  buffer_free(&request);
  buffer_free(&raw);
  buffer_free(&before);
  buffer_free(&ready);
  buffer_free(&wrong);
  buffer_free(&contract.content_type);
  buffer_free(&contract.body);
}

static void do_http(const char *host, int port, int64_t limit_ms, const char *text) {
  struct buffer request = {0}, raw = {0};
  int64_t start = now_ns(), deadline = start + limit_ms * 1000000;
  base64_decode(&request, text);
  int fd = http_connect(host, port, deadline);
  if (fd < 0 || http_exchange(fd, &request, &raw, 0, deadline) < 0) {
    fail("exchange");
  } else {
    buffer_print(&reply, "{\"ns\":%lld,\"data\":\"", (long long)(now_ns() - start));
    base64_encode(&reply, raw.data, raw.size);
    buffer_print(&reply, "\"}");
  }
  if (fd >= 0) close(fd);
  buffer_free(&request);
  buffer_free(&raw);
}

static void do_repeat(const char *host, int port, int count, int64_t limit_ms, const char *text) {
  struct buffer request = {0}, raw = {0};
  int64_t deadline = now_ns() + limit_ms * 1000000;
  base64_decode(&request, text);
  int fd = -1, done = 0, connects = 0;
  while (done < count && now_ns() < deadline && connects <= count) {
    if (fd < 0) {
      fd = http_connect(host, port, deadline);
      connects++;
      if (fd < 0) break;
    }
    if (http_exchange(fd, &request, &raw, 0, deadline) == 0) {
      done++;
    } else {
      close(fd);
      fd = -1;
    }
  }
  if (fd >= 0) close(fd);
  buffer_print(&reply, "{\"done\":%d,\"reconnects\":%d}", done, connects > 0 ? connects - 1 : 0);
  buffer_free(&request);
  buffer_free(&raw);
}

static void do_dial(const char *host, int port, int64_t limit_ms) {
  int64_t start = now_ns();
  if (line_dial(host, port, limit_ms) < 0) return fail("dial");
  buffer_print(&reply, "{\"ns\":%lld}", (long long)(now_ns() - start));
}

static void do_say(const char *text, int64_t limit_ms) {
  struct buffer bytes = {0};
  errno = EINVAL;
  if (base64_decode(&bytes, text) < 0) fail("base64");
  else buffer_print(&reply, "{\"sent\":%zu}", line_say(&bytes, limit_ms));
  buffer_free(&bytes);
}

static void do_hear(int64_t limit_ms) {
  struct buffer bytes = {0};
  buffer_print(&reply, "{\"kind\":\"%s\",\"data\":\"", line_hear(&bytes, limit_ms));
  base64_encode(&reply, bytes.data, bytes.size);
  buffer_print(&reply, "\"}");
  buffer_free(&bytes);
}

static void add_numbers(const int64_t *numbers, int count) {
  buffer_print(&reply, "[");
  for (int i = 0; i < count; i++) buffer_print(&reply, "%s%lld", i ? "," : "", (long long)numbers[i]);
  buffer_print(&reply, "]");
}

static void do_sharing(int cpu, int other, int repeats) {
  int64_t alone[MAX_REPEATS], beside[MAX_REPEATS];
  errno = EINVAL;
  if (repeats < 1 || repeats > MAX_REPEATS) return fail("repeats");
  if (sharing_measure(cpu, other, repeats, alone, beside) < 0) return fail("sharing");
  buffer_print(&reply, "{\"aloneNs\":");
  add_numbers(alone, repeats);
  buffer_print(&reply, ",\"besideNs\":");
  add_numbers(beside, repeats);
  buffer_print(&reply, "}");
}

static void do_spawn(const char *text) {
  struct buffer words = {0};
  char *argv[MAX_WORDS] = {0};
  int count = 0, out[2], err[2];
  struct tool *tool = NULL;
  for (int i = 0; i < MAX_TOOLS && !tool; i++)
    if (!tools[i].pid) tool = &tools[i];
  errno = EAGAIN;
  if (!tool) return fail("too many tools at once");
  base64_decode(&words, text);
  for (size_t at = 0; at < words.size && count < MAX_WORDS - 1; at += strlen(words.data + at) + 1)
    argv[count++] = words.data + at;
  errno = EINVAL;
  if (!count) return fail("empty command");
  if (pipe2(out, O_CLOEXEC) < 0 || pipe2(err, O_CLOEXEC) < 0) return fail("pipe");
  tool->start_ns = now_ns();
  tool->pid = fork();
  if (tool->pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, 0);
    dup2(out[1], 1);
    dup2(err[1], 2);
    execvp(argv[0], argv);
    fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
    _exit(127);
  }
  close(out[1]);
  close(err[1]);
  tool->out = out[0];
  tool->err = err[0];
  buffer_free(&words);
  if (tool->pid < 0) return fail("fork");
  buffer_print(&reply, "{\"pid\":%d}", tool->pid);
}

static void do_reap(pid_t pid, int number, int64_t limit_ms) {
  struct tool *tool = NULL;
  for (int i = 0; i < MAX_TOOLS; i++)
    if (tools[i].pid == pid) tool = &tools[i];
  errno = ECHILD;
  if (!tool || !pid) return fail("reap");
  if (number) kill(pid, number);
  struct buffer out = {0}, err = {0};
  int64_t deadline = now_ns() + limit_ms * 1000000;
  int timed_out = 0, status = 0;
  struct rusage used = {0};
  struct pollfd fds[2] = {{tool->out, POLLIN, 0}, {tool->err, POLLIN, 0}};
  while (fds[0].fd >= 0 || fds[1].fd >= 0) {
    int64_t left = (deadline - now_ns()) / 1000000;
    int n = left > 0 ? poll(fds, 2, (int)left) : 0;
    if (n == 0) {
      if (timed_out++) break;
      kill(pid, SIGKILL);
      deadline = now_ns() + 1000000000;
      continue;
    }
    for (int i = 0; i < 2; i++) {
      if (fds[i].fd < 0 || !fds[i].revents) continue;
      char piece[65536];
      ssize_t got = read(fds[i].fd, piece, sizeof piece);
      if (got > 0) buffer_add(i ? &err : &out, piece, (size_t)got);
      else fds[i].fd = -1;
    }
  }
  wait4(pid, &status, 0, &used);
  int64_t end = now_ns();
  close(tool->out);
  close(tool->err);
  buffer_print(&reply, "{\"status\":%d,\"startNs\":%lld,\"endNs\":%lld,\"userUs\":%lld,\"systemUs\":%lld,\"timedOut\":%s,",
               WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), (long long)tool->start_ns,
               (long long)end, (long long)used.ru_utime.tv_sec * 1000000 + used.ru_utime.tv_usec,
               (long long)used.ru_stime.tv_sec * 1000000 + used.ru_stime.tv_usec, timed_out ? "true" : "false");
  buffer_print(&reply, "\"stdout\":\"");
  base64_encode(&reply, out.data, out.size);
  buffer_print(&reply, "\",\"stderr\":\"");
  base64_encode(&reply, err.data, err.size);
  buffer_print(&reply, "\"}");
  buffer_free(&out);
  buffer_free(&err);
  tool->pid = 0;
}

static void obey(char **word, int count) {
  const char *name = word[0];
  if (strcmp(name, "clock") == 0) buffer_print(&reply, "{\"ns\":%lld}", (long long)now_ns());
  else if (strcmp(name, "read") == 0) do_read(word + 1, count - 1);
  else if (strcmp(name, "list") == 0 && count == 2) do_list(word[1]);
  else if (strcmp(name, "gate") == 0 && (count == 4 || count == 5))
    do_gate(atof(word[1]), atoll(word[2]), atoll(word[3]), count == 5 ? word[4] : NULL);
  else if (strcmp(name, "stop") == 0 && count == 2) do_stop(atoll(word[1]));
  else if (strcmp(name, "await") == 0 && count >= 10) do_await(word + 1, count - 1);
  else if (strcmp(name, "http") == 0 && count == 5) do_http(word[1], atoi(word[2]), atoll(word[3]), word[4]);
  else if (strcmp(name, "repeat") == 0 && count == 6)
    do_repeat(word[1], atoi(word[2]), atoi(word[3]), atoll(word[4]), word[5]);
  else if (strcmp(name, "dial") == 0 && count == 4) do_dial(word[1], atoi(word[2]), atoll(word[3]));
  else if (strcmp(name, "say") == 0 && count == 3) do_say(word[1], atoll(word[2]));
  else if (strcmp(name, "hear") == 0 && count == 2) do_hear(atoll(word[1]));
  else if (strcmp(name, "hangup") == 0) {
    line_hang_up();
    buffer_print(&reply, "{}");
  } else if (strcmp(name, "sharing") == 0 && count == 4) do_sharing(atoi(word[1]), atoi(word[2]), atoi(word[3]));
  else if (strcmp(name, "spawn") == 0 && count == 2) do_spawn(word[1]);
  else if (strcmp(name, "reap") == 0 && count == 4) do_reap(atoi(word[1]), atoi(word[2]), atoll(word[3]));
  else if (strcmp(name, "run") == 0 && count == 2) do_run(atoll(word[1]));
  else if (strcmp(name, "start") == 0) {
    int pid;
    long long exec_ns;
    if (launch(&pid, &exec_ns) == 0) buffer_print(&reply, "{\"pid\":%d,\"execNs\":%lld}", pid, exec_ns);
  } else {
    errno = EINVAL;
    fail("unknown command or wrong number of words");
  }
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_TIMERSLACK, 1UL); /* the default of 50 us would double a 50 us poll */
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  while ((length = getline(&line, &room, stdin)) > 0) {
    char *word[MAX_WORDS];
    int count = 0;
    for (char *part = strtok(line, " \n"); part && count < MAX_WORDS; part = strtok(NULL, " \n")) word[count++] = part;
    if (!count) continue;
    reply.size = 0;
    if (count == MAX_WORDS) {
      errno = E2BIG;
      fail("command");
    } else {
      obey(word, count);
    }
    buffer_add(&reply, "\n", 1);
    for (size_t sent = 0; sent < reply.size;) {
      ssize_t n = write(1, reply.data + sent, reply.size - sent);
      if (n <= 0) return 1;
      sent += (size_t)n;
    }
  }
  return 0;
}
