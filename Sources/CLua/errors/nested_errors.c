// Errors inside the handling of another one: an error that ended a coroutine and that its resumer raised again, and errors
// while variables were closed after a failure.
#include "errors/internal.h"
#include "state/state.h"

#include <string.h>

// Whether the error is the last one that ended a coroutine, possibly with a position in front.
bool okit_is_nested_error(const okit_nested_error *inner, lua_State *L, int index) {
  if (!inner->is_valid) return false;
  if (lua_type(L, index) != LUA_TSTRING) return inner->object != NULL && inner->object == lua_topointer(L, index);
  size_t length;
  const char *text = lua_tolstring(L, index, &length);
  if (inner->object != NULL || length < inner->text.length) return false;
  size_t before = length - inner->text.length;
  if (inner->text.length > 0 && memcmp(text + before, inner->text.start, inner->text.length) != 0) return false;
  return before == 0 || (before > 2 && text[before - 1] == ' ' && text[before - 2] == ':');
}

static void swap(okit_bytes *a, okit_bytes *b) {
  okit_bytes kept = *a;
  *a = *b;
  *b = kept;
}

// Describes the error where it arose, followed by the path to the coroutine that resumed.
void okit_describe_nested_error(okit_state *state) {
  okit_details *details = &state->errors.details, *inner = &state->errors.nested.details;
  state->errors.nested.is_valid = false;
  swap(&inner->message, &details->message);
  swap(&inner->candidates, &details->candidates);
  swap(&inner->notes, &details->notes);
  if (inner->line > 0) {
    swap(&inner->file, &details->file);
    details->line = inner->line;
  }
  okit_append_note(&details->notes, (okit_note){.kind = OKIT_NOTE_COROUTINE});
}

void okit_remember_error(okit_state *state, lua_State *L, lua_State *coroutine) {
  if (state->limits.tripped) return;
  okit_details details = okit_take_details(state);
  okit_text text = {NULL, 0};
  if (lua_type(L, -1) == LUA_TSTRING) text.bytes = lua_tolstring(L, -1, &text.length);
  okit_describe(state, L, -1, coroutine);
  okit_free_details(&state->errors.nested.details);
  state->errors.nested.details = state->errors.details;
  state->errors.details = details;
  state->errors.nested.object = text.bytes == NULL ? lua_topointer(L, -1) : NULL;
  state->errors.nested.text.length = 0;
  okit_append(&state->errors.nested.text, text.bytes, text.length);
  bool is_short_text = text.bytes != NULL && text.length <= OKIT_MESSAGE_LENGTH;
  state->errors.nested.is_valid = is_short_text || state->errors.nested.object != NULL;
}

void okit_note_failed_close(okit_state *state, lua_State *L, lua_State *thread, okit_details *details) {
  okit_describe(state, L, -1, thread);
  okit_describe_text(state, L);
  const okit_bytes *message = &state->errors.details.message;
  okit_append_note(
    &details->notes, (okit_note){.kind = OKIT_NOTE_FAILED_CLOSE, .text = {message->start, message->length}});
}
