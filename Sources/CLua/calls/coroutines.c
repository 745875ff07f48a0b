// The coroutine library for scripts. It differs from Lua's in three ways: a limit that trips in a coroutine continues
// in the coroutine that resumed it; a coroutine that a limit killed is not closed; and a host function that waits
// inside a script's coroutine suspends everything up to the host, which later resumes all of it.
#include "calls/calls.h"

static lua_State *check_coroutine(lua_State *L) {
  lua_State *coroutine = lua_tothread(L, 1);
  luaL_argexpected(L, coroutine != NULL, 1, "coroutine");
  return coroutine;
}

int okit_close_coroutine(lua_State *L, lua_State *coroutine) {
  okit_state *state = okit_of(L);
  state->calls.closing_depth++;
  state->running = coroutine;
  int status = lua_resetthread(coroutine);
  state->running = L;
  state->calls.closing_depth--;
  if (status == LUA_ERRMEM) okit_trip_limit(state, OKIT_TRIP_MEMORY);
  return status;
}

int okit_reset(lua_State *L, lua_State *coroutine) {
  okit_check_stack(L);
  if (okit_of(L)->calls.closing_depth == OKIT_CLOSING_DEPTH) luaL_error(L, "C stack overflow");
  int status = okit_close_coroutine(L, coroutine);
  okit_check(L);
  return status;
}

enum {
  OKIT_FAILED = -1,
  OKIT_WAITS = -2,
  // Steps charged for describing an error.
  OKIT_DESCRIBING = 200,
};

static bool is_task(lua_State *coroutine) { return *(uintptr_t *)lua_getextraspace(coroutine) & OKIT_TASK_BIT; }
static bool waits(lua_State *coroutine) { return *(uintptr_t *)lua_getextraspace(coroutine) & OKIT_WAITS_BIT; }
static void set_waits(lua_State *coroutine) { *(uintptr_t *)lua_getextraspace(coroutine) |= OKIT_WAITS_BIT; }
static void set_waits_no_more(lua_State *coroutine) {
  *(uintptr_t *)lua_getextraspace(coroutine) &= ~(uintptr_t)OKIT_WAITS_BIT;
}

// Resumes with the `count` values on top of the stack. The results, or the error, are on top of the stack afterwards.
static int resume(lua_State *L, lua_State *coroutine, int count) {
  okit_state *state = okit_of(L);
  if ((char *)__builtin_frame_address(0) < state->limits.stack_floor) {
    lua_pop(L, count);
    lua_pushliteral(L, "C stack overflow");
    return OKIT_FAILED;
  }
  if (is_task(coroutine) && coroutine != L) {
    lua_pop(L, count);
    lua_pushliteral(L, "cannot resume a coroutine of the host");
    return OKIT_FAILED;
  }
  if (waits(coroutine)) {
    lua_pop(L, count);
    lua_pushliteral(L, "cannot resume a coroutine that waits for the host");
    return OKIT_FAILED;
  }
  if (!lua_checkstack(coroutine, count)) {
    lua_pop(L, count);
    lua_pushliteral(L, "too many arguments to resume");
    return OKIT_FAILED;
  }
  lua_xmove(L, coroutine, count);
  int results = 0;
  state->running = coroutine;
  if (state->limits.tripped) okit_trip_limit(state, (okit_trip)state->limits.tripped);
  lua_Debug record;
  bool is_dead = lua_status(coroutine) > LUA_YIELD;
  const okit_resumer resumer = {L, state->calls.resumer};
  state->calls.resumer = &resumer;
  int status = lua_resume(coroutine, L, count, &results);
  state->running = L;
  state->calls.resumer = resumer.previous;
  okit_check_status(L, status);
  // The coroutine may have ended, or waited, before its hook ran.
  if (state->limits.interrupts != 0) okit_hook_interrupt(L);
  if (status != LUA_OK && status != LUA_YIELD) {
    if (*state->calls.unwinding != 0) okit_raise_unwinding(L);
    okit_note_caught_error(state, coroutine, status);
    // A coroutine that this resume killed keeps its error for closing; one that could not be resumed stays as it was.
    if (!is_dead && lua_status(coroutine) > LUA_YIELD) lua_pushvalue(coroutine, -1);
    lua_xmove(coroutine, L, 1);
    if (!is_dead && lua_getstack(coroutine, 0, &record)) {
      okit_charge(L, OKIT_DESCRIBING);
      okit_remember_error(state, L, coroutine);
    }
    return OKIT_FAILED;
  }
  if (!lua_checkstack(L, results + 2)) {
    lua_pop(coroutine, results);
    state->calls.host_yield = false;
    lua_pushliteral(L, "too many results to resume");
    return OKIT_FAILED;
  }
  lua_xmove(coroutine, L, results);
  if (status == LUA_YIELD && state->calls.host_yield) {
    if (lua_isyieldable(L)) {
      set_waits(coroutine);
      return OKIT_WAITS - results;
    }
    state->calls.host_yield = false;
    lua_pop(L, results);
    lua_pushliteral(L, OKIT_CANNOT_WAIT);
    return OKIT_FAILED;
  }
  return results;
}

