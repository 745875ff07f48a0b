#include "stdlib/pattern.h"

#include <string.h>

typedef struct compiler {
  lua_State *L;
  okit_pattern *pattern;
  const char *at, *end;
  okit_item *items;
  okit_byte_set *sets;
  size_t item_count, item_room, set_count, set_room;
  int repeats, captures;
  bool closed[OKIT_MAXIMAL_CAPTURES];
  bool full;
} compiler;

// Returns the place of a new item. Without room it overwrites the last one, and compiling starts again with more room.
static okit_item *add(compiler *compiler, okit_action action) {
  if (compiler->item_count == compiler->item_room) {
    compiler->full = true;
    compiler->item_count--;
  }
  okit_item *item = &compiler->items[compiler->item_count++];
  item->action = (uint8_t)action;
  return item;
}

// A mistake in a pattern counts only if matching reaches it.
static void fault(compiler *compiler, const char *message) {
  add(compiler, OKIT_MATCH_FAULT)->text = message;
  compiler->at = compiler->end;
}

// MARK: Single bytes

// Reads a set after its `[`, up to its `]`. Returns false without a `]`.
static bool read_set(compiler *compiler, okit_item *item) {
  const char *first = compiler->at, *end = compiler->end, *at = first;
  bool complement = at < end && *at == '^';
  if (complement) first = ++at;
  // The first byte is a member even if it is a bracket.
  do {
    if (at == end) return false;
    if (*at++ == '%' && at < end) at++;
  } while (at == end || *at != ']');
  compiler->at = at + 1;
  if (compiler->set_count == compiler->set_room) {
    compiler->full = true;
    compiler->set_count--;
  }
  okit_byte_set *set = &compiler->sets[compiler->set_count++];
  *set = (okit_byte_set){{0}};
  for (const char *member = first; member < at; member++) {
    unsigned char byte = (unsigned char)*member;
    if (byte == '%' && member + 1 < at) {
      byte = (unsigned char)*++member;
      const okit_byte_set *named = okit_class_named(byte);
      if (named == NULL) {
        okit_set_add(set, byte);
      } else {
        for (int i = 0; i < 4; i++) set->words[i] |= named->words[i];
      }
    } else if (member + 2 < at && member[1] == '-') {
      for (unsigned value = byte, last = (unsigned char)member[2]; value <= last; value++) {
        okit_set_add(set, (unsigned char)value);
      }
      member += 2;
    } else {
      okit_set_add(set, byte);
    }
  }
  if (complement) {
    for (int i = 0; i < 4; i++) set->words[i] = ~set->words[i];
  }
  item->test = OKIT_TEST_SET;
  item->set = set;
  return true;
}

static void set_byte(okit_item *item, const char *byte) {
  item->test = OKIT_TEST_BYTE;
  item->byte = (uint8_t)*byte;
  item->text = byte;
  item->length = 1;
}

// Reads the test of a single byte and its repetition.
static void read_single(compiler *compiler) {
  const char *start = compiler->at++;
  okit_item item = {.text = start};
  switch (*start) {
    case '.':
      item.test = OKIT_TEST_ANY;
      break;
    case '[':
      if (!read_set(compiler, &item)) return fault(compiler, "malformed pattern (missing ']')");
      break;
    case '%': {
      if (compiler->at == compiler->end) return fault(compiler, "malformed pattern (ends with '%')");
      const char *letter = compiler->at++;
      item.set = okit_class_named((unsigned char)*letter);
      item.test = OKIT_TEST_SET;
      if (item.set == NULL) set_byte(&item, letter);
      break;
    }
    default:
      set_byte(&item, start);
  }
  okit_action action = OKIT_MATCH_ONE;
  uint8_t wanted = 0;
  if (compiler->at < compiler->end) {
    switch (*compiler->at) {
      case '*': action = OKIT_MATCH_MANY; break;
      case '+': action = OKIT_MATCH_MANY, wanted = 1; break;
      case '-': action = OKIT_MATCH_FEW; break;
      case '?': action = OKIT_MATCH_OPTION; break;
      default: break;
    }
  }
  if (action != OKIT_MATCH_ONE) {
    compiler->at++;
    if (++compiler->repeats > OKIT_MAXIMAL_REPEATS) return fault(compiler, "pattern too complex");
  } else if (item.test == OKIT_TEST_BYTE) {
    // Adjacent bytes are compared as one text.
    okit_item *last = compiler->item_count > 0 ? &compiler->items[compiler->item_count - 1] : NULL;
    if (last != NULL && last->action == OKIT_MATCH_TEXT && last->text + last->length == item.text) {
      last->length++;
      return;
    }
    action = OKIT_MATCH_TEXT;
  }
  okit_item *added = add(compiler, action);
  added->test = item.test;
  added->byte = item.byte;
  added->other = wanted;
  added->text = item.text;
  added->length = item.length;
}

// MARK: Captures and the rest

