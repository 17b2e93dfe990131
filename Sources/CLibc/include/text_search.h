#pragma once

#include <stddef.h>

/// Returns the first occurrence of `text` in `bytes`, or NULL. `memmem`, which glibc declares for GNU programs alone.
const void *text_search(const void *bytes, size_t count, const void *text, size_t text_count);
