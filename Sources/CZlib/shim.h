#pragma once
#include <lifetimebound.h>
#include <ptrcheck.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

// The counts of the pointers are stated, so that Swift passes checked spans (SafeInteropWrappers) and needs no pointers.

/// The most bytes that `count` bytes can take once they are compressed.
static inline size_t zlib_bound(size_t count) { return compressBound(count); }

/// Compresses bytes and returns the number of bytes written to `output`; 0 if there is no room or no memory.
static inline size_t zlib_compress(
    const uint8_t *_Nonnull __counted_by(count) bytes __noescape, size_t count,
    uint8_t *_Nonnull __counted_by(room) output __noescape, size_t room, int level) {
  uLongf written = room;
  return compress2(output, &written, bytes, count, level) == Z_OK ? written : 0;
}

/// Returns the CRC-32 of bytes.
static inline uint32_t zlib_checksum(const uint8_t *_Nonnull __counted_by(count) bytes __noescape, size_t count) {
  return (uint32_t)crc32_z(0, bytes, count);
}
