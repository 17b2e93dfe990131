#pragma once

#include <stddef.h>

/// Calls `body` with each file of code that the process consists of: the program itself, whose path is empty, and its
/// libraries; each with its build id, which the linker makes of its content, or with none (`count` is 0).
///
/// Does nothing where the system does not tell.
void loaded_objects(void *context, void (*body)(void *context, const char *path, const unsigned char *id, size_t count));

/// Gives the pages back to the system in which code and constants lie, as they are in their files: those that are needed
/// again are read again.
///
/// Does nothing where the system does not tell of them.
void loaded_objects_give_back(void);
