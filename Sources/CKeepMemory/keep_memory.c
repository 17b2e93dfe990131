#include "CKeepMemory.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void keep_freed_memory(void) {
  // The largest threshold that glibc accepts.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
  mallopt(M_TOP_PAD, 4 << 20);
}
#else
void keep_freed_memory(void) {}
#endif
