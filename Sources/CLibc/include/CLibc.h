#pragma once

// System calls that Swift cannot make itself: they are variadic, need flags that Swift does not see, or belong to one system.

#include "file_copy.h"
#include "folder_swap.h"
#include "loaded_objects.h"
#include "mapped_files.h"
#include "process_limits.h"
#include "text_search.h"
