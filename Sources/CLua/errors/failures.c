// Turns an error into a failure that the host reads: its message without the position, the place, the traceback. All
// parts lie on the host's heap, because Lua's may be full.
#include "errors/errors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set(okit_bytes *bytes, okit_text text) {
  bytes->length = 0;
  okit_append(bytes, text.bytes, text.length);
}

// Truncates long messages: megabytes are unreadable, and no limit would count the copies.
void okit_set_message(okit_details *details, okit_text text) {
  char rest[64];
  size_t length = text.length;
  if (length > OKIT_MESSAGE_LENGTH) {
    length = OKIT_MESSAGE_LENGTH;
    while (length > 0 && ((unsigned char)text.bytes[length] & 0xC0) == 0x80) length--;
  }
  set(&details->message, (okit_text){text.bytes, length});
  if (length == text.length) return;
  int written = snprintf(rest, sizeof rest, "… (cut; %zu bytes in all)", text.length);
  okit_append(&details->message, rest, (size_t)written);
}

static void reset(okit_details *details, okit_failure_kind kind) {
  details->kind = kind;
  details->line = 0;
  details->object = 0;
  details->needs_text = false;
  details->message.length = details->code.length = details->file.length = 0;
  details->notes.length = details->candidates.length = 0;
}

void okit_fail(okit_state *state, const char *message) {
  reset(&state->errors.details, OKIT_FAILURE_ERROR);
  okit_append(&state->errors.details.message, message, strlen(message));
}

void okit_describe_stack(okit_details *details, lua_State *thread) {
  lua_Debug record;
  if (details->line == 0 && okit_find_script_frame(thread, &record)) {
    set(&details->file, okit_source_name(&record));
    details->line = record.currentline;
  }
  okit_trace(thread, &details->notes);
}

// A message starts with the position of a function on the stack, which is the caller's with `error(message, 2)`.
static void describe_message(okit_details *details, okit_text message, lua_State *thread) {
  okit_text file, rest;
  int32_t line;
  if (okit_split_position(message.bytes, message.length, &file, &line, &rest)) {
    if (file.length >= 5 && memcmp(file.bytes, "[okit", 5) == 0) {
      message = rest;
    } else {
      lua_Debug record;
      for (int level = 0; level < OKIT_SEARCHED_LEVELS && lua_getstack(thread, level, &record); level++) {
        lua_getinfo(thread, "S", &record);
        if (strlen(record.short_src) != file.length || memcmp(record.short_src, file.bytes, file.length) != 0) continue;
        set(&details->file, okit_source_name(&record));
        details->line = line;
        message = rest;
        break;
      }
    }
  }
  okit_set_message(details, message);
  okit_collect_candidates(thread, okit_read_message(message), &details->candidates);
}

// Reads a field of a table that is a text or a number.
static bool read_field(lua_State *L, int index, int key, okit_details *details, bool is_message) {
  char figures[64];
  okit_text text = {NULL, 0};
  lua_rawgeti(L, LUA_REGISTRYINDEX, key);
  lua_rawget(L, index);
  if (lua_type(L, -1) == LUA_TSTRING) {
    text.bytes = lua_tolstring(L, -1, &text.length);
  } else if (lua_type(L, -1) == LUA_TNUMBER) {
    text = okit_number_text(L, -1, figures);
  }
  if (text.bytes != NULL && is_message) okit_set_message(details, text);
  if (text.bytes != NULL && !is_message) set(&details->code, text);
  lua_pop(L, 1);
  return text.bytes != NULL;
}

// Never runs Lua code: an object's `__tostring` is called after the stack has unwound.
void okit_describe(okit_state *state, lua_State *L, int index, lua_State *thread) {
  okit_details *details = &state->errors.details;
  okit_object object;
  char figures[64];
  int top = lua_gettop(L);
  index = lua_absindex(L, index);
  reset(details, OKIT_FAILURE_ERROR);
  state->errors.describing = true;
  switch (lua_type(L, index)) {
    case LUA_TSTRING: {
      okit_text message;
      message.bytes = lua_tolstring(L, index, &message.length);
      describe_message(details, message, thread);
      break;
    }
    case LUA_TNUMBER:
      set(&details->message, okit_number_text(L, index, figures));
      break;
    case LUA_TTABLE:
      read_field(L, index, state->errors.key_code, details, false);
      if (read_field(L, index, state->errors.key_message, details, true)) break;
      details->needs_text = okit_push_metafield(L, index, state->errors.key_tostring);
      if (details->needs_text) {
        lua_pop(L, 1);
      } else {
        okit_describe_object(L, index, &details->message);
      }
      break;
    default:
      if (okit_to_object(L, index, &object)) {
        if (object.kind == OKIT_KIND_FAILURE) {
          details->kind = OKIT_FAILURE_OBJECT;
          details->object = object.bits;
        } else {
          details->needs_text = true;
        }
      } else {
        okit_describe_object(L, index, &details->message);
      }
  }
  lua_settop(L, top);
  if (okit_is_nested_error(state, L, index)) okit_describe_nested_error(state);
  okit_describe_stack(details, thread);
  state->errors.describing = false;
}

