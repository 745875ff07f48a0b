// table.sort: a quicksort that continues with the shorter part, so its depth is logarithmic.
#include "stdlib/table.h"

enum { LIST = 1, LESS = 2, LARGE = 100 };

typedef struct sorting {
  lua_State *L;
  bool has_function;
  uint64_t seed;
} sorting;

// Whether the value at stack index `a` comes before that at `b`; both are negative.
static bool before(sorting *sorting, int a, int b) {
  lua_State *L = sorting->L;
  // A comparison of long texts takes long, so each one checks the limits.
  okit_charge(L, 1);
  if (!sorting->has_function) {
    okit_check(L);
    return lua_compare(L, a, b, LUA_OPLT);
  }
  lua_pushvalue(L, LESS);
  lua_pushvalue(L, a - 1);
  lua_pushvalue(L, b - 2);
  lua_call(L, 2, 1);
  bool result = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return result;
}

// Puts the elements at `low` < `high` in order.
static void order(sorting *sorting, lua_Integer low, lua_Integer high) {
  lua_geti(sorting->L, LIST, low);
  lua_geti(sorting->L, LIST, high);
  if (before(sorting, -1, -2)) {
    lua_seti(sorting->L, LIST, low);
    lua_seti(sorting->L, LIST, high);
  } else {
    lua_pop(sorting->L, 2);
  }
}

static lua_Integer choose_pivot(sorting *sorting, lua_Integer low, lua_Integer high) {
  lua_Integer middle = low + (high - low) / 2;
  if (high - low < LARGE) return middle;
  // Near the middle and varying, so that no order of the elements is always a bad one.
  sorting->seed = sorting->seed * 6364136223846793005u + 1442695040888963407u;
  lua_Integer quarter = (high - low) / 4;
  return middle - quarter / 2 + (lua_Integer)((sorting->seed >> 33) % (uint64_t)quarter);
}

// Moves what comes before the pivot to its left. The pivot is on top of the stack and at `high` - 1. Returns its new
// place.
static lua_Integer divide(sorting *sorting, lua_Integer low, lua_Integer high) {
  lua_State *L = sorting->L;
  lua_Integer left = low, right = high - 1;
  for (;;) {
    // With a valid order, the pivot and the elements ordered with it end both searches.
    while (lua_geti(L, LIST, ++left), before(sorting, -1, -2)) {
      if (left == high - 1) luaL_error(L, "invalid order function for sorting");
      lua_pop(L, 1);
    }
    while (lua_geti(L, LIST, --right), before(sorting, -3, -1)) {
      if (right < left) luaL_error(L, "invalid order function for sorting");
      lua_pop(L, 1);
    }
    if (right < left) break;
    lua_seti(L, LIST, left);
    lua_seti(L, LIST, right);
  }
  // The stack holds the pivot and the elements at `left` and `right`.
  lua_pop(L, 1);
  lua_seti(L, LIST, high - 1);
  lua_seti(L, LIST, left);
  return left;
}

static void sort(sorting *sorting, lua_Integer low, lua_Integer high) {
  lua_State *L = sorting->L;
  while (low < high) {
    order(sorting, low, high);
    if (high - low == 1) return;
    lua_Integer pivot = choose_pivot(sorting, low, high);
    order(sorting, low, pivot);
    order(sorting, pivot, high);
    if (high - low == 2) return;
    // The pivot goes to the second last place, where it ends the search from the left.
    lua_geti(L, LIST, pivot);
    lua_pushvalue(L, -1);
    lua_geti(L, LIST, high - 1);
    lua_seti(L, LIST, pivot);
    lua_seti(L, LIST, high - 1);
    pivot = divide(sorting, low, high);
    if (pivot - low < high - pivot) {
      sort(sorting, low, pivot - 1);
      low = pivot + 1;
    } else {
      sort(sorting, pivot + 1, high);
      high = pivot - 1;
    }
  }
}

static int table_sort(lua_State *L) {
  okit_check_stack(L);
  okit_check_list(L, LIST, OKIT_READS | OKIT_WRITES | OKIT_MEASURES);
  lua_Integer length = luaL_len(L, LIST);
  if (length < 2) return 0;
  luaL_argcheck(L, length < INT32_MAX, LIST, "array too big");
  sorting sorting = {
    .L = L, .has_function = !lua_isnoneornil(L, LESS), .seed = (uint64_t)length};
  if (sorting.has_function) luaL_checktype(L, LESS, LUA_TFUNCTION);
  lua_settop(L, LESS);
  luaL_checkstack(L, 40, "");
  sort(&sorting, 1, length);
  return 0;
}

void okit_add_sort(lua_State *L) {
  lua_pushcfunction(L, table_sort);
  lua_setfield(L, -2, "sort");
}
