#pragma once

#include <stddef.h>
#include <stdint.h>

/// The number of bytes of the commit's name, which is abbreviated: 0 if the build was not told the commit.
size_t commit_length(void);

/// Returns a byte of the commit's name, or 0 if there is none at `index`.
uint8_t commit_byte(size_t index);
