#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Maps `count` bytes from `offset` of an open file for reading, or returns NULL with `errno` set.
///
/// If the file is cut off later, its lost bytes read as zeros, and `mapped_files_are_cut` tells; reading them would end the process
/// by SIGBUS otherwise.
const void *mapped_files_map(int file, off_t offset, size_t count);

/// Unmaps what `mapped_files_map` returned.
void mapped_files_unmap(const void *start, size_t count);

/// Indicates whether bytes were read that a mapped file no longer has.
bool mapped_files_are_cut(void);
