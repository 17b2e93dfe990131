#pragma once

#include <stdint.h>

/// Raises the number of files that the process may have open as far as the system lets it. Returns that number, or UINT64_MAX for no
/// limit.
uint64_t process_limits_raise_open_files(void);

/// Returns the bytes of address space that the process may have, or UINT64_MAX for no limit.
uint64_t process_limits_address_space(void);

/// Starts `count` threads at once and ends them. Returns how many could be started.
int process_limits_try_threads(int count);
