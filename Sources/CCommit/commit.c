#include "CCommit.h"

// `make` writes the file (.ci/commit); a build without it says no commit.
#if __has_include("commit.h")
#include "commit.h"
#else
#define COMMIT ""
#endif

const char *commit_id(void) { return COMMIT; }
