#pragma once

#include <stddef.h>
#include <stdint.h>

/// Where the JSON array or object that begins at `start` of `bytes` ends: behind its last bracket, found by quotes and
/// brackets alone. `count + 1` when it is still open at `count`.
size_t json_leap(const uint8_t *bytes, size_t start, size_t count);
