// The C half of the Lua bridge, as Swift sees it. Nothing declared here raises a Lua error: whatever may raise runs
// under `lua_pcall` inside these functions, so that no `longjmp` ever crosses a Swift frame.
#ifndef OKIT_CLUA_H
#define OKIT_CLUA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OKIT_NAMED(name) __attribute__((swift_name(#name)))
#define OKIT_ENUM(name, type) enum __attribute__((enum_extensibility(closed))) name : type

#pragma clang assume_nonnull begin

/// A Lua state with its limits. Used by one thread at a time.
typedef struct okit_state okit_state;

// MARK: Values

/// A piece of text; when it comes from a state, borrowed until the state's next use.
typedef struct okit_text {
  const char *_Nullable bytes;
  size_t length;
} okit_text;

typedef OKIT_ENUM(okit_tag, uint8_t) {
  OKIT_TAG_NIL OKIT_NAMED(none),
  OKIT_TAG_BOOL OKIT_NAMED(bool),
  OKIT_TAG_INT OKIT_NAMED(int),
  OKIT_TAG_DOUBLE OKIT_NAMED(double),
  OKIT_TAG_TEXT OKIT_NAMED(text),
  OKIT_TAG_OBJECT OKIT_NAMED(object),
  OKIT_TAG_TABLE OKIT_NAMED(table),
  OKIT_TAG_FUNCTION OKIT_NAMED(function),
  OKIT_TAG_OTHER OKIT_NAMED(other),
} okit_tag;

/// One value on its way through the bridge. A table is followed by its content in the same array: `bits` elements,
/// then `length` pairs of key and value, each of which may be a table again.
typedef struct okit_value {
  okit_tag tag;
  /// An object's kind.
  uint16_t kind;
  /// A function's registry slot, owned by whoever receives it. As a call's argument: the stack index to take it from.
  int32_t reference;
  /// The bool, the int, the double's bits, an object's bits, a text's address (towards Lua: its offset in the texts),
  /// a table's number of elements, the address of the type's name of anything else.
  uint64_t bits;
  /// A text's number of bytes, a table's number of pairs.
  size_t length;
} okit_value;

/// Values in a row; texts lie in `texts` when the values go to Lua, and are borrowed from Lua when they come from it.
typedef struct okit_values {
  const okit_value *_Nullable items;
  /// How many values there are, not counting what is inside tables.
  size_t count;
  const char *_Nullable texts;
} okit_values;

bool okit_is_utf8(okit_text text);

// MARK: Calls from Lua

typedef OKIT_ENUM(okit_operation, uint8_t) {
  OKIT_CALL_FUNCTION OKIT_NAMED(function),
  OKIT_CALL_INDEX OKIT_NAMED(index),
  OKIT_CALL_ASSIGN OKIT_NAMED(assign),
  OKIT_CALL_LENGTH OKIT_NAMED(length),
  OKIT_CALL_INVOKE OKIT_NAMED(invoke),
  OKIT_CALL_NEXT OKIT_NAMED(next),
  OKIT_CALL_EQUALS OKIT_NAMED(equals),
  OKIT_CALL_LESS OKIT_NAMED(less),
  OKIT_CALL_LESS_OR_EQUAL OKIT_NAMED(lessOrEqual),
  OKIT_CALL_ADD OKIT_NAMED(add),
  OKIT_CALL_SUBTRACT OKIT_NAMED(subtract),
  OKIT_CALL_CONCATENATE OKIT_NAMED(concatenate),
  OKIT_CALL_TEXT OKIT_NAMED(text),
} okit_operation;

typedef OKIT_ENUM(okit_answer, uint8_t) {
  OKIT_ANSWER_NOTHING OKIT_NAMED(nothing),
  /// `result` alone, which is no table; a text is known by its address.
  OKIT_ANSWER_ONE OKIT_NAMED(one),
  OKIT_ANSWER_MANY OKIT_NAMED(many),
  /// Raise `result`, an object of kind 0.
  OKIT_ANSWER_FAILURE OKIT_NAMED(failure),
  /// Suspend the coroutine with `results`; what it is resumed with is what the call returns.
  OKIT_ANSWER_YIELD OKIT_NAMED(yield),
} okit_answer;

