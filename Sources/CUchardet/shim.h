#pragma once
#include <lifetimebound.h>
#include <ptrcheck.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <uchardet/uchardet.h>

// The counts of `bytes` and `name` are stated, so that Swift passes checked spans (SafeInteropWrappers) and needs no pointer.

/// Detects the encoding of a text and writes its name to `name`. Returns the number of bytes of the name; 0 if the encoding is
/// not recognised or its name does not fit.
static inline size_t uchardet_detect(
    const uint8_t *_Nonnull __counted_by(count) bytes __noescape, size_t count,
    uint8_t *_Nonnull __counted_by(capacity) name __noescape, size_t capacity) {
  uchardet_t detector = uchardet_new();
  if (!detector) return 0;
  const int status = uchardet_handle_data(detector, (const char *)bytes, count);
  uchardet_data_end(detector);
  const char *found = status == 0 ? uchardet_get_charset(detector) : "";
  size_t length = found ? strlen(found) : 0;
  if (length > capacity) length = 0;
  memcpy(name, found, length);
  uchardet_delete(detector);
  return length;
}