static void open_capture(compiler *compiler) {
  if (compiler->captures == OKIT_MAXIMAL_CAPTURES) return fault(compiler, "too many captures");
  bool position = compiler->at < compiler->end && *compiler->at == ')';
  if (position) compiler->at++;
  compiler->closed[compiler->captures] = position;
  add(compiler, position ? OKIT_MATCH_HERE : OKIT_MATCH_OPEN)->byte = (uint8_t)compiler->captures++;
}

static void close_capture(compiler *compiler) {
  int index = compiler->captures - 1;
  while (index >= 0 && compiler->closed[index]) index--;
  if (index < 0) return fault(compiler, "invalid pattern capture");
  compiler->closed[index] = true;
  add(compiler, OKIT_MATCH_CLOSE)->byte = (uint8_t)index;
}

static void read_reference(compiler *compiler) {
  static const char *const faults[] = {
    "invalid capture index %0", "invalid capture index %1", "invalid capture index %2", "invalid capture index %3",
    "invalid capture index %4", "invalid capture index %5", "invalid capture index %6", "invalid capture index %7",
    "invalid capture index %8", "invalid capture index %9",
  };
  int digit = *compiler->at++ - '0';
  if (digit == 0 || digit > compiler->captures || !compiler->closed[digit - 1]) return fault(compiler, faults[digit]);
  add(compiler, OKIT_MATCH_AGAIN)->byte = (uint8_t)(digit - 1);
}

static void read_balanced(compiler *compiler) {
  if (compiler->end - compiler->at < 2) return fault(compiler, "malformed pattern (missing arguments to '%b')");
  okit_item *item = add(compiler, OKIT_MATCH_BALANCED);
  item->test = OKIT_TEST_BYTE;
  item->byte = (uint8_t)*compiler->at++;
  item->other = (uint8_t)*compiler->at++;
}

static void read_frontier(compiler *compiler) {
  if (compiler->at == compiler->end || *compiler->at != '[') {
    return fault(compiler, "missing '[' after '%f' in pattern");
  }
  compiler->at++;
  okit_item item;
  if (!read_set(compiler, &item)) return fault(compiler, "malformed pattern (missing ']')");
  add(compiler, OKIT_MATCH_FRONTIER)->set = item.set;
}

static void read_item(compiler *compiler) {
  const char *at = compiler->at, *end = compiler->end;
  if (*at == '(') {
    compiler->at++;
    open_capture(compiler);
  } else if (*at == ')') {
    compiler->at++;
    close_capture(compiler);
  } else if (*at == '$' && at + 1 == end) {
    compiler->at++;
    add(compiler, OKIT_MATCH_END);
  } else if (*at == '%' && at + 1 < end && (at[1] == 'b' || at[1] == 'f' || (at[1] >= '0' && at[1] <= '9'))) {
    compiler->at++;
    if (at[1] >= '0' && at[1] <= '9') return read_reference(compiler);
    compiler->at++;
    at[1] == 'b' ? read_balanced(compiler) : read_frontier(compiler);
  } else {
    read_single(compiler);
  }
}

static void read_all(compiler *compiler, const char *text, size_t length) {
  compiler->at = text;
  compiler->end = text + length;
  compiler->item_count = compiler->set_count = 0;
  compiler->repeats = compiler->captures = 0;
  compiler->full = false;
  while (compiler->at < compiler->end && !compiler->full) read_item(compiler);
  add(compiler, OKIT_MATCH_DONE);
  okit_charge_bytes(compiler->L, length);
}

void okit_compile(lua_State *L, okit_pattern *pattern, const char *text, size_t length, bool anchors) {
  pattern->L = L;
  pattern->anchored = anchors && length > 0 && *text == '^';
  if (pattern->anchored) text++, length--;
  compiler compiler;
  compiler.L = L;
  compiler.pattern = pattern;
  compiler.items = pattern->own_items;
  compiler.item_room = OKIT_OWN_ITEMS;
  compiler.sets = pattern->own_sets;
  compiler.set_room = OKIT_OWN_SETS;
  read_all(&compiler, text, length);
  for (size_t room = OKIT_OWN_ITEMS * 4; compiler.full; room *= 4) {
    if (room > OKIT_OWN_ITEMS * 4) lua_pop(L, 1);
    compiler.items = lua_newuserdatauv(L, room * sizeof(okit_item) + room / 2 * sizeof(okit_byte_set), 0);
    compiler.sets = (okit_byte_set *)(compiler.items + room);
    compiler.item_room = room;
    compiler.set_room = room / 2;
    read_all(&compiler, text, length);
  }
  pattern->items = compiler.items;
  pattern->capture_count = compiler.captures;
  // A capture that is never closed is reported when it is needed.
  for (int i = 0; i < compiler.captures; i++) pattern->captures[i].length = compiler.closed[i] ? 0 : OKIT_UNFINISHED;
}
