#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "text_search.h"

#include <string.h>

const void *text_search(const void *bytes, size_t count, const void *text, size_t text_count) {
  return memmem(bytes, count, text, text_count);
}