/// A call of a host function, or an operation on a host object: the question, then room for the answer. What the
/// answer points to belongs to the host, and stays until the next call into the state.
typedef struct okit_call {
  okit_operation operation;
  okit_answer answer;
  uint16_t kind;
  /// The number that `okit_set_slot` gave to the name that is read or written, else -1.
  int32_t slot;
  uint64_t bits;
  void *handler;
  /// The arguments, if they do not lie on the stack.
  const okit_value *_Nullable arguments;
  size_t count;
  /// The stack with the arguments, and the index of the first; those after the last are no values.
  void *_Nullable stack;
  int32_t first;
  okit_value result;
  okit_values results;
} okit_call;

/// An argument by its number from 0: looked at when it is asked for, and nil behind the last one.
void okit_argument(const okit_call *call, int32_t index, okit_value *value);

/// An argument that is an integer.
bool okit_int_argument(const okit_call *call, int32_t index, int64_t *number);

int32_t okit_argument_count(const okit_call *call);

typedef void (*okit_invoke)(okit_call *call);

// MARK: States

/// The reason that a state died of.
typedef OKIT_ENUM(okit_trip, uint8_t) {
  OKIT_TRIP_NONE OKIT_NAMED(none),
  OKIT_TRIP_TIME OKIT_NAMED(time),
  OKIT_TRIP_MEMORY OKIT_NAMED(memory),
  OKIT_TRIP_INSTRUCTIONS OKIT_NAMED(instructions),
  OKIT_TRIP_INTERRUPT OKIT_NAMED(interrupt),
  /// The script has called `os.exit` where it could not wait for its end.
  OKIT_TRIP_EXIT OKIT_NAMED(exit),
  /// The process has grown by more than it may.
  OKIT_TRIP_GROWTH OKIT_NAMED(growth),
} okit_trip;

/// What a state calls the host with; handlers stay valid until the state is closed.
typedef struct okit_host {
  okit_invoke invoke;
  /// Gets the text that `print` was given; with true as well, when it is meant for the error output.
  void *print;
  /// Gets a module's name; answers its text and the name of its chunk.
  void *resolve;
  /// Gets a code, a message, a file, a line, the name or sign of the script that the message is about, and whether the
  /// script ends too early; answers with a failure made of them.
  void *fail;
  /// Gets what is written to the standard output, or, with true, to the standard error.
  void *output;
  /// Gets a status and whether the caller can wait; when it does not wait, the state is stopped.
  void *exit;
} okit_host;

/// What a state may use; 0 means no limit.
typedef struct okit_limits {
  size_t memory;
  /// How much larger the process may be than it was when the state was made.
  size_t growth;
  uint64_t nanoseconds, instructions;
  /// Levels of calls in a coroutine, and entries of the host in each other.
  uint64_t depth;
} okit_limits;

/// What a permission is given for: all there is, or what is named.
typedef struct okit_scope {
  bool all;
  /// Folders, or names of variables; each ends with a zero byte.
  okit_text names;
} okit_scope;

typedef struct okit_permissions {
  okit_scope read, write, environment;
  bool system, native;
  /// For tests: names are resolved as where the kernel cannot do it.
  bool walks;
} okit_permissions;

/// Permissions made ready for a state, with their folders open.
typedef struct okit_grants okit_grants;

/// Null when a folder cannot be opened, `refused`, for the reason in `errno`; or for want of memory.
okit_grants *_Nullable okit_open_grants(okit_permissions permissions, const char *_Nullable *_Nonnull refused);

void okit_free_grants(okit_grants *_Nullable grants);

/// A state with the sandboxed libraries, or null when its memory does not suffice. The grants are the state's then, or freed.
okit_state *_Nullable okit_open(okit_limits limits, okit_grants *grants, okit_host host);

/// Runs the remaining finalizers and frees everything. Only for a state that runs nothing. Returns how many bytes are
/// left, for tests: none.
size_t okit_close(okit_state *state);

