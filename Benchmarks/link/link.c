/* A slow, long or lossy line between two network namespaces, for kernels without netem.
 *
 *   link NAMESPACE NAMESPACE RATE DELAY LOSS     bits a second, milliseconds each way, packets lost in a thousand
 *
 * Makes the interface "line" in each namespace (10.78.0.1 and 10.78.0.2), prints "up" and carries packets between them until
 * it is ended. From 500 Mbit/s on its packets are of 9,000 bytes, else of 1,500: a processor can carry no more. Each way has
 * a queue of 256 packets, or of what the line holds for 50 ms, that sends at RATE; behind it each packet is held for DELAY.
 * Packets beyond the queue are lost, as at a router; losses by LOSS are drawn from a fixed seed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { LARGEST = 9000, SLOTS = 1 << 12 };

struct packet {
  int64_t due;
  int length;
  char bytes[LARGEST];
};

struct way {
  struct packet *slots; /* A ring: from `head`, `count` packets. */
  int head, count, limit;
  int64_t free_at; /* When the line has sent all that was put on it. */
  uint64_t seed;
};

static void die(const char *what) {
  fprintf(stderr, "link: %s: %s\n", what, strerror(errno));
  exit(1);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* An interface in the namespace, which is then up. */
static int interface(const char *space, int number, int mtu) {
  char path[256], command[256];
  snprintf(path, sizeof path, "/run/netns/%s", space);
  int home = open("/proc/self/ns/net", O_RDONLY), there = open(path, O_RDONLY);
  if (home < 0 || there < 0) die(path);
  if (setns(there, CLONE_NEWNET) < 0) die("setns");
  int tun = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  if (tun < 0) die("/dev/net/tun");
  struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
  strcpy(request.ifr_name, "line");
  if (ioctl(tun, TUNSETIFF, &request) < 0) die("TUNSETIFF");
  snprintf(command, sizeof command,
           "ip addr add 10.78.0.%d/24 dev line && ip link set line mtu %d txqueuelen 4000 up && ip link set lo up", number, mtu);
  if (system(command) != 0) exit(1);
  if (setns(home, CLONE_NEWNET) < 0) die("setns");
  close(home);
  close(there);
  return tun;
}

static int is_lost(struct way *way, int loss) {
  way->seed = way->seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (int)((way->seed >> 33) % 1000) < loss;
}

/* Takes what the interface has sent and puts it on the line. */
static void take(int tun, struct way *way, double rate, int64_t delay, int loss) {
  char bytes[LARGEST];
  for (int turn = 0; turn < 64; turn++) {
    ssize_t length = read(tun, bytes, sizeof bytes);
    if (length <= 0) return;
    int64_t time = now();
    int64_t sending = (int64_t)(length * 8 / rate * 1e9);
    if (way->free_at < time) way->free_at = time;
    if (way->free_at - time > sending * way->limit || way->count == SLOTS || is_lost(way, loss)) continue;
    way->free_at += sending;
    struct packet *packet = &way->slots[(way->head + way->count++) % SLOTS];
    packet->due = way->free_at + delay;
    packet->length = (int)length;
    memcpy(packet->bytes, bytes, (size_t)length);
  }
}

/* Hands over what has come to the other end of the line. */
static void give(int tun, struct way *way) {
  while (way->count > 0 && way->slots[way->head].due <= now()) {
    struct packet *packet = &way->slots[way->head];
    if (write(tun, packet->bytes, (size_t)packet->length) < 0 && errno != EAGAIN && errno != ENOBUFS) die("write");
    way->head = (way->head + 1) % SLOTS;
    way->count--;
  }
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fprintf(stderr, "usage: link NAMESPACE NAMESPACE RATE DELAY LOSS\n");
    return 2;
  }
  double rate = atof(argv[3]);
  int64_t delay = (int64_t)(atof(argv[4]) * 1e6);
  int loss = atoi(argv[5]), mtu = rate < 5e8 ? 1500 : LARGEST, tun[2];
  struct way ways[2] = {0};
  for (int end = 0; end < 2; end++) {
    tun[end] = interface(argv[1 + end], 1 + end, mtu);
    int held = (int)(rate / 8 / mtu * 0.05);
    ways[end] = (struct way){.slots = calloc(SLOTS, sizeof(struct packet)), .limit = held < 256 ? 256 : held, .seed = 7 + (uint64_t)end};
    if (!ways[end].slots) die("memory");
  }
  puts("up");
  fflush(stdout);
  for (;;) {
    int64_t next = INT64_MAX;
    for (int end = 0; end < 2; end++)
      if (ways[end].count > 0 && ways[end].slots[ways[end].head].due < next) next = ways[end].slots[ways[end].head].due;
    int64_t left = next == INT64_MAX ? 1000000000 : next - now();
    struct timespec wait = {.tv_sec = 0, .tv_nsec = left < 0 ? 0 : left > 900000000 ? 900000000 : left};
    struct pollfd polls[2] = {{tun[0], POLLIN, 0}, {tun[1], POLLIN, 0}};
    if (ppoll(polls, 2, &wait, NULL) < 0 && errno != EINTR) die("ppoll");
    for (int end = 0; end < 2; end++) {
      if (polls[end].revents) take(tun[end], &ways[end], rate, delay, loss);
      give(tun[1 - end], &ways[end]);
    }
  }
}
