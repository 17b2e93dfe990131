#include "CAllocator.h"

#ifdef __linux__

#include <stddef.h>

// jemalloc's, where the program is linked with it.
int mallctl(const char *name, void *old, size_t *old_size, void *new, size_t new_size) __attribute__((weak));

const char *malloc_conf = "narenas:4,dirty_decay_ms:100,muzzy_decay_ms:0";

void allocator_give_back(void) {
  // 4096 stands for all arenas.
  if (mallctl) mallctl("arena.4096.purge", NULL, NULL, NULL, 0);
}

#else

void allocator_give_back(void) {}

#endif
