#define _GNU_SOURCE
#include "file_copy.h"

#include <errno.h>
#include <unistd.h>

#ifdef __linux__

#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>

int file_clone(int input, int output) { return ioctl(output, FICLONE, input); }

int file_link(int input, const char *path) {
  // The file that was opened and looked at, whatever its name leads to by now.
  char name[32];
  snprintf(name, sizeof name, "/proc/self/fd/%d", input);
  return linkat(AT_FDCWD, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

ssize_t file_send(int input, off_t offset, int output, size_t count, bool may_share) {
  return may_share ? copy_file_range(input, &offset, output, NULL, count, 0) : sendfile(output, input, &offset, count);
}

#else

static int unable(void) {
  errno = ENOSYS;
  return -1;
}

int file_clone(int input, int output) {
  (void)input, (void)output;
  return unable();
}

int file_link(int input, const char *path) {
  (void)input, (void)path;
  return unable();
}

ssize_t file_send(int input, off_t offset, int output, size_t count, bool may_share) {
  (void)input, (void)offset, (void)output, (void)count, (void)may_share;
  return unable();
}

#endif

int file_find_data(int input, off_t offset, off_t size, off_t *start, off_t *end) {
  if (offset >= size) return 0;
  *start = offset, *end = size;
#if defined(SEEK_DATA) && defined(SEEK_HOLE)
  off_t data = lseek(input, offset, SEEK_DATA);
  // ENXIO: no data follows. Other errors: the file system does not know of holes.
  if (data < 0) return errno == ENXIO ? 0 : 1;
  off_t hole = lseek(input, data, SEEK_HOLE);
  *start = data;
  if (hole > data) *end = hole;
#endif
  return 1;
}

int file_extend(int output, off_t size) {
  return ftruncate(output, size) == 0 && lseek(output, size, SEEK_SET) == size ? 0 : -1;
}
