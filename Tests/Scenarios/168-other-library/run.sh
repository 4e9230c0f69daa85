#!/usr/bin/env bash
# A libIPSec_MB of another version than the header this was built with is not called, but to ask its version: OpenSSL does the work.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

as a socketplay doctor --json > doctor.out || true
grep -q '"check":"encryption".*libIPSec_MB' doctor.out || skip "no libIPSec_MB here, or a processor without VAES"
command -v cc > /dev/null || skip "no C compiler"
cat > other.c << 'END'
#include <stdlib.h>
unsigned imb_get_version(void) { return 0x10400; }
void *alloc_mb_mgr(unsigned long flags) { abort(); }
void init_mb_mgr_auto(void *manager, int *kind) { abort(); }
void free_mb_mgr(void *manager) { abort(); }
END
cc -w -shared -fPIC -o libIPSec_MB.so.1 other.c
LD_LIBRARY_PATH=$PWD${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} as a socketplay doctor --json > doctor.out || true
grep -o '"check":"encryption".*"detail":"[^"]*"' doctor.out
