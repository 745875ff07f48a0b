// Coroutines of the host, which allow the functions that it calls to wait. Finished ones are reused.
#include "calls/calls.h"

typedef struct request {
  int32_t function, coroutine;
  okit_values arguments;
  bool raise;
  okit_run *run;
  bool failed;  // the coroutine's own failure is described already
} request;

static okit_task take(lua_State *L) {
  okit_state *state = okit_of(L);
  if (state->calls.pooled > 0) return state->calls.pool[--state->calls.pooled];
  okit_task task = {.thread = lua_newthread(L)};
  *(uintptr_t *)lua_getextraspace(task.thread) = (uintptr_t)state | OKIT_TASK_BIT;
  task.reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return task;
}

static void give_back(okit_state *state, okit_task task) {
  if (state->calls.pooled < OKIT_POOL_SIZE && lua_status(task.thread) == LUA_OK) {
    lua_settop(task.thread, 0);
    state->calls.pool[state->calls.pooled++] = task;
  } else {
    okit_release(state, task.reference);
  }
}

// Closes the variables of a failed coroutine. Its own failure stays the reported one.
static void abandon(lua_State *L, okit_task task) {
  okit_state *state = okit_of(L);
  okit_describe_text(state, L);
  okit_check(L);
  bool has_room = (char *)__builtin_frame_address(0) >= state->limits.stack_floor &&
                  state->calls.closing_depth < OKIT_CLOSING_DEPTH;
  if (has_room) {
    // Nothing may raise until the details are put back.
    okit_details details = okit_take_details(state);
    if (okit_close_coroutine(L, task.thread) != LUA_OK && !state->limits.tripped) {
      lua_xmove(task.thread, L, 1);
      if (!lua_rawequal(L, -1, -2)) okit_note_failed_close(state, L, task.thread, &details);
      lua_pop(L, 1);
    }
    // An exit of the closed variables ends the session, but does not hide the failure.
    bool exits = state->limits.tripped == OKIT_TRIP_EXIT;
    if (exits) state->errors.limit_described = false;
    okit_put_details(state, details);
    if (exits) state->errors.limit_described = true;
  }
  okit_release(state, task.reference);
  okit_check(L);
}

// Runs the task with `count` values on its stack, `moved` of which are still on top of L's.
static void run(lua_State *L, okit_task task, int count, int moved, request *request) {
  okit_state *state = okit_of(L);
  if (!lua_checkstack(task.thread, moved + 2)) {
    okit_release(state, task.reference);
    luaL_error(L, "stack overflow");
  }
  lua_xmove(L, task.thread, moved);
  int results = 0;
  state->calls.raise_resumed = request->raise;
  state->running = task.thread;
  if (state->limits.tripped) {
    okit_trip_limit(state, (okit_trip)state->limits.tripped);
  } else {
    state->running = L;
    okit_pay_slice(L, task.thread, false);
    state->running = task.thread;
  }
  const okit_resumer resumer = {L, state->calls.resumer};
  state->calls.resumer = &resumer;
  int status = lua_resume(task.thread, L, count, &results);
  state->running = L;
  state->calls.resumer = resumer.previous;
  state->calls.host_yield = state->calls.raise_resumed = false;
  // Nothing resumes it, and the state may go on.
  if (state->limits.tripped == OKIT_TRIP_WORK) okit_release(state, task.reference);
  okit_check_status(L, status);
  if (status != LUA_OK && status != LUA_YIELD) {
    // Closing finds the error on the coroutine's stack.
    lua_pushvalue(task.thread, -1);
    lua_xmove(task.thread, L, 1);
    okit_describe(state, L, -1, task.thread);
    abandon(L, task);
    request->failed = true;
    return;
  }
  bool fits = lua_checkstack(L, results + 2);
  if (fits) lua_xmove(task.thread, L, results);
  request->run->finished = status == LUA_OK;
  if (status == LUA_OK) {
    give_back(state, task);
  } else {
    request->run->coroutine = task.reference;
  }
  if (!fits) luaL_error(L, "stack overflow (too many results)");
  okit_collect_values(L, lua_gettop(L) - results + 1, results, &request->run->values);
}

static int start(lua_State *L) {
  request *request = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, request->function);
  okit_push_all(L, request->arguments);
  int count = (int)request->arguments.count;
  run(L, take(L), count, count + 1, request);
  return 0;
}

static int resume(lua_State *L) {
  request *request = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, request->coroutine);
  okit_task task = {.thread = lua_tothread(L, -1), .reference = request->coroutine};
  if (task.thread == NULL || lua_status(task.thread) != LUA_YIELD) return luaL_error(L, "the function is not waiting");
  okit_push_all(L, request->arguments);
  int count = (int)request->arguments.count;
  run(L, task, count, count, request);
  return 0;
}

static int cancel(lua_State *L) {
  request *request = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, request->coroutine);
  lua_State *thread = lua_tothread(L, -1);
  okit_release(okit_of(L), request->coroutine);
  if (thread == NULL || lua_status(thread) != LUA_YIELD) return luaL_error(L, "the function is not waiting");
  if (okit_reset(L, thread) != LUA_OK) {
    lua_xmove(thread, L, 1);
    return lua_error(L);
  }
  return 0;
}

static bool enter(okit_state *state, lua_CFunction body, request *request) {
  okit_run *run = request->run;
  run->coroutine = LUA_NOREF;
  if (okit_enter(state, body, request, 0) && !request->failed) return true;
  // The coroutine waits, but the caller never learned for which ticket.
  okit_release(state, run->coroutine);
  run->coroutine = LUA_NOREF;
  return false;
}

bool okit_start(okit_state *state, int32_t function, okit_values arguments, okit_run *run) {
  request request = {.function = function, .arguments = arguments, .run = run};
  return enter(state, start, &request);
}

bool okit_resume(okit_state *state, int32_t coroutine, okit_values arguments, bool raise, okit_run *run) {
  request request = {.coroutine = coroutine, .arguments = arguments, .raise = raise, .run = run};
  return enter(state, resume, &request);
}

bool okit_cancel(okit_state *state, int32_t coroutine) {
  request request = {.coroutine = coroutine};
  return okit_enter(state, cancel, &request, 0);
}
