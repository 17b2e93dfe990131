#pragma once
#include <lifetimebound.h>
#include <ptrcheck.h>
#include <stb/stb_image.h>
#include <stdint.h>

// The count of `bytes` is stated, so that Swift passes a checked span (SafeInteropWrappers) and needs no pointer.

/// A picture's size in pixels; 0 × 0 if its header is not readable.
typedef struct {
  int width, height;
} stb_picture_size;

/// Reads the size of a PNG, JPEG, GIF or BMP from its first bytes.
static inline stb_picture_size stb_size_of_picture(const uint8_t *_Nonnull __counted_by(count) bytes __noescape, int count) {
  stb_picture_size size = {0, 0};
  int channels;
  if (!stbi_info_from_memory(bytes, count, &size.width, &size.height, &channels)) return (stb_picture_size){0, 0};
  return size;
}
