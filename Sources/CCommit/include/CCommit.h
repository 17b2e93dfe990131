#pragma once

/// The commit that the program was built from, abbreviated; empty if the build was not told.
const char *_Nonnull commit_id(void);
