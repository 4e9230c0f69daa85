/* The least that requests and answers can cost: one request in flight, each answer awaited, nothing else.
 *
 *   requests answer PORT              answers every connection on loopback, one after the other, with the request itself
 *   requests ask PORT COUNT           sends COUNT short requests over one connection and prints nothing
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void die(const char *what) {
  fprintf(stderr, "requests: %s: %s\n", what, strerror(errno));
  exit(1);
}

static struct sockaddr_in loopback(const char *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static void without_delay(int socket) {
  int on = 1;
  if (setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) < 0) die("setsockopt");
}

/* Takes one whole message, header and body, of at most 4096 bytes; its length, 0 at the end. */
static size_t take(int socket, unsigned char *buffer) {
  size_t count = 0, whole = 4;
  while (count < whole) {
    ssize_t more = recv(socket, buffer + count, 4096 - count, 0);
    if (more < 0) die("recv");
    if (more == 0) return 0;
    count += (size_t)more;
    if (count >= 4) {
      uint32_t length;
      memcpy(&length, buffer, 4);
      whole = 4 + ntohl(length);
      if (whole > 4096) die("a message is too long");
    }
  }
  return whole;
}

static void answer(const char *port) {
  int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  struct sockaddr_in address = loopback(port);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 8) < 0) die("listen");
  unsigned char buffer[4096];
  for (;;) {
    int socket = accept(listener, NULL, NULL);
    if (socket < 0) die("accept");
    without_delay(socket);
    for (size_t count; (count = take(socket, buffer)) > 0;)
      if (send(socket, buffer, count, MSG_NOSIGNAL) != (ssize_t)count) die("send");
    close(socket);
  }
}

static void ask(const char *port, long count) {
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = loopback(port);
  if (connect(connection, (struct sockaddr *)&address, sizeof address) < 0) die("connect");
  without_delay(connection);
  unsigned char buffer[4096];
  for (long number = 1; number <= count; number++) {
    unsigned char request[32];
    int length = snprintf((char *)request + 4, sizeof request - 4, "%ld", number);
    uint32_t header = htonl((uint32_t)length);
    memcpy(request, &header, 4);
    if (send(connection, request, (size_t)length + 4, 0) != length + 4) die("send");
    if (take(connection, buffer) == 0) die("the end");
  }
}

int main(int count, char **words) {
  if (count == 3 && strcmp(words[1], "answer") == 0) answer(words[2]);
  if (count != 4 || strcmp(words[1], "ask") != 0) {
    fprintf(stderr, "usage: requests answer PORT, or requests ask PORT COUNT\n");
    return 2;
  }
  ask(words[2], atol(words[3]));
  return 0;
}
