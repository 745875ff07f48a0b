// Patterns: compiled into a list of items, then matched without recursion.
//
// A pattern has no alternatives and repeats single bytes only, so its items are tried strictly from left to right, and
// an item is left at no more than one position of the subject at a time. The item itself keeps that position, and the
// items that could still match otherwise form a list: backtracking needs no other state.
#ifndef OKIT_PATTERN_H
#define OKIT_PATTERN_H

#include "stdlib/libraries.h"
#include "stdlib/character_classes.h"

enum {
  OKIT_MAXIMAL_CAPTURES = 32,
  OKIT_MAXIMAL_REPEATS = 200,
  OKIT_OWN_ITEMS = 20,
  OKIT_OWN_SETS = 4,
};

typedef enum okit_action {
  OKIT_MATCH_TEXT,       // `length` bytes at `text`
  OKIT_MATCH_ONE,        // a byte that passes the test
  OKIT_MATCH_MANY,       // * and +
  OKIT_MATCH_FEW,        // -
  OKIT_MATCH_OPTION,     // ?
  OKIT_MATCH_OPEN,       // a capture begins
  OKIT_MATCH_CLOSE,      // and ends
  OKIT_MATCH_HERE,       // a capture of a position
  OKIT_MATCH_AGAIN,      // what a capture holds
  OKIT_MATCH_BALANCED,   // %b
  OKIT_MATCH_FRONTIER,   // %f
  OKIT_MATCH_END,        // $
  OKIT_MATCH_DONE,
  OKIT_MATCH_FAULT,      // the pattern is malformed from here on; `text` has the message
} okit_action;

typedef enum okit_test { OKIT_TEST_ANY, OKIT_TEST_BYTE, OKIT_TEST_SET } okit_test;

typedef struct okit_item {
  uint8_t action, test;
  uint8_t byte;   // of a test; the opening byte of %b; the number of a capture
  uint8_t other;  // the closing byte of %b; the minimum number of repetitions of + and *
  union {
    const char *text;
    const okit_byte_set *set;
  };
  size_t length;
  const char *least, *here;  // the first position to backtrack to, and the current one
  struct okit_item *before;  // the choice that was made before this one
} okit_item;

typedef struct okit_capture {
  const char *start;
  ptrdiff_t length;  // or one of the two below
} okit_capture;

enum { OKIT_UNFINISHED = -1, OKIT_POSITION = -2 };

typedef struct okit_pattern {
  lua_State *L;
  const char *subject, *end;
  okit_item *items;
  bool anchored;
  int capture_count;
  okit_capture captures[OKIT_MAXIMAL_CAPTURES];
  okit_item own_items[OKIT_OWN_ITEMS];
  okit_byte_set own_sets[OKIT_OWN_SETS];
} okit_pattern;

// Compiles a pattern. A pattern with many items leaves the userdata that holds them on the stack. With `anchors`, a `^`
// at the start is an anchor.
void okit_compile(lua_State *L, okit_pattern *pattern, const char *text, size_t length, bool anchors);

// Finds the first match from `*start` on, unless the pattern is anchored there. Returns its end, or NULL.
const char *okit_match_from(okit_pattern *pattern, const char **start);

// Pushes a capture; without captures, the first one is the whole match.
void okit_push_capture(okit_pattern *pattern, int index, const char *start, const char *end);
// Pushes all captures; without any, the whole match if `start` is not NULL. Returns their number.
int okit_push_captures(okit_pattern *pattern, const char *start, const char *end);

#endif
