#pragma once

/// Makes the allocator keep freed memory for later use instead of giving it back to the system, where it can be told
/// so (glibc).
void keep_freed_memory(void);
