// Opening a state, its scripts, globals and clock. Part of `CLua.h`.
#ifndef OKIT_CLUA_STATE_H
#define OKIT_CLUA_STATE_H

#include "okit_calls.h"
#include "okit_io.h"
#include "okit_limits.h"

#pragma clang assume_nonnull begin

/// The functions of the host that a state calls. Handlers stay valid until the state is closed.
typedef struct okit_host {
  okit_invoke invoke;
  /// Takes a line that `print` writes; a second argument of true means standard error.
  void *print;
  /// Takes the name of a module; returns its text and the name of its chunk; or its compiled form, the name, and the
  /// cost of loading it.
  void *resolve;
  /// Takes the text and the name of a file that a script loads; returns its function with counters, or nothing where
  /// nothing is counted.
  void *load;
  /// Gets a code, a message, a file, a line, the name or sign of the script that the message is about, and whether the
  /// script ends too early; answers with a failure made of them.
  void *fail;
  /// Takes bytes for standard output, or, with true, for standard error.
  void *output;
  /// Takes an exit status, and whether the caller can wait. The state is stopped unless the call yields.
  void *exit;
  /// Answers with the bytes that the application has outside of Lua.
  void *measure;
} okit_host;

/// Opens a state with the sandboxed libraries. Returns null when its memory limit does not suffice. Takes ownership of
/// the grants in both cases. `has_seed` is whether `next` is to visit texts, numbers and Bools in the same order in
/// every process.
okit_state *_Nullable okit_open(okit_limits limits, okit_grants *grants, okit_host host, bool has_seed);

/// Whether `next` does so. Not with a Lua whose state is laid out in another way than that of Lua 5.4.
bool okit_has_known_order(const okit_state *state);

/// Seeds `math.random`, and `math.randomseed` without arguments, before a script runs.
bool okit_seed_random(okit_state *state, uint64_t seed);

/// Announces `okit_save`: what is loaded until then has its code where it need not be remembered.
void okit_will_save(okit_state *state);

/// Remembers what the state is now; the caller has collected its garbage. Once for a state, which must not run. Returns
/// false where that is impossible.
bool okit_save(okit_state *state);

/// Loads a compiled chunk, as `okit_load_compiled` does, into a state that is what it was when it was saved, and
/// remembers it with that. Each script then finds the chunk by its number, once. Returns false where that is
/// impossible; the state can only be closed then.
bool okit_save_chunk(okit_state *state, okit_text compiled, const char *chunk, int64_t number);

/// Remembers what the state is now, with the chunks, in place of what was saved. Returns false as `okit_save_chunk`.
bool okit_save_again(okit_state *state);

/// Makes the state what it was when it was saved: functions, globals and kinds of objects that came later are gone, and
/// all references to them. Returns false when the state runs, a limit has stopped it, an allocation was refused, or it
/// has open files; it can only be closed then.
bool okit_restore(okit_state *state);

/// Runs the remaining finalizers and frees everything. The state must not run. Returns the number of leaked bytes, for
/// tests.
size_t okit_close(okit_state *state);

/// Compiles text, never bytecode. `chunk` is a chunk name in Lua's form: `@file` or `=title`.
bool okit_load(okit_state *state, okit_text text, const char *chunk, int32_t *reference);

/// Writes a compiled function, with its lines and names, for `okit_load_compiled`. Writes nothing when memory runs out.
/// The caller frees them.
bool okit_dump(okit_state *state, int32_t function, okit_text *compiled);

void okit_free_compiled(okit_text compiled);

/// Loads what `okit_dump` has written. Lua does not check it, so that it must not come from a script or a file. `cost`
/// is the number of instructions that count as executed: the length of the text, as if it were compiled. Without bytes,
/// the length is the number of a chunk that the saved state has.
bool okit_load_compiled(
  okit_state *state, okit_text compiled, const char *chunk, size_t cost, int32_t *reference);

/// Makes the counters of an instrumented chunk that was loaded and runs next, all 0: a list of lists, one for each
/// function, and at 0 the function that counts the outcomes of operators. The chunk finds them in a global variable, if
/// there is one.
bool okit_add_counters(
  okit_state *state, const char *_Nullable global, const uint32_t *sizes, size_t function_count,
  size_t operator_count, int32_t *reference);

