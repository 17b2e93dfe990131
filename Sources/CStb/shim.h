#pragma once
#include <lifetimebound.h>
#include <ptrcheck.h>
#include <stdbool.h>
#include <stb/stb_image.h>
#include <stdint.h>
#include <string.h>

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

/// Decodes the first picture of a PNG, JPEG, GIF or BMP into `room` bytes, four for each pixel: red, green, blue, opacity. Returns
/// false if it is damaged, or of another size.
static inline bool stb_pixels(
    const uint8_t *_Nonnull __counted_by(count) bytes __noescape, int count,
    uint8_t *_Nonnull __counted_by(room) pixels __noescape, size_t room) {
  int width, height, channels;
  uint8_t *decoded = stbi_load_from_memory(bytes, count, &width, &height, &channels, 4);
  if (!decoded) return false;
  bool fits = (size_t)width * (size_t)height * 4 == room;
  if (fits) memcpy(pixels, decoded, room);
  stbi_image_free(decoded);
  return fits;
}
