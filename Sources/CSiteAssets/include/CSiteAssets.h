#pragma once
#include <stddef.h>

/// A file compiled into the program: its path in the checkout, its bytes and their number.
typedef struct {
  const char *path;
  const unsigned char *bytes;
  size_t count;
} SiteAsset;

/// The number of files.
size_t site_asset_count(void);

/// The file at a place below the count, in the order of the paths.
SiteAsset site_asset(size_t index);
