// xxHash from Debian's libxxhash-dev. On x86-64 the library also holds vector code beyond the baseline (AVX2, AVX-512),
// chosen at run time; its header replaces the names by macros, which Swift's importer cannot see.
#include <xxhash.h>
#if defined(__x86_64__)
#include <xxh_x86dispatch.h>
#endif

/// XXH3_128bits_update with the widest vectors that this processor has.
static inline XXH_errorcode socketplay_xxh3_128bits_update(XXH3_state_t *state, const void *input, size_t length) {
  return XXH3_128bits_update(state, input, length);
}
