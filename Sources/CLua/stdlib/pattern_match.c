#include "stdlib/pattern.h"

#include <string.h>

// MARK: Single bytes

static inline bool passes(const okit_item *item, char byte) {
  switch ((okit_test)item->test) {
    case OKIT_TEST_ANY: return true;
    case OKIT_TEST_BYTE: return (unsigned char)byte == item->byte;
    case OKIT_TEST_SET: return okit_set_has(item->set, (unsigned char)byte);
  }
  return false;
}

// Returns the first position from `at` on whose byte does not pass.
static const char *skip_passing(const okit_item *item, const char *at, const char *end) {
  switch ((okit_test)item->test) {
    case OKIT_TEST_ANY:
      return end;
    case OKIT_TEST_BYTE:
      while (at < end && (unsigned char)*at == item->byte) at++;
      return at;
    case OKIT_TEST_SET: {
      const okit_byte_set set = *item->set;
      while (at < end && okit_set_has(&set, (unsigned char)*at)) at++;
      return at;
    }
  }
  return at;
}

// Returns the first position from `at` on whose byte passes, or `end`.
static const char *find_passing(const okit_item *item, const char *at, const char *end) {
  switch ((okit_test)item->test) {
    case OKIT_TEST_ANY:
      return at;
    case OKIT_TEST_BYTE: {
      const char *found = at < end ? memchr(at, item->byte, (size_t)(end - at)) : NULL;
      return found != NULL ? found : end;
    }
    case OKIT_TEST_SET:
      while (at < end && !okit_set_has(item->set, (unsigned char)*at)) at++;
      return at;
  }
  return at;
}

// MARK: Matching

static const char *skip_balanced(const okit_item *item, const char *at, const char *end) {
  if (at == end || (unsigned char)*at != item->byte) return NULL;
  for (size_t depth = 1; ++at < end;) {
    if ((unsigned char)*at == item->other) {
      if (--depth == 0) return at + 1;
    } else if ((unsigned char)*at == item->byte) {
      depth++;
    }
  }
  return NULL;
}

static bool at_frontier(const okit_pattern *pattern, const okit_item *item, const char *at) {
  unsigned char before = at == pattern->subject ? 0 : (unsigned char)at[-1];
  unsigned char after = at == pattern->end ? 0 : (unsigned char)*at;
  return !okit_set_has(item->set, before) && okit_set_has(item->set, after);
}

// Moves a choice to its next position. Returns the position, or NULL after the last one.
static const char *choose_next(okit_item *item, const char *end) {
  const okit_item *next = item + 1;
  if (item->action == OKIT_MATCH_FEW) {
    // The next item begins with a known byte: no position before that byte is worth a try.
    while (item->here < end && passes(item, *item->here)) {
      item->here++;
      if (next->action != OKIT_MATCH_TEXT || (item->here < end && (unsigned char)*item->here == next->byte)) {
        return item->here;
      }
    }
    return NULL;
  }
  while (item->here > item->least) {
    item->here--;
    if (next->action != OKIT_MATCH_TEXT || (unsigned char)*item->here == next->byte) return item->here;
  }
  return NULL;
}

