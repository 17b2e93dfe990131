#define _GNU_SOURCE
#include "folder_swap.h"

#include <errno.h>
#include <stdio.h>
#ifdef __linux__
#include <fcntl.h>
#endif

int folder_swap(const char *a, const char *b) {
#if defined(__linux__)
  return renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE);
#elif defined(__APPLE__)
  return renamex_np(a, b, RENAME_SWAP);
#else
  errno = ENOSYS;
  return -1;
#endif
}
