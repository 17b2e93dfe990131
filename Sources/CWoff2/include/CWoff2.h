#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The most bytes the WOFF2 form of a font of `count` bytes can have.
size_t cwoff2_bound(const uint8_t *sfnt, size_t count);

/// Compresses a font (TTF or OTF) to WOFF2 with Brotli quality 0…11.
///
/// `capacity` is the room at `woff2`, from `cwoff2_bound`. Returns the number of bytes written, or 0 when the font
/// cannot be read. The library's messages to stderr are kept back.
size_t cwoff2_compress(const uint8_t *sfnt, size_t count, int quality, uint8_t *woff2, size_t capacity);

#ifdef __cplusplus
}
#endif
