#include "CSQLiteBytes.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The file system that SQLite sees. It has the database and its `-wal`, whose bytes are in memory, and nothing else: a journal
// cannot be found in it, no name in a database or a journal leads to a file of the disk, and nothing can be written or removed.
// Temporary files of SQLite's own, which have no name, are the system's.

struct sqlite_bytes {
  sqlite3_vfs vfs;
  sqlite3_vfs *system;
  char name[40];
  const unsigned char *database;
  sqlite3_int64 count, size;
  const unsigned char *changes;
  sqlite3_int64 changes_count;
};

struct file {
  sqlite3_file base;
  const unsigned char *bytes;
  sqlite3_int64 count, size;
};

static int file_close(sqlite3_file *file) {
  (void)file;
  return SQLITE_OK;
}

static int file_read(sqlite3_file *base, void *target, int amount, sqlite3_int64 offset) {
  const struct file *file = (const struct file *)base;
  if (amount < 0 || offset < 0) return SQLITE_IOERR_READ;
  sqlite3_int64 there = offset < file->count ? file->count - offset : 0;
  if (there > amount) there = amount;
  if (there > 0) memcpy(target, file->bytes + offset, (size_t)there);
  memset((unsigned char *)target + there, 0, (size_t)(amount - there));
  return offset > file->size - amount ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

static int file_write(sqlite3_file *file, const void *bytes, int amount, sqlite3_int64 offset) {
  (void)file, (void)bytes, (void)amount, (void)offset;
  return SQLITE_READONLY;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  (void)file, (void)size;
  return SQLITE_READONLY;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  *size = ((const struct file *)file)->size;
  return SQLITE_OK;
}

// Nobody else has the file, so that syncs and locks have nothing to do.
static int file_do_nothing(sqlite3_file *file, int argument) {
  (void)file, (void)argument;
  return SQLITE_OK;
}

static int file_has_lock(sqlite3_file *file, int *result) {
  (void)file;
  *result = 0;
  return SQLITE_OK;
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  (void)file, (void)operation, (void)argument;
  return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *file) {
  (void)file;
  return 4096;
}

static int file_characteristics(sqlite3_file *file) {
  (void)file;
  return 0;
}

// Version 1 has no shared memory: with exclusive locking SQLite keeps the index of the `-wal` in its own.
static const sqlite3_io_methods file_methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_do_nothing,
    .xFileSize = file_size,
    .xLock = file_do_nothing,
    .xUnlock = file_do_nothing,
    .xCheckReservedLock = file_has_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
};

static const struct sqlite_bytes *bytes_of(sqlite3_vfs *vfs) { return (const struct sqlite_bytes *)vfs->pAppData; }

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *given) {
  const struct sqlite_bytes *bytes = bytes_of(vfs);
  struct file *file = (struct file *)base;
  base->pMethods = NULL;
  if (flags & SQLITE_OPEN_MAIN_DB) {
    *file = (struct file){.bytes = bytes->database, .count = bytes->count, .size = bytes->size};
  } else if (flags & SQLITE_OPEN_WAL) {
    *file = (struct file){.bytes = bytes->changes, .count = bytes->changes_count, .size = bytes->changes_count};
  } else if (name == NULL && flags & SQLITE_OPEN_DELETEONCLOSE) {
    return bytes->system->xOpen(bytes->system, NULL, base, flags, given);
  } else {
    return SQLITE_CANTOPEN;
  }
  file->base.pMethods = &file_methods;
  if (given != NULL) {
    *given = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
  }
  return SQLITE_OK;
}

static int remove_file(sqlite3_vfs *vfs, const char *name, int sync) {
  (void)vfs, (void)name, (void)sync;
  return SQLITE_OK;
}

static int find_file(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  size_t length = strlen(name);
  *result = flags != SQLITE_ACCESS_READWRITE && bytes_of(vfs)->changes_count > 0 && length > 4
            && strcmp(name + length - 4, "-wal") == 0;
  return SQLITE_OK;
}

static int full_path(sqlite3_vfs *vfs, const char *name, int size, char *path) {
  (void)vfs;
  sqlite3_snprintf(size, path, "%s", name);
  return SQLITE_OK;
}

static int randomness(sqlite3_vfs *vfs, int count, char *bytes) {
  sqlite3_vfs *system = bytes_of(vfs)->system;
  return system->xRandomness(system, count, bytes);
}

static int wait(sqlite3_vfs *vfs, int microseconds) {
  sqlite3_vfs *system = bytes_of(vfs)->system;
  return system->xSleep(system, microseconds);
}

static int current_time(sqlite3_vfs *vfs, double *time) {
  sqlite3_vfs *system = bytes_of(vfs)->system;
  return system->xCurrentTime(system, time);
}

static int last_error(sqlite3_vfs *vfs, int size, char *words) {
  (void)vfs;
  if (size > 0) words[0] = 0;
  return 0;
}

int sqlite_bytes_open(
    const void *database, int64_t count, int64_t size, const void *changes, int64_t changes_count,
    struct sqlite3 **connection, struct sqlite_bytes **handle) {
  *connection = NULL;
  *handle = NULL;
  int code = sqlite3_initialize();
  if (code != SQLITE_OK) return code;
  sqlite3_vfs *system = sqlite3_vfs_find(NULL);
  struct sqlite_bytes *bytes = calloc(1, sizeof *bytes);
  if (system == NULL || bytes == NULL) {
    free(bytes);
    return SQLITE_NOMEM;
  }
  bytes->system = system;
  bytes->database = database;
  bytes->count = count;
  bytes->size = size > count ? size : count;
  bytes->changes = changes;
  bytes->changes_count = changes_count;
  // Several databases may be open at once, each with a file system of its own.
  snprintf(bytes->name, sizeof bytes->name, "chatexport-%p", (void *)bytes);
  int own_size = (int)sizeof(struct file);
  bytes->vfs = (sqlite3_vfs){
      .iVersion = 1,
      .szOsFile = system->szOsFile > own_size ? system->szOsFile : own_size,
      .mxPathname = 512,
      .zName = bytes->name,
      .pAppData = bytes,
      .xOpen = open_file,
      .xDelete = remove_file,
      .xAccess = find_file,
      .xFullPathname = full_path,
      .xRandomness = randomness,
      .xSleep = wait,
      .xCurrentTime = current_time,
      .xGetLastError = last_error,
  };
  code = sqlite3_vfs_register(&bytes->vfs, 0);
  if (code == SQLITE_OK) {
    code = sqlite3_open_v2("database", connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, bytes->name);
    if (code == SQLITE_OK) {
      *handle = bytes;
      return code;
    }
    sqlite3_close_v2(*connection);
    *connection = NULL;
    sqlite3_vfs_unregister(&bytes->vfs);
  }
  free(bytes);
  return code;
}

void sqlite_bytes_close(struct sqlite3 *connection, struct sqlite_bytes *handle) {
  sqlite3_close_v2(connection);
  sqlite3_vfs_unregister(&handle->vfs);
  free(handle);
}
