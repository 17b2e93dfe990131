#pragma once
#include <lifetimebound.h>
#include <ptrcheck.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <webp/decode.h>

// The count of `bytes` is stated, so that Swift passes a checked span (SafeInteropWrappers) and needs no pointer.

/// Reads the features of a canvas from a file's first bytes; a width of 0 if the header is not readable.
static inline WebPBitstreamFeatures webp_features(const uint8_t *_Nonnull __counted_by(count) bytes __noescape, size_t count) {
  WebPBitstreamFeatures features = {0};
  if (WebPGetFeatures(bytes, count, &features) != VP8_STATUS_OK) features.width = 0;
  return features;
}

/// Decodes a picture without animation into `room` bytes, four for each pixel. Returns false if it is damaged, or of another size.
static inline bool webp_pixels(
    const uint8_t *_Nonnull __counted_by(count) bytes __noescape, size_t count,
    uint8_t *_Nonnull __counted_by(room) pixels __noescape, size_t room) {
  int width, height;
  if (!WebPGetInfo(bytes, count, &width, &height) || (size_t)width * (size_t)height * 4 != room) return false;
  return WebPDecodeRGBAInto(bytes, count, pixels, room, width * 4) != NULL;
}
