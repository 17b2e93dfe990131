#pragma once

#include <stdbool.h>
#include <sys/types.h>

/// Has the open file `output`, which is empty, share the content of `input`; -1 where the file system can't.
int file_clone(int input, int output);

/// Gives the open file `input` the further name `path`; -1 where it can't have it, as on another file system.
int file_link(int input, const char *path);

/// Finds the first stretch at or after `offset` of the open file `input` that has blocks on the disk. Returns 1 and sets `start`
/// and `end`, or 0 if only a hole follows. Where the file system does not tell, everything up to `size` is one stretch.
int file_find_data(int input, off_t offset, off_t size, off_t *start, off_t *end);

/// Sets the size of the open file `output` and where the next write goes. Returns 0, or -1 with `errno` set.
int file_extend(int output, off_t size);

/// Copies up to `count` bytes from `offset` of `input` to where `output` stands, without giving them to the program;
/// the number of bytes, 0 at the end, -1 where the system can't. Blocks are shared only with `may_share`.
ssize_t file_send(int input, off_t offset, int output, size_t count, bool may_share);
