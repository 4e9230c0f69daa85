// Reads a binary property list as libplist does, many times: nanoseconds of the best round, to read it and to visit every value.
//
//   plist FILE ROUNDS
//
// Prints two numbers: reading alone (freeing is not counted), and reading with a visit of every key and value.

#include <inttypes.h>
#include <plist/plist.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/// A sum over all that the value holds, so that nothing of it can be left unread.
static uint64_t visit(plist_t node) {
  uint64_t sum = 0;
  switch (plist_get_node_type(node)) {
  case PLIST_DICT: {
    plist_dict_iter iterator = NULL;
    plist_dict_new_iter(node, &iterator);
    for (;;) {
      char *key = NULL;
      plist_t value = NULL;
      plist_dict_next_item(node, iterator, &key, &value);
      if (!value) break;
      sum += (unsigned char)key[0] + visit(value);
      free(key);
    }
    free(iterator);
    return sum;
  }
  case PLIST_ARRAY:
    for (uint32_t i = 0; i < plist_array_get_size(node); i++) sum += visit(plist_array_get_item(node, i));
    return sum;
  case PLIST_STRING: {
    uint64_t length = 0;
    const char *text = plist_get_string_ptr(node, &length);
    return length + (length ? (unsigned char)text[length - 1] : 0);
  }
  case PLIST_DATA: {
    uint64_t length = 0;
    plist_get_data_ptr(node, &length);
    return length;
  }
  case PLIST_UINT: {
    uint64_t value = 0;
    plist_get_uint_val(node, &value);
    return value;
  }
  case PLIST_REAL: {
    double value = 0;
    plist_get_real_val(node, &value);
    return (uint64_t)value;
  }
  case PLIST_BOOLEAN: {
    uint8_t value = 0;
    plist_get_bool_val(node, &value);
    return value;
  }
  default: return 1;
  }
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  FILE *file = fopen(arguments[1], "rb");
  if (!file) return 1;
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(size);
  if (!bytes || fread(bytes, 1, size, file) != size) return 1;
  uint64_t reading = UINT64_MAX, visiting = UINT64_MAX;
  volatile uint64_t sum = 0;
  for (int round = atoi(arguments[2]); round > 0; round--) {
    plist_t value = NULL;
    uint64_t start = now();
    plist_from_bin(bytes, (uint32_t)size, &value);
    uint64_t read = now();
    if (!value) return 1;
    sum += visit(value);
    uint64_t end = now();
    if (read - start < reading) reading = read - start;
    if (end - start < visiting) visiting = end - start;
    plist_free(value);
  }
  printf("%" PRIu64 " %" PRIu64 "\n", reading, visiting);
  return 0;
}
