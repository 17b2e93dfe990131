// The system's random bytes under the name that glibc has for them since 2.36: the packed program's libarchive asks for it, and
// so runs with older ones too (.ci/floor.py).
#ifdef __linux__

#include <stddef.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/types.h>

void arc4random_buf(void *bytes, size_t count) {
  char *next = bytes;
  while (count > 0) {
    ssize_t given = getrandom(next, count < 256 ? count : 256, 0);
    // Interrupted calls of so few bytes do not happen, and there is nothing to go on with without them.
    if (given <= 0) abort();
    next += given;
    count -= (size_t)given;
  }
}

#endif
