// Permissions. Part of `CLua.h`.
#ifndef OKIT_CLUA_IO_H
#define OKIT_CLUA_IO_H

#include "okit_values.h"

#pragma clang assume_nonnull begin

/// The scope of a permission: everything, or the named items.
typedef struct okit_scope {
  bool all;
  /// Folders, or names of environment variables; each ends with a zero byte.
  okit_text names;
} okit_scope;

typedef struct okit_permissions {
  okit_scope read, write, environment;
  bool system, native;
  /// What messages put in front of the name of a permission, such as `permissions.`; copied.
  const char *_Nonnull prefix;
  /// For tests: resolves paths as on a kernel without `openat2`.
  bool walks;
} okit_permissions;

/// The permissions of a state, with their folders open.
typedef struct okit_grants okit_grants;

/// Opens the folders of permissions. Returns null without memory, and when the folder `refused` cannot be opened;
/// `errno` has the reason.
okit_grants *_Nullable okit_open_grants(okit_permissions permissions, const char *_Nullable *_Nonnull refused);

void okit_free_grants(okit_grants *_Nullable grants);

#pragma clang assume_nonnull end

#endif
