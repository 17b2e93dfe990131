#include "CAllocator.h"

const char *malloc_conf = "percpu_arena:percpu,dirty_decay_ms:100,muzzy_decay_ms:0";
