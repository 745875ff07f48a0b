// States that return to a saved moment, so that another script finds what the first one has found.
//
// Everything that a script can change lies in the arena of the state, in `okit_state`, and in what that refers to on
// the host's heap: buffers, which are freed, and the numbers of names, which are copied. Nothing else refers into a
// state that does not run.
#include "objects/objects.h"
#include "state/libraries.h"

#include <stdlib.h>
#include <string.h>

struct okit_saved {
  okit_state state;
  okit_arena_copy *arena;
  okit_kind *kinds;  // with copies of their names
};

static bool copy_names(okit_names *to, const okit_names *from) {
  size_t bytes = (from->mask + 1) * sizeof *from->entries;
  struct okit_name *entries = to->entries;
  if (from->entries != NULL && (entries == NULL || to->mask != from->mask)) {
    entries = okit_resize(entries, bytes);
    if (entries == NULL) return false;
  }
  if (from->entries != NULL) memcpy(entries, from->entries, bytes);
  *to = (okit_names){.entries = entries, .count = from->count, .mask = from->mask};
  if (from->entries == NULL) {
    free(entries);
    to->entries = NULL;
  }
  return true;
}

// Whether the state rests, and whether everything it has done can be undone. The finalizers of open files have an
// effect outside, and a script that a limit has stopped may have left anything.
static bool can_copy(const okit_state *state) {
  return state->calls.depth == 0 && state->calls.recovery == NULL && !state->calls.abandoned &&
    !state->limits.tripped && !state->limits.refused && state->io.file_count == 0 && state->running == state->main;
}

// Frees what the state refers to on the host's heap besides its kinds.
static void free_buffers(okit_state *state) {
  okit_value_data *values = &state->values;
  okit_free_errors(&state->errors);
  free(values->collected);
  free(values->out);
  free(values->released);
}

void okit_free_saved(okit_saved *saved) {
  if (saved == NULL) return;
  for (size_t i = 0; saved->kinds != NULL && i < saved->state.values.kind_count; i++) {
    free(saved->kinds[i].names.entries);
  }
  free(saved->kinds);
  okit_free_arena_copy(saved->arena);
  free(saved);
}

static bool copy_kinds(okit_saved *saved, const okit_value_data *values) {
  saved->kinds = okit_resize(NULL, values->kind_count * sizeof *saved->kinds);
  if (saved->kinds == NULL) return false;
  for (size_t i = 0; i < values->kind_count; i++) {
    saved->kinds[i] = values->kinds[i];
    saved->kinds[i].names = (okit_names){0};
    // Those of the first application.
    saved->kinds[i].epoch = NULL;
    saved->kinds[i].definitions = NULL;
  }
  for (size_t i = 0; i < values->kind_count; i++) {
    if (!copy_names(&saved->kinds[i].names, &values->kinds[i].names)) return false;
  }
  return true;
}

void okit_will_save(okit_state *state) {
  state->will_be_saved = true;
  okit_add_fixed_chunk(state->arena);
}

bool okit_save(okit_state *state) {
  if (state->saved != NULL || !can_copy(state)) return false;
  // The timer belongs to the thread, which may be another one after the restoring.
  okit_stop_timer(state);
  free_buffers(state);
  int nested = state->errors.nested.slot;
  okit_error_data *errors = &state->errors;
  *errors = (okit_error_data){
    .nested.slot = nested, .key_code = errors->key_code, .key_message = errors->key_message,
    .key_tostring = errors->key_tostring, .key_name = errors->key_name, .key_index = errors->key_index};
  state->values = (okit_value_data){.kinds = state->values.kinds, .kind_count = state->values.kind_count};
  okit_saved *saved = okit_resize(NULL, sizeof *saved);
  if (saved == NULL) return false;
  *saved = (okit_saved){.state = *state, .arena = okit_copy_arena(state->arena)};
  saved->state.calls.unwinding = &okit_not_unwinding;
  if (saved->arena == NULL || !copy_kinds(saved, &state->values)) {
    okit_free_saved(saved);
    return false;
  }
  state->saved = saved;
  return true;
}

bool okit_restore(okit_state *state) {
  okit_saved *saved = state->saved;
  if (saved == NULL || !can_copy(state)) return false;
  okit_kind *kinds = state->values.kinds;
  size_t count = saved->state.values.kind_count;
  for (size_t i = count; i < state->values.kind_count; i++) free(kinds[i].names.entries);
  state->values.kind_count = count;
  for (size_t i = 0; i < count; i++) {
    okit_names names = kinds[i].names;
    kinds[i] = saved->kinds[i];
    kinds[i].names = names;
    if (!copy_names(&kinds[i].names, &saved->kinds[i].names)) return false;
  }
  free_buffers(state);
  okit_restore_arena(state->arena, saved->arena);
  // The timer stays: the next script usually runs on the same thread. No signal looks at a state that does not run.
  timer_t timer = state->limits.timer;
  uint32_t thread = state->limits.timer_thread;
  int64_t tick = state->limits.next_tick;
  *state = saved->state;
  state->limits.timer = timer;
  state->limits.timer_thread = thread;
  state->limits.next_tick = tick;
  state->values.kinds = kinds;
  state->saved = saved;
  return true;
}

bool okit_save_again(okit_state *state) {
  okit_free_saved(state->saved);
  state->saved = NULL;
  return okit_save(state);
}
