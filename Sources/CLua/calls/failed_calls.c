// The failure of a call, after Lua has unwound its stack or the watchdog has left it.
#include "calls/entry.h"

static int object_text(lua_State *L) {
  if (luaL_getmetafield(L, 1, "__tostring") == LUA_TNIL) {
    lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
  } else {
    luaL_tolstring(L, 1, NULL);
  }
  return 1;
}

void okit_describe_text(okit_state *state, lua_State *L) {
  if (!state->errors.details.needs_text || state->limits.tripped || !lua_checkstack(L, 4)) return;
  okit_details details = okit_take_details(state);
  details.needs_text = false;
  lua_pushcfunction(L, object_text);
  lua_pushvalue(L, -2);
  int status = lua_pcall(L, 1, 1, 0);
  okit_text text = {"(error object has no text)", 26};
  if (status == LUA_OK && lua_type(L, -1) == LUA_TSTRING) text.bytes = lua_tolstring(L, -1, &text.length);
  okit_set_message(&details, text);
  if (status == LUA_ERRMEM) okit_trip_limit(state, OKIT_TRIP_MEMORY);
  lua_pop(L, 1);
  okit_put_details(state, details);
}

void okit_describe_status(okit_state *state, lua_State *L, int status) {
  if (state->calls.depth > 1) okit_repeat_interrupt(L);
  if (status == LUA_ERRMEM) okit_trip_limit(state, OKIT_TRIP_MEMORY);
  if (state->limits.tripped) {
    okit_describe_limit(state, L);
  } else if (*state->calls.unwinding != 0) {
    okit_fail(state, "the evaluation has ended");
  } else if (status == LUA_ERRERR) {
    // The message handler had no room, as after an endless recursion.
    okit_fail(state, "stack overflow");
    state->limits.stack_overflows++;
    okit_describe_stack(&state->errors.details, L);
  } else {
    okit_describe_text(state, L);
    okit_note_overflow(state, state->errors.details.message.start, state->errors.details.message.length);
  }
}

void okit_note_failed_close(okit_state *state, lua_State *L, lua_State *thread, okit_details *details) {
  okit_describe(state, L, -1, thread);
  okit_describe_text(state, L);
  const okit_bytes *message = &state->errors.details.message;
  okit_append_note(
    &details->notes, (okit_note){.kind = OKIT_NOTE_FAILED_CLOSE, .text = {message->start, message->length}});
}

void okit_end_jumped_entry(okit_state *state, const okit_recovery_point *recovery) {
  state->calls.host_depth = recovery->host_depth;
  state->calls.recovery = recovery->outer;
  if (state->calls.pushing_text) {
    // There was no memory, and Lua has unwound its stack itself.
    state->calls.pushing_text = false;
    okit_trip_limit(state, OKIT_TRIP_MEMORY);
    okit_describe_limit(state, NULL);
  } else if (!state->calls.abandoned) {
    state->calls.abandoned = true;
    if (state->limits.tripped == OKIT_TRIP_WORK) state->limits.tripped = OKIT_TRIP_INTERRUPT;
    state->calls.resumer = NULL;
    okit_unblock();
    // The error that was being described no longer matters.
    state->errors.describing = false;
    okit_describe_limit(state, NULL);
  }
  if (state->values.collecting) okit_release_collected(state);
  okit_end(state);
}