/// Gives counters to a function of an instrumented file: a list with its environment at -1 is its environment.
bool okit_count_function(okit_state *state, int32_t function, int32_t reference, size_t function_count);

/// Adds counters to as many numbers, and sets them to 0: those of each function, then two for each operator, which
/// count false and true. Returns false for a state that cannot be used any more.
bool okit_take_counters(
  okit_state *state, int32_t reference, const uint32_t *sizes, size_t function_count, size_t operator_count,
  uint64_t *totals);

/// Functions of Lua that the test framework needs.
typedef OKIT_ENUM(okit_inspection, uint8_t) {
  /// `where(level)`: returns the source and the line of a function, 1 being the caller; nothing beyond the outermost.
  OKIT_INSPECT_WHERE OKIT_NAMED(where),
  /// `frames()`: a table for each function on the stack, innermost first, with `file`, `line` (0 in C), `kind`, `name`
  /// and `defined_line`; or with the kind "omitted" where frames of a deep stack are left out.
  OKIT_INSPECT_FRAMES OKIT_NAMED(frames),
  /// `problem(error)`, in a message handler: a table with `message`, `file` and `line` where the error arose, and
  /// `notes`, the frames inside of coroutines that it has ended, like those of `frames()`, with notes of the kinds
  /// "coroutine" and "failed_close" (with `text`) between them; nothing after a limit has tripped.
  OKIT_INSPECT_ERROR OKIT_NAMED(error),
  /// `metamethod(table, name)`, also of a metatable that is protected; nothing for anything but a table.
  OKIT_INSPECT_METAMETHOD OKIT_NAMED(metamethod),
  /// `lines(function)`: the source, the first and the last line of a Lua function; nothing for anything else.
  OKIT_INSPECT_LINES OKIT_NAMED(lines),
} okit_inspection;

bool okit_make_inspection(okit_state *state, okit_inspection inspection, int32_t *reference);

/// Writes a global variable at a path such as "okit.log.info". Creates missing tables; an error for a class of
/// okit and a field of one.
bool okit_set_path(okit_state *state, okit_text path, okit_values value);

/// Reads the raw value at `path`. A table is decoded, or with `keep` gets a slot like a function.
bool okit_get_path(okit_state *state, okit_text path, bool keep, okit_values *value);

enum { OKIT_GLOBAL_NAMES = 4 };

/// A global variable, or a field of global tables, that is read often.
typedef struct okit_global {
  /// The registry slots of the names on its path, and of what it was when it was read last.
  int32_t names[OKIT_GLOBAL_NAMES], count, slot;
} okit_global;

/// Prepares the path of a global variable, for as long as the state lives. Its slot is 0 when the path is too long.
bool okit_prepare_global(okit_state *state, okit_text path, okit_global *global);

/// Reads the raw value into the slot. Returns false when it is nil, or nothing can be read now.
bool okit_refresh_global(okit_state *state, const okit_global *global);

/// Sets the clock of `os.date` and `os.time`: a function that returns whole seconds since 1970. Once for a state.
bool okit_set_clock(okit_state *state, int32_t now);

/// Sets the function to which `warn` passes its text. Once for a state; warnings are off until `warn("@on")`.
bool okit_set_warning(okit_state *state, int32_t write);

/// Makes texts callable: `("text")(…)` calls the function with the text and the arguments.
bool okit_set_text_call(okit_state *state, int32_t function);

/// Sets the function that fills a table whose metatable has the field `__fills`, before the host reads the table.
bool okit_set_filler(okit_state *state, int32_t function);

/// Adds stubs of `package`, `debug` and `io`, which modules expect when they are loaded. `path` is the value of
/// `package.path`. Existing globals stay.
bool okit_add_stubs(okit_state *state, okit_text path);

/// The text of a script that is part of the bridge ("okit", "driver"), or no bytes.
okit_text okit_prelude(const char *name);

/// The bytecode of a script that is part of the program, by the name of its chunk and the length of its text; no bytes
/// in a build that embeds none (`tools/embed-lua.sh`).
okit_text okit_compiled_script(const char *chunk, size_t length);

#pragma clang assume_nonnull end

#endif
