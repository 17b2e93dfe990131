#pragma once
#include <libexif/exif-data.h>
#include <lifetimebound.h>
#include <ptrcheck.h>
#include <stdint.h>

// The count of `bytes` is stated, so that Swift passes a checked span (SafeInteropWrappers) and needs no pointer.

/// Reads the orientation (Exif 2.32 §4.6.4, tag 274) from a JPEG's first bytes; 0 if there is none.
static inline int exif_orientation(const uint8_t *_Nonnull __counted_by(count) bytes __noescape, unsigned int count) {
  ExifData *data = exif_data_new();
  if (!data) return 0;
  // The block is read as it stands; libexif would otherwise add and change entries.
  exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
  exif_data_load_data(data, bytes, count);
  const ExifEntry *entry = exif_content_get_entry(data->ifd[EXIF_IFD_0], EXIF_TAG_ORIENTATION);
  int orientation = 0;
  if (entry && entry->format == EXIF_FORMAT_SHORT && entry->size >= 2 && entry->data)
    orientation = exif_get_short(entry->data, exif_data_get_byte_order(data));
  exif_data_unref(data);
  return orientation;
}
