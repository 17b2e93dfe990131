#include "CJSONScan.h"

#include <string.h>

// 64 bytes at a time, each question to all of them at once; clang's vectors, as Swift's are taken apart byte by byte.
typedef uint8_t block __attribute__((ext_vector_type(64)));
typedef _Bool answers __attribute__((ext_vector_type(64)));

// A bit for each byte that is this one, the first in the lowest bit.
static uint64_t equal(const block *bytes, uint8_t byte) {
  const answers found = __builtin_convertvector(*bytes == (block)byte, answers);
  uint64_t bits;
  memcpy(&bits, &found, sizeof bits);
  return bits;
}

// A bit for each byte behind a backslash that is not itself escaped. `last` says so of the block's first byte, and is told
// that of the next block's.
static uint64_t escaped(uint64_t backslashes, uint64_t *last) {
  uint64_t found = *last;
  *last = 0;
  for (; backslashes; backslashes &= backslashes - 1) {
    const int offset = __builtin_ctzll(backslashes);
    if (found >> offset & 1) continue;
    if (offset == 63) {
      *last = 1;
    } else {
      found |= UINT64_C(2) << offset;
    }
  }
  return found;
}

// Each bit says whether an odd number of bits up to it were set.
static uint64_t parities(uint64_t bits) {
  for (int step = 1; step < 64; step *= 2) bits ^= bits << step;
  return bits;
}

size_t json_skip_structure(const uint8_t *bytes, size_t start, size_t count) {
  uint64_t last = 0, inside = 0;
  size_t open = 0;
  for (size_t offset = start; offset < count; offset += sizeof(block)) {
    block here;
    if (count - offset >= sizeof here) {
      memcpy(&here, bytes + offset, sizeof here);
    } else {
      uint8_t rest[sizeof here] = {0};
      memcpy(rest, bytes + offset, count - offset);
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
        return offset + __builtin_ctzll(left) + 1;
      }
    }
  }
  return count + 1;
}

// The first offset from `start` on that holds no white space of JSON, or `limit`.
static inline size_t behind_space(const uint8_t *bytes, size_t offset, size_t limit) {
  const uint64_t spaces = UINT64_C(1) << ' ' | 1 << '\n' | 1 << '\r' | 1 << '\t';
  while (offset < limit && bytes[offset] <= ' ' && spaces >> bytes[offset] & 1) offset += 1;
  return offset;
}

// Eight bytes, the first one lowest.
static inline uint64_t word(const uint8_t *bytes) {
  uint64_t word = 0;
  for (int offset = 0; offset < 8; offset += 1) word |= (uint64_t)bytes[offset] << 8 * offset;
  return word;
}

// The first of the names, from `next` on, that these two words begin with; `json_name_count` when there is none.
static unsigned name_of(uint64_t head, uint64_t tail, const json_name *names, unsigned next) {
  for (unsigned tried = 0; tried < json_name_count; tried += 1) {
    const unsigned name = next + tried < json_name_count ? next + tried : next + tried - json_name_count;
    if (((head ^ names[name].head) & names[name].head_bits) == 0 &&
        ((tail ^ names[name].tail) & names[name].tail_bits) == 0) {
      return name;
    }
  }
  return json_name_count;
}

json_members json_plain_members(
    const uint8_t *bytes, size_t start, size_t limit, size_t count, const json_name names[json_name_count]) {
  json_members members = {0};
  if (limit > count) limit = count;
  // Places are counted in 32 bits; a longer object is read by its members.
  if (limit > start && limit - start > INT32_MAX) limit = start + INT32_MAX;
  if (start >= limit || bytes[start] != '{') return members;
  unsigned found = 0, ascii = 0, name = json_name_count - 1;
  size_t behind = start, offset = start;
  do {
    offset = behind_space(bytes, offset + 1, limit);
    // There is room for a name, a colon and a quote to be looked at; what stands nearer to the end is read by its members.
    if (offset + 24 > count) break;
    // Most programs write members in the order in which they are named here.
    const unsigned likely = name + 1 < json_name_count ? name + 1 : 0;
    name = name_of(word(bytes + offset), word(bytes + offset + 8), names, likely);
    if (name == json_name_count) break;
    // `:"`, as most programs write it, or `: "`.
    const uint8_t *colon = bytes + offset + names[name].length;
    const size_t quote = 1 + (colon[1] == ' ');
    if (colon[0] != ':' || colon[quote] != '"') break;
    const size_t value = offset + names[name].length + quote + 1;
    const json_run run = json_plain_run(bytes, value, limit, count);
    if (run.end >= limit || bytes[run.end] != '"') break;
    offset = behind_space(bytes, run.end + 1, limit);
    if (offset >= limit || (bytes[offset] != ',' && bytes[offset] != '}')) break;
    members.ranges[name] = (json_range){(uint32_t)(value - start), (uint32_t)(run.end - start)};
    found |= 1u << name;
    ascii = (ascii & ~(1u << name)) | (unsigned)run.is_ascii << name;
    behind = offset;
  } while (bytes[offset] == ',');
  members.found = (uint8_t)found;
  members.ascii = (uint8_t)ascii;
  members.behind = (uint32_t)(behind - start);
  members.are_all = behind > start && bytes[behind] == '}';
  return members;
}
