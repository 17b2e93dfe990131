#pragma once

#include <stdint.h>

struct sqlite3;

/// A database whose bytes are in memory, and which SQLite may only read.
struct sqlite_bytes;

/// Opens the database of `size` bytes, of which `count` are at `database` and the others are zeros. `changes` are the bytes of its
/// `-wal`, if there is one. All of them stay where they are until `sqlite_bytes_close`.
///
/// Returns one of SQLite's codes; the connection and the handle are NULL unless it is SQLITE_OK.
int sqlite_bytes_open(
    const void *database, int64_t count, int64_t size, const void *changes, int64_t changes_count,
    struct sqlite3 **connection, struct sqlite_bytes **handle);

/// Closes the connection, whose statements were all finalized before.
void sqlite_bytes_close(struct sqlite3 *connection, struct sqlite_bytes *handle);
