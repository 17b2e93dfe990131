#pragma once

/// Exchanges two paths of one file system in one step, so that each is always there.
///
/// Returns 0, or −1 with `errno` set: `ENOSYS` or `EINVAL` where the system or file system cannot do it.
int folder_swap(const char *a, const char *b);
