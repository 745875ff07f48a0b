// os.date and os.time, with the application's clock if the state has one.
#include "stdlib/libraries.h"

#include <string.h>
#include <time.h>

enum { LONGEST_ITEM = 256 };

static void set_field(lua_State *L, const char *name, lua_Integer value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, name);
}

static void push_fields(lua_State *L, const struct tm *moment) {
  lua_createtable(L, 0, 9);
  set_field(L, "year", (lua_Integer)moment->tm_year + 1900);
  set_field(L, "month", (lua_Integer)moment->tm_mon + 1);
  set_field(L, "day", moment->tm_mday);
  set_field(L, "hour", moment->tm_hour);
  set_field(L, "min", moment->tm_min);
  set_field(L, "sec", moment->tm_sec);
  set_field(L, "yday", (lua_Integer)moment->tm_yday + 1);
  set_field(L, "wday", (lua_Integer)moment->tm_wday + 1);
  if (moment->tm_isdst >= 0) {
    lua_pushboolean(L, moment->tm_isdst > 0);
    lua_setfield(L, -2, "isdst");
  }
}

// Reads a conversion of `strftime` after its percent sign and makes it a text of its own. Returns the rest of the
// format.
static const char *read_conversion(lua_State *L, const char *at, const char *end, char conversion[4]) {
  const char *allowed = "aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYzZ%";
  size_t length = 1;
  if (at < end && (*at == 'E' || *at == 'O')) {
    allowed = *at == 'E' ? "cCxXyY" : "deHImMSuUVwWy";
    length = 2;
  }
  if ((size_t)(end - at) < length || at[length - 1] == '\0' || strchr(allowed, at[length - 1]) == NULL) {
    luaL_argerror(L, 1, lua_pushfstring(L, "invalid conversion specifier '%%%s'", at));
  }
  conversion[0] = '%';
  memcpy(conversion + 1, at, length);
  conversion[length + 1] = '\0';
  return at + length;
}

enum { NOW = 1, SYSTEM_TIME = 2 };  // upvalues

// The first upvalue is a function that returns seconds since 1970; without one, the system's clock counts.
static lua_Integer seconds_now(lua_State *L) {
  if (lua_isnoneornil(L, lua_upvalueindex(NOW))) return (lua_Integer)time(NULL);
  lua_pushvalue(L, lua_upvalueindex(NOW));
  lua_call(L, 0, 1);
  lua_Integer seconds = luaL_checkinteger(L, -1);
  lua_pop(L, 1);
  return seconds;
}

static int clock_time(lua_State *L) {
  // Lua's own function runs on the same stack level, so that its errors name the function that the script has called.
  if (!lua_isnoneornil(L, 1)) return lua_tocfunction(L, lua_upvalueindex(SYSTEM_TIME))(L);
  lua_pushinteger(L, seconds_now(L));
  return 1;
}

int okit_date(lua_State *L) {
  size_t length;
  const char *format = luaL_optlstring(L, 1, "%c", &length), *end = format + length;
  time_t time_given = (time_t)(lua_isnoneornil(L, 2) ? seconds_now(L) : luaL_checkinteger(L, 2));
  bool universal = *format == '!';
  if (universal) format++;
  struct tm moment;
  if ((universal ? gmtime_r(&time_given, &moment) : localtime_r(&time_given, &moment)) == NULL) {
    return luaL_error(L, "date result cannot be represented in this installation");
  }
  if (strcmp(format, "*t") == 0) {
    push_fields(L, &moment);
    return 1;
  }
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  while (format < end) {
    const char *sign = memchr(format, '%', (size_t)(end - format));
    const char *stop = sign != NULL ? sign : end;
    luaL_addlstring(&buffer, format, (size_t)(stop - format));
    okit_charge_bytes(L, (size_t)(stop - format));
    if (sign == NULL) break;
    char conversion[4];
    format = read_conversion(L, sign + 1, end, conversion);
    char *room = luaL_prepbuffsize(&buffer, LONGEST_ITEM);
    luaL_addsize(&buffer, strftime(room, LONGEST_ITEM, conversion, &moment));
    okit_charge(L, 32);
  }
  luaL_pushresult(&buffer);
  return 1;
}

static int set_clock(lua_State *L) {
  const int32_t *now = lua_touserdata(L, 1);
  lua_getglobal(L, LUA_OSLIBNAME);
  lua_rawgeti(L, LUA_REGISTRYINDEX, *now);
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, okit_date, 1);
  lua_setfield(L, -3, "date");
  lua_getfield(L, -2, "time");
  lua_pushcclosure(L, clock_time, 2);
  lua_setfield(L, -2, "time");
  return 0;
}

bool okit_set_clock(okit_state *state, int32_t now) { return okit_enter(state, set_clock, &now, 0); }