/// For tests: fails `count` allocations of this thread's states from the allocation `first` on, counted from 1 and from this
/// call. Returns the number of allocations since the last call. With `first` 0, no allocation fails.
uint64_t okit_fail_allocations(uint64_t first, uint64_t count);

/// For tests: moves the clock that time limits on this thread are measured by.
void okit_advance_clock(int64_t nanoseconds);

size_t okit_memory(const okit_state *state);
okit_trip okit_tripped(const okit_state *state);
bool okit_is_running(const okit_state *state);

/// Whether another thread is inside the state. Found by luck alone when both come at the same moment.
bool okit_runs_elsewhere(const okit_state *state);

// MARK: Failures

typedef OKIT_ENUM(okit_failure_kind, uint8_t) {
  OKIT_FAILURE_ERROR OKIT_NAMED(error),
  OKIT_FAILURE_LIMIT OKIT_NAMED(limit),
  /// The error is the host's own, `object`.
  OKIT_FAILURE_OBJECT OKIT_NAMED(object),
} okit_failure_kind;

typedef OKIT_ENUM(okit_lua_error_kind, uint8_t) {
  OKIT_LUA_ERROR_OTHER OKIT_NAMED(other),
  /// A value was indexed that cannot be.
  OKIT_LUA_ERROR_INDEX OKIT_NAMED(index),
  /// A value was called that cannot be.
  OKIT_LUA_ERROR_CALL OKIT_NAMED(call),
  /// Calls nest too deep.
  OKIT_LUA_ERROR_DEPTH OKIT_NAMED(depth),
  /// The script ends in the middle of a statement or an expression.
  OKIT_LUA_ERROR_END OKIT_NAMED(unexpectedEnd),
} okit_lua_error_kind;

typedef OKIT_ENUM(okit_variable_kind, uint8_t) {
  OKIT_VARIABLE_NONE OKIT_NAMED(none),
  OKIT_VARIABLE_GLOBAL OKIT_NAMED(global),
  OKIT_VARIABLE_FIELD OKIT_NAMED(field),
  OKIT_VARIABLE_METHOD OKIT_NAMED(method),
  OKIT_VARIABLE_LOCAL OKIT_NAMED(local),
  OKIT_VARIABLE_UPVALUE OKIT_NAMED(upvalue),
  OKIT_VARIABLE_CONSTANT OKIT_NAMED(constant),
} okit_variable_kind;

/// The facts in a message of Lua's own, which reports errors only as text.
typedef struct okit_lua_error {
  okit_lua_error_kind kind;
  /// The variable that the error is about.
  okit_variable_kind variable;
  bool is_nil;
  /// The variable's name; without a variable, a name or a sign of the script that the message quotes. May be empty.
  okit_text name;
} okit_lua_error;

typedef OKIT_ENUM(okit_note_kind, uint8_t) {
  OKIT_NOTE_FRAME OKIT_NAMED(frame),
  /// Frames of a deep stack that are left out.
  OKIT_NOTE_OMITTED OKIT_NAMED(omitted),
  /// The frames before ran in a coroutine, those after it resumed the coroutine.
  OKIT_NOTE_COROUTINE OKIT_NAMED(coroutine),
  /// Closing a variable failed after the error, with the message `text`.
  OKIT_NOTE_FAILED_CLOSE OKIT_NAMED(failedClose),
} okit_note_kind;

typedef OKIT_ENUM(okit_function_kind, uint8_t) {
  OKIT_FUNCTION_ANONYMOUS OKIT_NAMED(anonymous),
  OKIT_FUNCTION_MAIN OKIT_NAMED(mainChunk),
  OKIT_FUNCTION_NAMED OKIT_NAMED(named),
  OKIT_FUNCTION_METHOD OKIT_NAMED(method),
  OKIT_FUNCTION_METAMETHOD OKIT_NAMED(metamethod),
} okit_function_kind;

/// A step on the way to an error.
typedef struct okit_note {
  okit_note_kind kind;
  /// Of a frame.
  okit_function_kind function;
  int32_t line;
  /// The line where an anonymous function begins.
  int32_t defined_line;
  okit_text file;
  /// The function's name, or a message.
  okit_text text;
} okit_note;

