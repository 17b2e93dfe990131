#pragma once

/// Exchanges two paths of one file system in one step, so that neither is ever missing.
///
/// Returns 0, or -1 with `errno` set: `ENOSYS` or `EINVAL` if the system or the file system cannot do it.
int folder_swap(const char *a, const char *b);

/// Gives the folder `to` the owner, group, access control lists, extended attributes and mode of the folder `from`.
///
/// The mode of `to` keeps read, write and search permission for its owner, so that it can be filled; `folder_copy_mode`
/// sets the final mode. Returns 0, or -1 with `errno` set if the owner, the group or an access control list cannot be
/// copied. Other extended attributes are copied where the system permits it.
int folder_copy_attributes(const char *from, const char *to);

/// Gives the folder `to` the mode of the folder `from`. Returns 0, or -1 with `errno` set.
int folder_copy_mode(const char *from, const char *to);

/// Returns 1 if `path` is the root of a mount, 0 if it is not or the system cannot tell.
int folder_is_mount_root(const char *path);

/// Returns 1 if this process may rename the existing path `entry` within its folder `parent`, else 0.
int folder_may_rename_in(const char *parent, const char *entry);

/// Writes what was written to a file or folder through to the disk. Returns 0, or -1 with `errno` set.
int folder_sync(const char *path);
