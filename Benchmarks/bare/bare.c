/* The least that a transfer of this protocol can cost: the frames of a file and nothing else.
 *
 *   bare receive PORT OUT               accepts one connection on loopback, writes the file, prints its bytes
 *   bare send PORT FILE [pread|mmap]    sends the file in chunks of 204,800 bytes, each a frame of the original form
 *
 * No digest, no receipts, no names, no checks that a product needs: what it reaches is the measure for socketplay, which
 * has all of them. The sender knows a chunk's frame as a fixed prefix and suffix around its bytes; the receiver takes
 * them by their lengths, which both ends compute alike, and writes each part of the payload where it belongs as it comes.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CHUNK = 204800, PREFIX = 180, SUFFIX = 150, HEADER = 8, BUFFER = 256 * 1024 };

static void die(const char *what) {
  fprintf(stderr, "bare: %s: %s\n", what, strerror(errno));
  exit(1);
}

static struct sockaddr_in loopback(const char *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

/* Sends all of the pieces; consumes them. */
static void send_all(int socket, struct iovec *pieces, int count) {
  while (count > 0) {
    ssize_t sent = writev(socket, pieces, count);
    if (sent < 0) {
      if (errno == EINTR) continue;
      die("writev");
    }
    while (count > 0 && (size_t)sent >= pieces->iov_len) {
      sent -= (ssize_t)pieces->iov_len;
      pieces++;
      count--;
    }
    if (count > 0) {
      pieces->iov_base = (char *)pieces->iov_base + sent;
      pieces->iov_len -= (size_t)sent;
    }
  }
}

static int send_file(const char *port, const char *path, int mapped) {
  int file = open(path, O_RDONLY);
  if (file < 0) die(path);
  struct stat status;
  if (fstat(file, &status) < 0) die("fstat");
  int64_t size = status.st_size;
  char *map = NULL;
  static char buffer[CHUNK];
  if (mapped && size > 0) {
    map = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) die("mmap");
    madvise(map, (size_t)size, MADV_SEQUENTIAL);
  }
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = loopback(port);
  if (connect(connection, (struct sockaddr *)&address, sizeof address) < 0) die("connect");
  int on = 1;
  setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);

  char before[HEADER + PREFIX] = {0}, after[SUFFIX] = {0};
  for (int64_t offset = 0; offset < size;) {
    size_t length = (size_t)(size - offset < CHUNK ? size - offset : CHUNK);
    char *payload = buffer;
    if (mapped) {
      payload = map + offset;
    } else {
      for (size_t have = 0; have < length;) {
        ssize_t count = pread(file, buffer + have, length - have, offset + (int64_t)have);
        if (count <= 0) die("pread");
        have += (size_t)count;
      }
    }
    uint64_t body = PREFIX + length + SUFFIX;
    memcpy(before, &body, HEADER);
    struct iovec pieces[3] = {{before, sizeof before}, {payload, length}, {after, sizeof after}};
    send_all(connection, pieces, 3);
    offset += (int64_t)length;
  }
  shutdown(connection, SHUT_WR);
  char byte; /* The receiver closes once everything is written. */
  if (read(connection, &byte, 1) != 0) die("no goodbye");
  return 0;
}

static int receive_file(const char *port, const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) die(path);
  int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = loopback(port);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0) die("bind");
  if (listen(listener, 1) < 0) die("listen");
  int connection = accept(listener, NULL, NULL);
  if (connection < 0) die("accept");

  static char buffer[BUFFER];
  uint64_t header = 0;      /* The length that is being read, */
  size_t header_bytes = 0;  /* and how much of it there is. */
  uint64_t position = 0, body = 0;
  int64_t offset = 0;
  for (;;) {
    ssize_t count = recv(connection, buffer, sizeof buffer, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) die("recv");
    if (count == 0) break;
    for (size_t at = 0; at < (size_t)count;) {
      size_t left = (size_t)count - at;
      if (header_bytes < HEADER) {
        size_t take = left < HEADER - header_bytes ? left : HEADER - header_bytes;
        memcpy((char *)&header + header_bytes, buffer + at, take);
        header_bytes += take;
        at += take;
        if (header_bytes == HEADER) {
          position = 0;
          body = header;
          if (body < PREFIX + SUFFIX || body > PREFIX + CHUNK + SUFFIX) {
            errno = EPROTO;
            die("header");
          }
        }
        continue;
      }
      uint64_t payload_end = body - SUFFIX;
      uint64_t part_end = position < PREFIX ? PREFIX : position < payload_end ? payload_end : body;
      size_t take = left < part_end - position ? left : (size_t)(part_end - position);
      if (position >= PREFIX && position < payload_end) {
        for (size_t done = 0; done < take;) {
          ssize_t written = pwrite(file, buffer + at + done, take - done, offset);
          if (written < 0) die("pwrite");
          done += (size_t)written;
          offset += written;
        }
      }
      at += take;
      position += take;
      if (position == body) header_bytes = 0;
    }
  }
  if (header_bytes != 0) {
    errno = EPROTO;
    die("truncated");
  }
  close(connection);
  printf("%lld\n", (long long)offset);
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 4 && strcmp(argv[1], "receive") == 0) return receive_file(argv[2], argv[3]);
  if (argc >= 4 && argc <= 5 && strcmp(argv[1], "send") == 0) {
    const char *how = argc == 5 ? argv[4] : "pread";
    if (strcmp(how, "pread") == 0 || strcmp(how, "mmap") == 0) return send_file(argv[2], argv[3], how[0] == 'm');
  }
  fprintf(stderr, "usage: bare receive PORT OUT | bare send PORT FILE [pread|mmap]\n");
  return 2;
}
