// The Lua half of the test framework.
#pragma once

#include <stddef.h>

#pragma clang assume_nonnull begin

/// The text of a script; no bytes when there is none.
typedef struct {
  const char *_Nullable bytes;
  size_t length;
} okit_testing_script;

/// Returns the script `lua/<name>.lua`.
okit_testing_script okit_testing_prelude(const char *name);

#pragma clang assume_nonnull end