// Returns the end of the match that starts at `start`, or NULL.
static const char *match_at(okit_pattern *pattern, const char *start) {
  const char *at = start, *end = pattern->end;
  okit_item *item = pattern->items, *choice = NULL;
  size_t work = 1;
  for (;;) {
    switch ((okit_action)item->action) {
      case OKIT_MATCH_TEXT:
        if ((size_t)(end - at) < item->length || (unsigned char)*at != item->byte) goto back;
        if (item->length > 1) {
          if (memcmp(at, item->text, item->length) != 0) {
            work += item->length / OKIT_BYTES_PER_STEP;
            goto back;
          }
        }
        at += item->length;
        break;
      case OKIT_MATCH_ONE:
        if (at == end || !passes(item, *at)) goto back;
        at++;
        break;
      case OKIT_MATCH_MANY: {
        const char *most = skip_passing(item, at, end);
        work += (size_t)(most - at) / OKIT_BYTES_PER_STEP;
        item->least = at + item->other;
        if (most < item->least) goto back;
        at = most;
        if (most > item->least) {
          item->here = most;
          item->before = choice;
          choice = item;
        }
        break;
      }
      case OKIT_MATCH_OPTION:
        if (at < end && passes(item, *at)) {
          item->least = at++;
          item->here = at;
          item->before = choice;
          choice = item;
        }
        break;
      case OKIT_MATCH_FEW:
        item->here = at;
        item->before = choice;
        choice = item;
        break;
      case OKIT_MATCH_OPEN:
        pattern->captures[item->byte].start = at;
        break;
      case OKIT_MATCH_CLOSE:
        pattern->captures[item->byte].length = at - pattern->captures[item->byte].start;
        break;
      case OKIT_MATCH_HERE:
        pattern->captures[item->byte] = (okit_capture){at, OKIT_POSITION};
        break;
      case OKIT_MATCH_AGAIN: {
        const okit_capture *capture = &pattern->captures[item->byte];
        // A position capture is not a text that could repeat.
        if (capture->length < 0 || end - at < capture->length) goto back;
        work += (size_t)capture->length / OKIT_BYTES_PER_STEP;
        if (memcmp(at, capture->start, (size_t)capture->length) != 0) goto back;
        at += capture->length;
        break;
      }
      case OKIT_MATCH_BALANCED: {
        const char *after = skip_balanced(item, at, end);
        work += (size_t)((after != NULL ? after : end) - at) / 4;
        if (after == NULL) goto back;
        at = after;
        break;
      }
      case OKIT_MATCH_FRONTIER:
        if (!at_frontier(pattern, item, at)) goto back;
        break;
      case OKIT_MATCH_END:
        if (at != end) goto back;
        break;
      case OKIT_MATCH_DONE:
        okit_charge(pattern->L, work + (size_t)(item - pattern->items));
        return at;
      case OKIT_MATCH_FAULT:
        luaL_error(pattern->L, "%s", item->text);
    }
    item++;
    continue;
  back:
    work += (size_t)(item - (choice != NULL ? choice : pattern->items));
    for (;;) {
      okit_charge(pattern->L, work);
      work = 1;
      if (choice == NULL) return NULL;
      const char *left = choice->here;
      at = choose_next(choice, end);
      item = choice + 1;
      if (at != NULL) {
        work += (size_t)(at > left ? at - left : left - at) / 4;
        break;
      }
      work += (size_t)(choice->action == OKIT_MATCH_FEW ? choice->here - left : left - choice->here) / 4;
      choice = choice->before;
    }
  }
}

const char *okit_match_from(okit_pattern *pattern, const char **start) {
  if (pattern->anchored) return match_at(pattern, *start);
  const okit_item *head = pattern->items;
  while (head->action == OKIT_MATCH_OPEN || head->action == OKIT_MATCH_HERE) head++;
  bool needs_byte = head->action == OKIT_MATCH_TEXT || head->action == OKIT_MATCH_ONE ||
                    head->action == OKIT_MATCH_BALANCED || (head->action == OKIT_MATCH_MANY && head->other > 0);
  for (const char *at = *start; at <= pattern->end; at++) {
    if (needs_byte) {
      const char *found = find_passing(head, at, pattern->end);
      okit_charge(pattern->L, (size_t)(found - at) / 4);
      if (found == pattern->end) return NULL;
      at = found;
    }
    const char *end = match_at(pattern, at);
    if (end != NULL) {
      *start = at;
      return end;
    }
  }
  return NULL;
}

// MARK: Captures

void okit_push_capture(okit_pattern *pattern, int index, const char *start, const char *end) {
  lua_State *L = pattern->L;
  if (index >= pattern->capture_count) {
    if (index != 0) luaL_error(L, "invalid capture index %%%d", index + 1);
    lua_pushlstring(L, start, (size_t)(end - start));
    return;
  }
  const okit_capture *capture = &pattern->captures[index];
  if (capture->length == OKIT_POSITION) {
    lua_pushinteger(L, capture->start - pattern->subject + 1);
  } else {
    if (capture->length == OKIT_UNFINISHED) luaL_error(L, "unfinished capture");
    lua_pushlstring(L, capture->start, (size_t)capture->length);
  }
}

int okit_push_captures(okit_pattern *pattern, const char *start, const char *end) {
  int count = pattern->capture_count == 0 && start != NULL ? 1 : pattern->capture_count;
  // A C function always has room for a few values.
  if (count > LUA_MINSTACK / 2) luaL_checkstack(pattern->L, count, "too many captures");
  for (int i = 0; i < count; i++) okit_push_capture(pattern, i, start, end);
  return count;
}
