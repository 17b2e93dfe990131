#define _GNU_SOURCE
#include "folder_swap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __APPLE__
#include <copyfile.h>
#else
#include <sys/xattr.h>
#endif

#ifdef __linux__
/// Copies extended attributes, of which Linux keeps access control lists in two. Fails only if one of those is refused.
static int copy_extended_attributes(const char *from, const char *to) {
  ssize_t size = listxattr(from, NULL, 0);
  if (size <= 0) return 0;
  char *names = malloc((size_t)size);
  if (names == NULL) return -1;
  size = listxattr(from, names, (size_t)size);
  int result = 0;
  for (ssize_t offset = 0; offset < size && result == 0; offset += (ssize_t)strlen(names + offset) + 1) {
    const char *name = names + offset;
    ssize_t length = getxattr(from, name, NULL, 0);
    if (length < 0) continue;
    char *value = malloc((size_t)length + 1);
    if (value == NULL) {
      result = -1;
      break;
    }
    length = getxattr(from, name, value, (size_t)length);
    int copied = length < 0 ? -1 : setxattr(to, name, value, (size_t)length, 0);
    if (copied != 0 && strncmp(name, "system.posix_acl", 16) == 0) result = -1;
    free(value);
  }
  free(names);
  return result;
}
#endif

int folder_copy_attributes(const char *from, const char *to) {
  struct stat wanted, given;
  if (stat(from, &wanted) != 0 || stat(to, &given) != 0) return -1;
  if ((wanted.st_uid != given.st_uid || wanted.st_gid != given.st_gid) && chown(to, wanted.st_uid, wanted.st_gid) != 0) {
    return -1;
  }
  // The mode first: a list set afterwards gives the group's bits their meaning as the list's mask.
  if (chmod(to, (wanted.st_mode & 07777) | S_IRWXU) != 0) return -1;
#if defined(__linux__)
  if (copy_extended_attributes(from, to) != 0) return -1;
  return chmod(to, (wanted.st_mode & 07777) | S_IRWXU);
#elif defined(__APPLE__)
  return copyfile(from, to, NULL, COPYFILE_ACL | COPYFILE_XATTR);
#else
  return 0;
#endif
}

int folder_copy_mode(const char *from, const char *to) {
  struct stat wanted;
  if (stat(from, &wanted) != 0) return -1;
  return chmod(to, wanted.st_mode & 07777);
}

int folder_is_mount_root(const char *path) {
#if defined(__linux__) && defined(STATX_ATTR_MOUNT_ROOT)
  struct statx found;
  if (statx(AT_FDCWD, path, 0, STATX_BASIC_STATS, &found) == 0 && (found.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT)) {
    return (found.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
  }
#endif
  // Without that attribute only mounts of another file system can be told, by their device.
  char *above = malloc(strlen(path) + 4);
  if (above == NULL) return 0;
  strcpy(above, path);
  strcat(above, "/..");
  struct stat inner, outer;
  int isRoot = stat(path, &inner) == 0 && stat(above, &outer) == 0 && inner.st_dev != outer.st_dev;
  free(above);
  return isRoot;
}

int folder_may_rename_in(const char *parent, const char *entry) {
  if (access(parent, W_OK | X_OK) != 0) return 0;
  struct stat above, own;
  if (stat(parent, &above) != 0 || lstat(entry, &own) != 0) return 0;
  uid_t user = geteuid();
  // In a folder with the sticky bit only the owner of an entry, or of the folder, may rename it.
  return !(above.st_mode & S_ISVTX) || user == 0 || user == own.st_uid || user == above.st_uid;
}

int folder_sync(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  int result = fsync(descriptor);
  close(descriptor);
  return result;
}
