// Counts what one sender's messages become at many receivers of a server: the same for any protocol, since all it knows
// is the bytes to say at the start, the bytes to send, and a mark that stands once in each message.
//
//   fan PORT RECEIVERS MESSAGES JOIN SEND     prints: joined SECONDS / delivered COUNT SECONDS
//
// With 0 MESSAGES the receivers stay, and each sends SEND once a minute.
//
// JOIN holds RECEIVERS + 1 records of one length, the last one the sender's; SEND the sender's stream.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MARK "@@MARK@@"
#define MARK_LENGTH 8

struct receiver { int socket; char tail[MARK_LENGTH]; int tail_length; };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void die(const char *what) { perror(what); exit(1); }

static char *whole(const char *path, size_t *size) {
  int file = open(path, O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status)) die(path);
  char *bytes = malloc(status.st_size + 1);
  if (read(file, bytes, status.st_size) != status.st_size) die(path);
  close(file);
  *size = status.st_size;
  return bytes;
}

static int call(int port) {
  int s = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  if (s < 0 || connect(s, (struct sockaddr *)&address, sizeof address)) die("connect");
  setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return s;
}

static void say(int s, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = send(s, bytes, count, MSG_NOSIGNAL);
    if (sent < 0) die("send");
    bytes += sent;
    count -= sent;
  }
}

static struct { int socket; char *bytes; size_t count; double start; } sender;

static void *blast(void *unused) {
  (void)unused;
  sender.start = now();
  say(sender.socket, sender.bytes, sender.count);
  return NULL;
}

static long count(struct receiver *r, char *bytes, size_t length) {
  long found = 0;
  char *place = bytes, *end = bytes + length;
  // A mark over the edge of two reads.
  char edge[2 * MARK_LENGTH];
  size_t head = length < MARK_LENGTH - 1 ? length : MARK_LENGTH - 1;
  memcpy(edge, r->tail, r->tail_length);
  memcpy(edge + r->tail_length, bytes, head);
  if (memmem(edge, r->tail_length + head, MARK, MARK_LENGTH)) found++;
  while ((place = memmem(place, end - place, MARK, MARK_LENGTH))) found++, place += MARK_LENGTH;
  if (length >= MARK_LENGTH - 1) {
    r->tail_length = MARK_LENGTH - 1;
    memcpy(r->tail, end - r->tail_length, r->tail_length);
  } else {
    int kept = r->tail_length + (int)length > MARK_LENGTH - 1 ? MARK_LENGTH - 1 - (int)length : r->tail_length;
    memmove(r->tail, r->tail + r->tail_length - kept, kept);
    memcpy(r->tail + kept, bytes, length);
    r->tail_length = kept + length;
  }
  return found;
}

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  int port = atoi(argv[1]), receivers = atoi(argv[2]);
  long messages = atol(argv[3]), wanted = messages * receivers, found = 0;
  size_t size;
  char *join = whole(argv[4], &size);
  size_t record = size / (receivers + 1);
  sender.bytes = whole(argv[5], &sender.count);

  int poll = epoll_create1(0);
  struct receiver *all = calloc(receivers + 1, sizeof *all);
  double start = now();
  static char buffer[1 << 18];
  struct epoll_event events[256];
  for (int i = 0; i <= receivers; i++) {
    all[i].socket = call(port);
    say(all[i].socket, join + i * record, record);
    struct epoll_event event = {.events = EPOLLIN, .data = {.u32 = i}};
    fcntl(all[i].socket, F_SETFL, O_RDWR | O_NONBLOCK);
    epoll_ctl(poll, EPOLL_CTL_ADD, all[i].socket, &event);
    // Until it is answered: servers let only so many in at once. What the server tells of each other's coming must not
    // pile up meanwhile.
    for (int n, answered = 0; !answered && (n = epoll_wait(poll, events, 256, 10000)) > 0;)
      for (int k = 0; k < n; k++) {
        if (events[k].data.u32 == (unsigned)i) answered = 1;
        while (read(all[events[k].data.u32].socket, buffer, sizeof buffer) > 0) {}
      }
  }
  // Until a second of silence.
  for (int n; (n = epoll_wait(poll, events, 256, 1000)) > 0;)
    for (int k = 0; k < n; k++)
      while (read(all[events[k].data.u32].socket, buffer, sizeof buffer) > 0) {}
  printf("joined %.3f\n", now() - start - 1);
  fflush(stdout);
  // Without messages SEND is a sign of life, that each gives once a minute.
  for (int i = 0; messages == 0; i = (i + 1) % receivers) {
    if (sender.count > 0) say(all[i].socket, sender.bytes, sender.count);
    usleep(60000000 / receivers);
    for (int n; (n = epoll_wait(poll, events, 256, 0)) > 0;)
      for (int k = 0; k < n; k++)
        while (read(all[events[k].data.u32].socket, buffer, sizeof buffer) > 0) {}
  }

  sender.socket = all[receivers].socket;
  fcntl(sender.socket, F_SETFL, O_RDWR);
  pthread_t thread;
  pthread_create(&thread, NULL, blast, NULL);
  double last = now();
  while (found < wanted && now() - last < 10) {
    int n = epoll_wait(poll, events, 256, 1000);
    for (int k = 0; k < n; k++) {
      struct receiver *r = &all[events[k].data.u32];
      ssize_t got = recv(r->socket, buffer, sizeof buffer, MSG_DONTWAIT);
      if (got == 0 || (got < 0 && errno != EAGAIN)) epoll_ctl(poll, EPOLL_CTL_DEL, r->socket, NULL);
      if (got <= 0) continue;
      // The sender's own copies are not counted: not every protocol gives them.
      if (r != &all[receivers]) found += count(r, buffer, got);
      last = now();
    }
  }
  printf("delivered %ld %.3f\n", found, last - sender.start);
  return found == wanted ? 0 : 1;
}
