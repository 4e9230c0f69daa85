// AES-128-GCM of Intel's library for packet encryption, from Debian's libipsec-mb-dev: its code for processors with wide AES
// instructions (VAES and VPCLMULQDQ on 512 bits) is four times as fast as OpenSSL 3.0's, which has none.
//
// Nothing is linked: the library is loaded where a program first speaks TLS and the processor is one of those. Where its header
// was not there when this was built, or the library is not there now, nothing is found, and OpenSSL's own code is used.
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__) && __has_include(<intel-ipsec-mb.h>)
#include <intel-ipsec-mb.h>
#endif

// 1.3 is the first that tells whether its own tests have passed; 2.0 is another library, libIPSec_MB.so.2.
#if defined(IMB_VERSION_NUM) && IMB_VERSION_NUM >= 0x10300 && IMB_VERSION_NUM < 0x20000
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

/// `dlinfo` and its requests for a library's place and its segments (dlfcn.h), which the importer's headers hide behind
/// _GNU_SOURCE. The second is there since glibc 2.36.
enum { SOCKETPLAY_RTLD_DI_LINKMAP = 2, SOCKETPLAY_RTLD_DI_PHDR = 11 };
typedef int (*socketplay_dlinfo)(void *, int, void *);

/// Takes what was read of a library's file, and can be read again, out of this process's memory.
static inline void socketplay_gcm_unload_pages(void *library) {
  socketplay_dlinfo information = (socketplay_dlinfo)dlsym(NULL, "dlinfo");
  struct link_map *map = NULL;
  const ElfW(Phdr) *segment = NULL;
  if (!information || information(library, SOCKETPLAY_RTLD_DI_LINKMAP, &map) != 0) return;
  int count = information(library, SOCKETPLAY_RTLD_DI_PHDR, &segment);
  // What the loader has written into code cannot be read again.
  for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL))) return;
  }
  for (; count > 0; count--, segment++) {
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
    uintptr_t start = (map->l_addr + segment->p_vaddr) & ~(uintptr_t)4095;
    madvise((void *)start, map->l_addr + segment->p_vaddr + segment->p_memsz - start, MADV_DONTNEED);
  }
}

/// The library, ready to be used from any thread; NULL where it is not there, is of another version than the header, or this
/// processor gains nothing by it. It is not let go of again.
static inline void *socketplay_gcm_open(void) {
  void *library = dlopen("libIPSec_MB.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return NULL;
  unsigned (*version)(void) = (unsigned (*)(void))dlsym(library, "imb_get_version");
  IMB_MGR *(*make)(uint64_t) = (IMB_MGR * (*)(uint64_t)) dlsym(library, "alloc_mb_mgr");
  void (*begin)(IMB_MGR *, IMB_ARCH *) = (void (*)(IMB_MGR *, IMB_ARCH *))dlsym(library, "init_mb_mgr_auto");
  void (*drop)(IMB_MGR *) = (void (*)(IMB_MGR *))dlsym(library, "free_mb_mgr");
  // Its functions are found, and keys laid out, as the header says: another version may do it otherwise under the same name.
  const int isKnown = version && make && begin && drop && version() == IMB_VERSION_NUM;
  IMB_MGR *manager = isKnown ? make(0) : NULL;
  if (manager) {
    // What the library itself asks of a processor for its wide code, and that its own tests have passed.
    const uint64_t wide = IMB_CPUFLAGS_AVX512_T2 | IMB_FEATURE_SELF_TEST | IMB_FEATURE_SELF_TEST_PASS;
    IMB_ARCH kind = IMB_ARCH_NONE;
    begin(manager, &kind);
    // It tests all that it has, which takes 3 MiB: most of that is used no more.
    socketplay_gcm_unload_pages(library);
    if (kind == IMB_ARCH_AVX512 && (manager->features & wide) == wide) return manager;
    drop(manager);
  }
  dlclose(library);
  return NULL;
}

/// Bytes of an expanded key, and of what is kept of a message under way; both are aligned to 64.
static inline size_t socketplay_gcm_key_size(void) { return sizeof(struct gcm_key_data); }
static inline size_t socketplay_gcm_state_size(void) { return sizeof(struct gcm_context_data); }

/// Expands a key of 16 bytes.
static inline void socketplay_gcm_expand(const void *manager, const void *key, void *expanded) {
  IMB_AES128_GCM_PRE((IMB_MGR *)manager, key, (struct gcm_key_data *)expanded);
}

/// Begins a message: a nonce of 12 bytes, and what is authenticated only.
static inline void socketplay_gcm_begin(
  const void *manager, const void *expanded, void *state, const void *nonce, const void *aad, size_t aad_size) {
  IMB_AES128_GCM_INIT((IMB_MGR *)manager, expanded, (struct gcm_context_data *)state, nonce, aad, aad_size);
}

/// Encrypts the next bytes of a message, also in place.
static inline void socketplay_gcm_encrypt(
  const void *manager, const void *expanded, void *state, void *output, const void *input, size_t size) {
  IMB_AES128_GCM_ENC_UPDATE((IMB_MGR *)manager, expanded, (struct gcm_context_data *)state, output, input, size);
}

/// Decrypts the next bytes of a message, also in place.
static inline void socketplay_gcm_decrypt(
  const void *manager, const void *expanded, void *state, void *output, const void *input, size_t size) {
  IMB_AES128_GCM_DEC_UPDATE((IMB_MGR *)manager, expanded, (struct gcm_context_data *)state, output, input, size);
}

/// Ends a message that was encrypted: its tag of 16 bytes.
static inline void socketplay_gcm_end_encrypting(const void *manager, const void *expanded, void *state, void *tag) {
  IMB_AES128_GCM_ENC_FINALIZE((IMB_MGR *)manager, expanded, (struct gcm_context_data *)state, tag, 16);
}

/// Ends a message that was decrypted: the tag that it must have had.
static inline void socketplay_gcm_end_decrypting(const void *manager, const void *expanded, void *state, void *tag) {
  IMB_AES128_GCM_DEC_FINALIZE((IMB_MGR *)manager, expanded, (struct gcm_context_data *)state, tag, 16);
}
#else
static inline void *socketplay_gcm_open(void) { return NULL; }
static inline size_t socketplay_gcm_key_size(void) { return 0; }
static inline size_t socketplay_gcm_state_size(void) { return 0; }
static inline void socketplay_gcm_expand(const void *manager, const void *key, void *expanded) {}
static inline void socketplay_gcm_begin(
  const void *manager, const void *expanded, void *state, const void *nonce, const void *aad, size_t aad_size) {}
static inline void socketplay_gcm_encrypt(
  const void *manager, const void *expanded, void *state, void *output, const void *input, size_t size) {}
static inline void socketplay_gcm_decrypt(
  const void *manager, const void *expanded, void *state, void *output, const void *input, size_t size) {}
static inline void socketplay_gcm_end_encrypting(const void *manager, const void *expanded, void *state, void *tag) {}
static inline void socketplay_gcm_end_decrypting(const void *manager, const void *expanded, void *state, void *tag) {}
#endif
