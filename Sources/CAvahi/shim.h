#include <avahi-client/client.h>
#include <avahi-client/lookup.h>
#include <avahi-client/publish.h>
#include <avahi-common/alternative.h>
#include <avahi-common/error.h>
#include <avahi-common/malloc.h>
#include <avahi-common/strlst.h>
#include <avahi-common/thread-watch.h>
#include <avahi-common/timeval.h>
#include <avahi-common/defs.h>
#include <net/if.h>
#include <string.h>

// What Swift's importer cannot see, or could see only with the whole C library imported.

/// A timer of that loop that calls back once, after so many milliseconds.
static inline AvahiTimeout *avahi_poll_timer_new(
    const AvahiPoll *api, unsigned milliseconds, AvahiTimeoutCallback callback, void *userdata) {
  struct timeval when;
  return api->timeout_new(api, avahi_elapse_time(&when, milliseconds, 0), callback, userdata);
}

/// Frees a timer; allowed inside its own callback.
static inline void avahi_poll_timer_free(const AvahiPoll *api, AvahiTimeout *timer) { api->timeout_free(timer); }

/// The name of an interface, into a buffer of at least IF_NAMESIZE (16) bytes; NULL where there is none of that index.
static inline const char *avahi_interface_name(AvahiIfIndex index, char *buffer) {
  return if_indextoname((unsigned)index, buffer);
}

/// The index of an interface; 0 where there is none of that name.
static inline AvahiIfIndex avahi_interface_index(const char *name) { return (AvahiIfIndex)if_nametoindex(name); }

/// The address in the data of an A (1) or AAAA (28) record; 0 where it is none.
static inline int avahi_address_of_record(uint16_t type, const void *data, size_t size, AvahiAddress *address) {
  if (data && type == AVAHI_DNS_TYPE_A && size == sizeof address->data.ipv4) {
    address->proto = AVAHI_PROTO_INET;
  } else if (data && type == AVAHI_DNS_TYPE_AAAA && size == sizeof address->data.ipv6) {
    address->proto = AVAHI_PROTO_INET6;
  } else {
    return 0;
  }
  memcpy(&address->data, data, size);
  return 1;
}
