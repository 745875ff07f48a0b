// The state behind the opaque `okit_state`: one group of members for each folder, declared in the folder's header. A
// file that uses only what a folder offers includes that folder's header instead.
//
// Functions that may raise a Lua error take a `lua_State *` first; those that take an `okit_state *` never raise.
#ifndef OKIT_STATE_H
#define OKIT_STATE_H

#include "calls/calls.h"
#include "errors/errors.h"
#include "io/io.h"
#include "limits/limits.h"
#include "state/extra_space.h"
#include "values/values.h"

struct okit_state {
  okit_limit_data limits;  // first: `okit_limits_of`
  okit_call_data calls;
  okit_error_data errors;
  okit_value_data values;
  okit_io_data io;
  lua_State *main;
  lua_State *running;  // the coroutine that runs now; the signal handler reads it too
  okit_host host;
};

_Static_assert(offsetof(okit_state, limits) == 0, "okit_limits_of depends on it");

#endif
