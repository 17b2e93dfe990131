#pragma once

#include <stddef.h>
#include <stdint.h>

/// The end of the JSON array or object that begins at `start` of `bytes`: behind its last bracket, found by quotes and
/// brackets alone. `count + 1` when it is still open at `count`.
size_t json_skip_structure(const uint8_t *bytes, size_t start, size_t count);

// Bytes that stand for themselves in a JSON string, up to a quote, a backslash or a control character.
typedef struct {
  // The offset behind them.
  size_t end;
  // True if all of them are printable characters of ASCII.
  _Bool is_ascii;
} json_run;

// The run from `start` on, at most up to `limit`; nothing behind `count` is read.
static inline json_run json_plain_run(const uint8_t *bytes, size_t start, size_t limit, size_t count) {
  typedef uint8_t block __attribute__((ext_vector_type(16)));
  typedef _Bool answers __attribute__((ext_vector_type(16)));
  block others = 0;
  for (size_t offset = start; offset < limit; offset += sizeof(block)) {
    block here;
    if (offset + sizeof here <= count) {
      __builtin_memcpy(&here, bytes + offset, sizeof here);
    } else {
      uint8_t rest[sizeof here] = {0};
      __builtin_memcpy(rest, bytes + offset, count - offset);
      __builtin_memcpy(&here, rest, sizeof here);
    }
    // A quote is 0x20 with one bit changed, and a space, with the same bit changed, a quote.
    const answers ends = __builtin_convertvector(((here ^ 0x02) <= 0x20) | (here == '\\'), answers);
    uint16_t end;
    __builtin_memcpy(&end, &ends, sizeof end);
    // The highest bit tells of 0x7F too; what is 0xFF has it already.
    const block more = here | (here + 1);
    if (end) {
      const answers beyond = __builtin_convertvector(more > 0x7F, answers);
      const answers earlier = __builtin_convertvector(others > 0x7F, answers);
      uint16_t last, before;
      __builtin_memcpy(&last, &beyond, sizeof last);
      __builtin_memcpy(&before, &earlier, sizeof before);
      const unsigned length = __builtin_ctz(end);
      const json_run run = {
          offset + length < limit ? offset + length : limit, (before | (last & ((1u << length) - 1))) == 0};
      return run;
    }
    others |= more;
  }
  const answers beyond = __builtin_convertvector(others > 0x7F, answers);
  uint16_t all;
  __builtin_memcpy(&all, &beyond, sizeof all);
  const json_run run = {limit, all == 0};
  return run;
}

// The name of a member, with its quotes: its bytes, the first one lowest, and which bits of the two words are its.
typedef struct {
  uint64_t head, head_bits, tail, tail_bits;
  // The number of bytes, at most 16.
  size_t length;
} json_name;

enum { json_name_count = 5 };

// The range of a string without its quotes, counted from the object's first byte.
typedef struct {
  uint32_t start, end;
} json_range;

// The members at the beginning of an object that are strings which stand for themselves.
typedef struct {
  // By the index of their names; of a name that comes twice the last.
  json_range ranges[json_name_count];
  // The offset of the comma or bracket behind them, counted from the object's first byte; 0 where there are none.
  uint32_t behind;
  // A bit for each name there is, and for each whose string is known to be printable characters of ASCII.
  uint8_t found, ascii;
  // True if the object has no other members.
  _Bool are_all;
} json_members;

// The members with these names at the beginning of the object that starts at `start`, up to one that is different or that
// begins in the last 23 bytes. Nothing behind `count` is read.
json_members json_plain_members(
    const uint8_t *bytes, size_t start, size_t limit, size_t count, const json_name names[json_name_count]);