/// Notes one after the other, innermost first; borrowed until the state's next use. `okit_next_note` takes them out.
typedef struct okit_notes {
  okit_text records;
} okit_notes;

/// Takes the first note off; false when none is left.
bool okit_next_note(okit_notes *notes, okit_note *note);

/// A name that may have been meant instead of the one that an error is about.
typedef struct okit_candidate {
  /// The variable whose member it is; empty for a variable.
  okit_text owner;
  okit_text name;
} okit_candidate;

/// Candidates one after the other; borrowed until the state's next use. `okit_next_candidate` takes them out.
typedef struct okit_candidates {
  okit_text records;
} okit_candidates;

/// Takes the first candidate off; false when none is left.
bool okit_next_candidate(okit_candidates *candidates, okit_candidate *candidate);

/// Why the last function that returned false failed.
typedef struct okit_failure {
  okit_failure_kind kind;
  int32_t line;
  uint64_t object;
  okit_text message;
  okit_text code;
  okit_text file;
  okit_lua_error error;
  /// The Lua frames down to where the host called Lua last, and what happened between them.
  okit_notes notes;
  okit_candidates candidates;
} okit_failure;

okit_failure okit_last_failure(const okit_state *state);

/// The nearest line of a script on the stack; false when only the host and its preludes run. Never allocates.
bool okit_current_place(okit_state *state, okit_text *file, int32_t *line);

/// The Lua frames that run, or wait for those that run. Never takes Lua's memory.
okit_notes okit_current_notes(okit_state *state);

// MARK: Running

/// Compiles text, never bytecode. `chunk` is a chunk name as Lua has them: `@file` or `=title`.
bool okit_load(okit_state *state, okit_text text, const char *chunk, int32_t *reference);

/// What a call has left on the stack.
typedef struct okit_results {
  /// How high the stack was before, where they start, and how many there are.
  int32_t top, start, count;
  /// The first result, nil if there is none. A table or a function is known by its stack index, as in `okit_call`.
  okit_value first;
} okit_results;

/// Calls a function, which must not yield; `wanted` is the number of results, or -1 for as many as it returns. After success
/// the results stay where they are, and the entry lasts, until `okit_finish`; but where one result is wanted that is neither
/// text, table, function nor other, the entry has ended with it. The arguments are those of `okit_values`, given one by one
/// because a struct that was just written part by part is slow to copy. False without a failure described when another
/// thread is inside the state.
bool okit_call_function(
  okit_state *state, int32_t function, const okit_value *_Nullable arguments, size_t count, const char *_Nullable texts,
  int32_t wanted, okit_results *results);

/// A result by its number from 0, described as `first` is.
okit_value okit_result(okit_state *state, const okit_results *results, int32_t index);

void okit_finish(okit_state *state, int32_t top);

typedef struct okit_run {
  bool finished;
  /// The suspended coroutine, owned by the caller until it is resumed to its end.
  int32_t coroutine;
  okit_values values;
} okit_run;

/// Calls a function in a coroutine, so that it may yield.
bool okit_start(okit_state *state, int32_t function, okit_values arguments, okit_run *run);

/// Resumes a coroutine; with `raise`, its only argument is raised where it waits. Whatever the outcome, the slot is
/// the state's again unless the coroutine yields once more.
bool okit_resume(okit_state *state, int32_t coroutine, okit_values arguments, bool raise, okit_run *run);

/// Ends a suspended coroutine, and closes its variables. The slot is the state's again.
bool okit_cancel(okit_state *state, int32_t coroutine);

/// Raises an error in the scripts that run on this thread; the second time in one entry they are stopped for good. May be
/// called from a signal handler.
void okit_interrupt(void);

/// Collects all garbage.
bool okit_collect(okit_state *state);

/// What the states that run on this thread say of work for them.
typedef OKIT_ENUM(okit_verdict, uint8_t) {
  /// None runs.
  OKIT_VERDICT_IDLE OKIT_NAMED(idle),
  OKIT_VERDICT_ALLOWED OKIT_NAMED(allowed),
  /// An error is to be raised as soon as the host has returned.
  OKIT_VERDICT_INTERRUPTED OKIT_NAMED(interrupted),
  /// One has gone over a limit.
  OKIT_VERDICT_OVER OKIT_NAMED(over),
} okit_verdict;

