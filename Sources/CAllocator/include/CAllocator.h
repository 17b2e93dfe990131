#pragma once

/// The allocator's settings. jemalloc looks for this name before the program begins.
///
/// Four pools of memory, where it would have four for each processor: what one thread gave back another one takes. What
/// nobody took for a tenth of a second goes back to the system, where it would stay for ten.
extern const char *malloc_conf;

/// Gives all memory that is not in use back to the system. Does nothing with another allocator than jemalloc.
void allocator_give_back(void);
