// The C half of the Lua bridge, as Swift sees it. Nothing declared here raises a Lua error: code that may raise runs
// under `lua_pcall` inside these functions, so that no `longjmp` ever crosses a Swift frame.
#ifndef OKIT_CLUA_H
#define OKIT_CLUA_H

#include "okit_values.h"
#include "okit_calls.h"
#include "okit_limits.h"
#include "okit_errors.h"
#include "okit_io.h"
#include "okit_state.h"

#endif