okit_verdict okit_current_verdict(void);

/// From here to the end of the period, all entries have the time of one together. Without effect inside an entry, which has
/// its own.
void okit_begin_period(okit_state *state);

void okit_end_period(okit_state *state);

/// Gives the entry that runs, and the period, its whole time again. Allowed at any time.
void okit_renew_time(okit_state *state);

// MARK: References, functions, globals

/// Gives a registry slot back; it is freed at the next entry. Allowed at any time.
void okit_release(okit_state *state, int32_t reference);

/// Inside a call: the argument with that stack index, with what a table holds.
bool okit_read(okit_state *state, int32_t index, okit_values *values);

/// Inside a call: a registry slot for the argument with that stack index, whatever its type.
bool okit_retain(okit_state *state, int32_t index, int32_t *reference);

bool okit_make_function(okit_state *state, void *handler, int32_t *reference);

/// What the test framework asks of Lua itself.
typedef OKIT_ENUM(okit_inspection, uint8_t) {
  /// `where(level)`: the source and the line of a function, 1 being the caller; nothing past the outermost.
  OKIT_INSPECT_WHERE OKIT_NAMED(where),
  /// `frames()`: a table for each function on the stack, innermost first, with `file`, `line` (0 in C), `kind`, `name` and
  /// `defined_line`; or with `omitted` where frames of a deep stack are left out.
  OKIT_INSPECT_FRAMES OKIT_NAMED(frames),
  /// `metamethod(table, name)`, also of a metatable that is protected; nothing for anything but a table.
  OKIT_INSPECT_METAMETHOD OKIT_NAMED(metamethod),
} okit_inspection;

bool okit_make_inspection(okit_state *state, okit_inspection inspection, int32_t *reference);

/// Writes to the table that `path` ("okit.log.info") leads to; tables that are missing are made.
bool okit_set_path(okit_state *state, okit_text path, okit_values value);

/// Reads the raw value at `path`; a table comes decoded, or with `keep` as a slot like a function.
bool okit_get_path(okit_state *state, okit_text path, bool keep, okit_values *value);

/// Gives `os.date` and `os.time` a clock: a function that gives whole seconds since 1970. Once for a state.
bool okit_set_clock(okit_state *state, int32_t now);

/// Lets calls of texts reach a function: `("text")(…)` gives it the text and the arguments.
bool okit_set_text_call(okit_state *state, int32_t function);

/// Gives scripts the globals `package`, `debug` and `io` as far as they reach nothing: modules of the Lua world look for
/// them. `path` is the text that `package.path` is. What is there already stays.
bool okit_add_stubs(okit_state *state, okit_text path);

// MARK: Objects

/// Which operations of a kind reach its handler, as bits `1 << okit_operation`.
typedef uint32_t okit_operations;

/// A new kind of object. `weight` is how many bytes of the memory limit each object takes at least.
bool okit_define_kind(
  okit_state *state, const char *name, okit_operations operations, void *handler, size_t weight, uint16_t *kind);

/// Reading and writing `name` reaches the handler with the number `slot` instead of the name.
bool okit_set_slot(okit_state *state, uint16_t kind, okit_text name, int32_t slot);

/// Reading `name` gives `value` without asking the handler. Not for integers.
bool okit_set_member(okit_state *state, uint16_t kind, okit_text name, okit_values value);

typedef struct okit_object {
  uint64_t bits;
  uint16_t kind;
} okit_object;

/// Whether Lua has met the object and not collected it. Allowed at any time.
bool okit_is_alive(okit_state *state, uint16_t kind, uint64_t bits);

/// Takes up to `capacity` objects that Lua has collected and not met again. Allowed at any time.
size_t okit_take_collected(okit_state *state, okit_object *objects, size_t capacity);

// MARK: Preludes

/// The text of a script that is part of the bridge ("okit", "driver"), or no bytes.
okit_text okit_prelude(const char *name);

#pragma clang assume_nonnull end

#endif
