#pragma once
#include <lifetimebound.h>
#include <ptrcheck.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <xxhash.h>

// The count of `bytes` is stated, so that Swift passes a checked span (SafeInteropWrappers) and needs no pointer.

/// Returns the XXH3 checksum of bytes.
static inline XXH128_hash_t checksum_of(const uint8_t *_Nonnull __counted_by(count) bytes __noescape, size_t count) {
  return XXH3_128bits(bytes, count);
}

/// An XXH3 checksum of bytes that arrive in pieces: an object that Swift retains and releases as it does its own.
struct __attribute__((
    swift_attr("import_reference"), swift_attr("retain:checksum_retain"), swift_attr("release:checksum_release")))
checksum_state {
  XXH3_state_t *_Nonnull state;
  int32_t uses;
};

static inline void checksum_retain(struct checksum_state *_Nonnull checksum) {
  __atomic_fetch_add(&checksum->uses, 1, __ATOMIC_RELAXED);
}

static inline void checksum_release(struct checksum_state *_Nonnull checksum) {
  if (__atomic_fetch_sub(&checksum->uses, 1, __ATOMIC_ACQ_REL) > 1) return;
  XXH3_freeState(checksum->state);
  free(checksum);
}

/// Creates the checksum of no bytes, or returns NULL if there is no memory.
static inline struct checksum_state *_Nullable checksum_new(void) __attribute__((swift_attr("returns_retained"))) {
  struct checksum_state *checksum = malloc(sizeof *checksum);
  XXH3_state_t *state = XXH3_createState();
  if (!checksum || !state || XXH3_128bits_reset(state) != XXH_OK) {
    XXH3_freeState(state);
    free(checksum);
    return NULL;
  }
  *checksum = (struct checksum_state){state, 1};
  return checksum;
}

/// Adds the next piece.
static inline void checksum_add(
    struct checksum_state *_Nonnull checksum, const uint8_t *_Nonnull __counted_by(count) bytes __noescape, size_t count) {
  XXH3_128bits_update(checksum->state, bytes, count);
}

/// Returns the checksum of all pieces.
static inline XXH128_hash_t checksum_end(struct checksum_state *_Nonnull checksum) {
  return XXH3_128bits_digest(checksum->state);
}
