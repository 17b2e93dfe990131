#include "CCommit.h"

// `make` writes the file (.ci/commit); a build without it says no commit.
#if __has_include("commit.h")
#include "commit.h"
#else
#define COMMIT ""
#endif

size_t commit_length(void) { return sizeof COMMIT - 1; }

uint8_t commit_byte(size_t index) { return index < sizeof COMMIT ? (uint8_t)COMMIT[index] : 0; }
