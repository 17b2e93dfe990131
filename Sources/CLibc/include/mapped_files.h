#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// A mapped part of a file, with its entry in the list of all.
struct mapped_file {
  const void *start;
  void *entry;
};

/// Maps `count` bytes from `offset` of an open file for reading; on failure `start` is NULL and `errno` set.
///
/// If the file is cut off later, its lost bytes read as zeros, and `mapped_files_are_cut` tells; reading them would end the process
/// by SIGBUS otherwise.
struct mapped_file mapped_files_map(int file, off_t offset, size_t count);

/// Unmaps what `mapped_files_map` returned.
void mapped_files_unmap(struct mapped_file file, size_t count);

/// Gives the memory of mapped pages back to the system, which reads them from the file again if they are needed.
void mapped_files_release(const void *start, size_t count);

/// Indicates whether bytes were read that a mapped file no longer has.
bool mapped_files_are_cut(void);