// Passes the values that the host resumed with to the waiting coroutine, which may have been closed meanwhile.
static int resume_again(lua_State *L, lua_State *coroutine, int count) {
  okit_check(L);
  set_waits_no_more(coroutine);
  if (lua_status(coroutine) != LUA_YIELD) okit_of(L)->calls.raise_resumed = false;
  return resume(L, coroutine, count);
}

// MARK: resume

static int continue_resume(lua_State *L, int status, lua_KContext context);

static int finish_resume(lua_State *L, int results) {
  if (results <= OKIT_WAITS) return lua_yieldk(L, OKIT_WAITS - results, 0, continue_resume);
  if (results == OKIT_FAILED) {
    lua_pushboolean(L, false);
    lua_insert(L, -2);
    return 2;
  }
  lua_pushboolean(L, true);
  lua_insert(L, -(results + 1));
  return results + 1;
}

// The coroutine is at the bottom of the stack.
static int continue_resume(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return finish_resume(L, resume_again(L, lua_tothread(L, 1), lua_gettop(L) - 1));
}

static int coroutine_resume(lua_State *L) {
  lua_State *coroutine = check_coroutine(L);
  return finish_resume(L, resume(L, coroutine, lua_gettop(L) - 1));
}

// MARK: wrap

static int continue_wrapped(lua_State *L, int status, lua_KContext base);

static int finish_wrapped(lua_State *L, int results) {
  if (results <= OKIT_WAITS) {
    int count = OKIT_WAITS - results;
    return lua_yieldk(L, count, lua_gettop(L) - count, continue_wrapped);
  }
  if (results >= 0) return results;
  lua_State *coroutine = lua_tothread(L, lua_upvalueindex(1));
  int status = lua_status(coroutine);
  if (status != LUA_OK && status != LUA_YIELD) {
    status = okit_reset(L, coroutine);
    if (status != LUA_OK) lua_xmove(coroutine, L, 1);
  }
  if (lua_type(L, -1) == LUA_TSTRING) okit_add_position(L, 1);
  return lua_error(L);
}

static int continue_wrapped(lua_State *L, int status, lua_KContext base) {
  (void)status;
  return finish_wrapped(L, resume_again(L, lua_tothread(L, lua_upvalueindex(1)), lua_gettop(L) - (int)base));
}

static int wrapped(lua_State *L) {
  return finish_wrapped(L, resume(L, lua_tothread(L, lua_upvalueindex(1)), lua_gettop(L)));
}

static int coroutine_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *coroutine = lua_newthread(L);
  okit_pay_slice(L, coroutine, true);
  lua_pushvalue(L, 1);
  lua_xmove(L, coroutine, 1);
  return 1;
}

static int coroutine_wrap(lua_State *L) {
  coroutine_create(L);
  lua_pushcclosure(L, wrapped, 1);
  return 1;
}

// MARK: yield, close

// Scripts do not see a task of the host as a coroutine: it cannot pass values to the host.
static int coroutine_yield(lua_State *L) {
  if (is_task(L)) return luaL_error(L, "attempt to yield from outside a coroutine");
  return lua_yield(L, lua_gettop(L));
}

static int coroutine_is_yieldable(lua_State *L) {
  lua_State *coroutine = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  lua_pushboolean(L, !is_task(coroutine) && lua_isyieldable(coroutine));
  return 1;
}

static const char *status_name(lua_State *L, lua_State *coroutine) {
  lua_Debug record;
  if (coroutine == L) return "running";
  switch (lua_status(coroutine)) {
    case LUA_YIELD:
      return "suspended";
    case LUA_OK:
      if (lua_getstack(coroutine, 0, &record)) return "normal";
      return lua_gettop(coroutine) == 0 ? "dead" : "suspended";
    default:
      return "dead";
  }
}

static int coroutine_close(lua_State *L) {
  lua_State *coroutine = check_coroutine(L);
  const char *status = status_name(L, coroutine);
  if (status[0] != 's' && status[0] != 'd') return luaL_error(L, "cannot close a %s coroutine", status);
  if (is_task(coroutine)) return luaL_error(L, "cannot close a coroutine of the host");
  if (okit_reset(L, coroutine) == LUA_OK) {
    lua_pushboolean(L, true);
    return 1;
  }
  lua_pushboolean(L, false);
  lua_xmove(coroutine, L, 1);
  return 2;
}

static const luaL_Reg functions[] = {
  {"create", coroutine_create}, {"wrap", coroutine_wrap},   {"resume", coroutine_resume},
  {"yield", coroutine_yield},   {"close", coroutine_close}, {"isyieldable", coroutine_is_yieldable},
  {NULL, NULL},
};

void okit_install_coroutines(lua_State *L) {
  lua_getglobal(L, LUA_COLIBNAME);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
