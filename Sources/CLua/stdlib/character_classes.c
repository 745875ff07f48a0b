#include "stdlib/character_classes.h"

#include <stddef.h>

// The bytes 0 to 63 and 64 to 127; only complemented classes have others.
#define BITS(first, last) ((~(uint64_t)0 >> (63 - ((last) - (first)))) << ((first) & 63))
#define CLASS(low, high) {{low, high, 0, 0}}, {{~(low), ~(high), ~(uint64_t)0, ~(uint64_t)0}}

#define UPPER BITS('A', 'Z')
#define LOWER BITS('a', 'z')
#define DIGITS BITS('0', '9')
#define VISIBLE_LOW BITS('!', '?')
#define VISIBLE_HIGH BITS('@', '~')

enum { ALPHA, CONTROL, DIGIT, GRAPH, SMALL, PUNCTUATION, SPACE, CAPITAL, WORD, HEXADECIMAL, ZERO };

static const okit_byte_set classes[][2] = {
  [ALPHA] = {CLASS((uint64_t)0, UPPER | LOWER)},
  [CONTROL] = {CLASS(BITS(0, 31), BITS(127, 127))},
  [DIGIT] = {CLASS(DIGITS, (uint64_t)0)},
  [GRAPH] = {CLASS(VISIBLE_LOW, VISIBLE_HIGH)},
  [SMALL] = {CLASS((uint64_t)0, LOWER)},
  [PUNCTUATION] = {CLASS(VISIBLE_LOW & ~DIGITS, VISIBLE_HIGH & ~(UPPER | LOWER))},
  [SPACE] = {CLASS(BITS('\t', '\r') | BITS(' ', ' '), (uint64_t)0)},
  [CAPITAL] = {CLASS((uint64_t)0, UPPER)},
  [WORD] = {CLASS(DIGITS, UPPER | LOWER)},
  [HEXADECIMAL] = {CLASS(DIGITS, BITS('A', 'F') | BITS('a', 'f'))},
  [ZERO] = {CLASS((uint64_t)1, (uint64_t)0)},
};

const okit_byte_set *okit_class_named(unsigned char letter) {
  int found;
  switch (letter | 0x20) {
    case 'a': found = ALPHA; break;
    case 'c': found = CONTROL; break;
    case 'd': found = DIGIT; break;
    case 'g': found = GRAPH; break;
    case 'l': found = SMALL; break;
    case 'p': found = PUNCTUATION; break;
    case 's': found = SPACE; break;
    case 'u': found = CAPITAL; break;
    case 'w': found = WORD; break;
    case 'x': found = HEXADECIMAL; break;
    case 'z': found = ZERO; break;  // as in Lua 5.1
    default: return NULL;
  }
  // Other characters may differ from a letter in that bit only.
  if ((letter & 0x40) == 0) return NULL;
  return &classes[found][(letter & 0x20) == 0];
}
