// Compiles Lua scripts with the Lua that a binary contains, and writes their bytecode to standard output in the format
// of Sources/CLua/state/compiled_scripts.c. Names of variables and lines stay, for errors.
// Usage: compile-scripts CHUNK FILE …
#include <lauxlib.h>
#include <lua.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bytes {
  char *start;
  size_t length;
} bytes;

static int add(lua_State *L, const void *piece, size_t length, void *context) {
  (void)L;
  bytes *all = context;
  char *start = realloc(all->start, all->length + length);
  if (start == NULL) return 1;
  memcpy(start + all->length, piece, length);
  *all = (bytes){start, all->length + length};
  return 0;
}

static size_t read_all(const char *path, bytes *text) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return 0;
  char piece[4096];
  size_t count;
  while ((count = fread(piece, 1, sizeof piece, file)) > 0 && add(NULL, piece, count, text) == 0) continue;
  fclose(file);
  return text->length;
}

int main(int count, char **arguments) {
  lua_State *L = luaL_newstate();
  for (int i = 1; i + 1 < count; i += 2) {
    const char *chunk = arguments[i], *path = arguments[i + 1];
    bytes text = {NULL, 0}, code = {NULL, 0};
    if (L == NULL || read_all(path, &text) == 0 ||
        luaL_loadbufferx(L, text.start, text.length, chunk, "t") != LUA_OK || lua_dump(L, add, &code, 0) != 0) {
      const char *reason = L != NULL && lua_isstring(L, -1) ? lua_tostring(L, -1) : "cannot read it";
      fprintf(stderr, "compile-scripts: %s: %s\n", path, reason);
      return 1;
    }
    uint32_t lengths[2] = {(uint32_t)text.length, (uint32_t)code.length};
    fwrite(chunk, 1, strlen(chunk) + 1, stdout);
    fwrite(lengths, sizeof lengths, 1, stdout);
    fwrite(code.start, 1, code.length, stdout);
    lua_settop(L, 0);
    free(text.start);
    free(code.start);
  }
  return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
