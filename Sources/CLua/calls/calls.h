// Calls from Swift into Lua and from Lua into Swift, coroutines, protected calls.
#ifndef OKIT_CALLS_H
#define OKIT_CALLS_H

#include "values/values.h"

enum {
  OKIT_NO_SLOT = -1,
  // The stack index of the message handler, below everything that entries push.
  OKIT_HANDLER = 1,
  // Closing a coroutine starts a fresh count of C calls in Lua 5.4.4, so nested closing must be bounded here.
  OKIT_CLOSING_DEPTH = 8,
};

#define OKIT_CANNOT_WAIT "cannot wait here: the caller of this function needs its result at once"

// Runs `body` under protection, with `argument` as a light userdata and, unless `index` is 0, a copy of the value
// there. Returns false after an error, which is then described.
bool okit_enter(okit_state *state, lua_CFunction body, void *argument, int index);
// Ends an entry that the watchdog, or a lack of memory, has left.
void okit_end_jumped_entry(okit_state *state, const okit_recovery_point *recovery);

// MARK: Failed calls

// Calls `__tostring` of the error object on top of the stack, if the failure still needs a text.
void okit_describe_text(okit_state *state, lua_State *L);
// Completes the failure after a protected call, whose error is on top of the stack.
void okit_describe_status(okit_state *state, lua_State *L, int status);
// Notes that closing variables after an error failed too, with the error on top of L.
void okit_note_failed_close(okit_state *state, lua_State *L, lua_State *thread, okit_details *details);

// MARK: Calls of the host

// Calls the host and passes its answer to Lua: returns the number of results on the stack, raises, or yields.
int okit_call_host(lua_State *L, okit_call *call);
// Calls the host for a number: 0 when it answers anything else.
uint64_t okit_ask_host(lua_State *L, okit_call *call);
// Calls one of the host's own functions, such as `print`.
int okit_call_handler(lua_State *L, void *handler, const okit_value *arguments, size_t count);
bool okit_is_host_function(lua_CFunction function);

// Raises an error of the host with a code, at the line of the script that runs.
void okit_raise(lua_State *L, const char *code, const char *message);
// Raises the compiler's message, which is on top of the stack, as an error of the host in the file `title`.
void okit_raise_syntax(lua_State *L, const char *title);

// Notes whether the number of results that a caller takes is where `okit_wants_result` looks for it.
void okit_check_wanted_results(lua_State *L);

// The place that says that nothing ends, until the host sets another one.
extern const uint32_t okit_not_unwinding;
// Raises the error that ends an evaluation without a result; `pcall` and coroutines pass it on.
int okit_raise_unwinding(lua_State *L);

// MARK: Coroutines and protected calls

// Closes a coroutine's variables. Returns its status, with any error on top of its stack. Never raises.
int okit_close_coroutine(lua_State *L, lua_State *coroutine);
// As `okit_close_coroutine`, but may raise a limit or a lack of stack.
int okit_reset(lua_State *L, lua_State *coroutine);

// Each replaces functions of the globals as they come from Lua.
void okit_install_protected_calls(lua_State *L);
void okit_install_coroutines(lua_State *L);

// MARK: Loading

// Compiles a text in pieces, so that a limit also stops the compiler. Returns a status as `lua_load` does.
int okit_load_text(lua_State *L, const char *text, size_t length, const char *chunk, const char *mode);
// Compiles the pieces that the function at stack index 1 returns. The slot keeps the last piece alive.
enum { OKIT_READER_SLOT = 5 };
int okit_load_pieces(lua_State *L, const char *chunk, const char *mode);

// Returns from `load` or `loadfile` with the function or the message on top of the stack. The environment lies at the
// stack index, unless that is 0.
int okit_load_results(lua_State *L, int status, int environment);

// The place of the environment in the list that a function with counters has as its environment.
enum { OKIT_COUNTED_ENVIRONMENT = -1 };

// Compiles and pushes a chunk of the host. Raises the compiler's message as an error of the host.
void okit_push_chunk(lua_State *L, okit_text text, const char *chunk);
// Loads and pushes a compiled chunk of the host. `cost` is the length of the text, for which the compiler would have
// charged. Without bytes, the length is the number of a chunk that the saved state has.
void okit_push_compiled(lua_State *L, okit_text compiled, const char *chunk, size_t cost);

// The source of a chunk: the text without a byte order mark and without the content of a first line for the shell.
okit_text okit_chunk_source(okit_text text);
// The name of a chunk without the mark of a file or a title.
const char *okit_chunk_title(const char *chunk);

#endif
