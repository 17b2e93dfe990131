#include "CJSONLeap.h"

#include <string.h>

// 64 bytes at a time, each question to all of them at once; clang's vectors, as Swift's are taken apart byte by byte.
typedef uint8_t block __attribute__((ext_vector_type(64)));
typedef _Bool answers __attribute__((ext_vector_type(64)));

// Which bytes are this one, the first in the lowest bit.
static uint64_t equal(const block *bytes, uint8_t byte) {
  const answers found = __builtin_convertvector(*bytes == (block)byte, answers);
  uint64_t bits;
  memcpy(&bits, &found, sizeof bits);
  return bits;
}

// Which bytes a backslash stands before that is not itself escaped. `last` says so of the block's first byte, and is told
// that of the next block's.
static uint64_t escaped(uint64_t backslashes, uint64_t *last) {
  uint64_t found = *last;
  *last = 0;
  for (; backslashes; backslashes &= backslashes - 1) {
    const int place = __builtin_ctzll(backslashes);
    if (found >> place & 1) continue;
    if (place == 63) {
      *last = 1;
    } else {
      found |= UINT64_C(2) << place;
    }
  }
  return found;
}

// Each bit says whether an odd number of bits up to it were set.
static uint64_t parities(uint64_t bits) {
  for (int step = 1; step < 64; step *= 2) bits ^= bits << step;
  return bits;
}

size_t json_leap(const uint8_t *bytes, size_t start, size_t count) {
  uint64_t last = 0, inside = 0;
  size_t open = 0;
  for (size_t place = start; place < count; place += sizeof(block)) {
    block here;
    if (count - place >= sizeof here) {
      memcpy(&here, bytes + place, sizeof here);
    } else {
      uint8_t rest[sizeof here] = {0};
      memcpy(rest, bytes + place, count - place);
      memcpy(&here, rest, sizeof here);
    }
    const uint64_t quotes = equal(&here, '"') & ~escaped(equal(&here, '\\'), &last);
    const uint64_t strings = parities(quotes) ^ inside;
    inside = (uint64_t)((int64_t)strings >> 63);
    // Bit 0x20 is all that `[` and `{` differ in, and `]` and `}`.
    const block folded = here | (block)0x20;
    const uint64_t opening = equal(&folded, '{') & ~strings, closing = equal(&folded, '}') & ~strings;
    if (open > (size_t)__builtin_popcountll(closing)) {
      open += __builtin_popcountll(opening);
      open -= __builtin_popcountll(closing);
      continue;
    }
    for (uint64_t left = opening | closing; left; left &= left - 1) {
      if (opening & left & -left) {
        open += 1;
      } else if (--open == 0) {
        return place + __builtin_ctzll(left) + 1;
      }
    }
  }
  return count + 1;
}