void okit_remember_error(okit_state *state, lua_State *L, lua_State *coroutine) {
  if (state->limits.tripped) return;
  okit_details details = okit_take_details(state);
  okit_describe(state, L, -1, coroutine);
  okit_free_details(&state->errors.nested.details);
  state->errors.nested.details = state->errors.details;
  state->errors.details = details;
  // Of a number or a boolean, nothing tells whether it is the same one; a long text would stay in memory.
  bool is_long_text = lua_type(L, -1) == LUA_TSTRING && lua_rawlen(L, -1) > OKIT_MESSAGE_LENGTH;
  state->errors.nested.is_valid = lua_topointer(L, -1) != NULL && !is_long_text;
  if (state->errors.nested.is_valid) okit_set_nested_error(state, L, -1);
}

int okit_message_handler(lua_State *L) {
  okit_state *state = okit_of(L);
  if (!state->limits.tripped && *state->calls.unwinding == 0) okit_describe(state, L, 1, L);
  lua_settop(L, 1);
  return 1;
}

// Describes a limit where it first stops the script; later errors of unwinding do not matter. Until a limit has tripped
// the last place counts, because a garbage collection may find memory after a refusal.
void okit_describe_limit(okit_state *state, lua_State *thread) {
  // A lack of memory while describing an error is not a limit of the script.
  if (state->errors.limit_described || state->errors.describing) return;
  // Set first, because describing may lack memory, and would be described itself.
  state->errors.limit_described = true;
  reset(&state->errors.details, OKIT_FAILURE_LIMIT);
  if (thread != NULL) okit_describe_stack(&state->errors.details, thread);
  // A coroutine that is about to run has no line yet; the one that resumed it has.
  state->errors.limit_described = state->limits.tripped != 0 && (thread == NULL || state->errors.details.line > 0);
}

okit_details okit_take_details(okit_state *state) {
  okit_details details = state->errors.details;
  state->errors.details = (okit_details){0};
  return details;
}

void okit_free_details(okit_details *details) {
  free(details->message.start);
  free(details->code.start);
  free(details->file.start);
  free(details->notes.start);
  free(details->candidates.start);
}

// A limit that tripped meanwhile has precedence.
void okit_put_details(okit_state *state, okit_details details) {
  if (state->errors.limit_described) {
    okit_free_details(&details);
  } else {
    okit_free_details(&state->errors.details);
    state->errors.details = details;
  }
}

okit_failure okit_last_failure(const okit_state *state) {
  const okit_details *details = &state->errors.details;
  okit_text message = {details->message.start, details->message.length};
  return (okit_failure){
    .kind = details->kind,
    .line = details->line,
    .object = details->object,
    .message = message,
    .code = {details->code.start, details->code.length},
    .file = {details->file.start, details->file.length},
    // An error with a code is not Lua's own.
    .error = okit_read_message(details->code.length == 0 ? message : (okit_text){NULL, 0}),
    .notes = {{details->notes.start, details->notes.length}},
    .candidates = {{details->candidates.start, details->candidates.length}},
  };
}

// MARK: Memory of the state

void okit_intern_keys(lua_State *L) {
  okit_state *state = okit_of(L);
  const struct {
    const char *name;
    int *slot;
  } keys[] = {
    {"code", &state->errors.key_code},     {"message", &state->errors.key_message},
    {"__name", &state->errors.key_name},   {"__tostring", &state->errors.key_tostring},
    {"__index", &state->errors.key_index},
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    lua_pushstring(L, keys[i].name);
    *keys[i].slot = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  okit_intern_nested_error(L);
}

void okit_free_errors(okit_error_data *errors) {
  okit_free_details(&errors->details);
  okit_free_details(&errors->nested.details);
  okit_free_details(&errors->inspected);
  free(errors->current_notes.start);
}
