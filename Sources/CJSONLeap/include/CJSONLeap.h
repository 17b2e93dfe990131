#pragma once

#include <stddef.h>
#include <stdint.h>

/// Where the JSON array or object that begins at `start` of `bytes` ends: behind its last bracket, found by quotes and
/// brackets alone. `count + 1` when it is still open at `count`.
size_t json_leap(const uint8_t *bytes, size_t start, size_t count);

// Bytes that stand for themselves in a JSON string, up to a quote, a backslash or a control character.
typedef struct {
  // The place behind them.
  size_t end;
  // Whether all of them are printable characters of ASCII.
  _Bool is_ascii;
} json_run;

// The run from `start` on, at most up to `limit`; nothing behind `count` is read.
static inline json_run json_plain_run(const uint8_t *bytes, size_t start, size_t limit, size_t count) {
  typedef uint8_t block __attribute__((ext_vector_type(16)));
  typedef _Bool answers __attribute__((ext_vector_type(16)));
  uint16_t others = 0;
  for (size_t place = start; place < limit; place += sizeof(block)) {
    block here;
    if (count - place >= sizeof here) {
      __builtin_memcpy(&here, bytes + place, sizeof here);
    } else {
      uint8_t rest[sizeof here] = {0};
      __builtin_memcpy(rest, bytes + place, count - place);
      __builtin_memcpy(&here, rest, sizeof here);
    }
    const answers ends = __builtin_convertvector((here == '"') | (here == '\\') | (here < 0x20), answers);
    const answers beyond = __builtin_convertvector(here > 0x7E, answers);
    uint16_t end, more;
    __builtin_memcpy(&end, &ends, sizeof end);
    __builtin_memcpy(&more, &beyond, sizeof more);
    if (end) {
      const unsigned length = __builtin_ctz(end);
      others |= more & ((1u << length) - 1);
      const json_run run = {place + length < limit ? place + length : limit, others == 0};
      return run;
    }
    others |= more;
  }
  const json_run run = {limit, others == 0};
  return run;
}
