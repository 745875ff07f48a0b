// The character classes of patterns, as sets of bytes. They are those of the "C" locale, independent of the locale of
// the host.
#ifndef OKIT_CLASSES_H
#define OKIT_CLASSES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct okit_byte_set {
  uint64_t words[4];
} okit_byte_set;

static inline bool okit_set_has(const okit_byte_set *set, unsigned char byte) {
  return set->words[byte >> 6] >> (byte & 63) & 1;
}

static inline void okit_set_add(okit_byte_set *set, unsigned char byte) {
  set->words[byte >> 6] |= (uint64_t)1 << (byte & 63);
}

// Returns the set of a letter after `%`, complemented for a capital; NULL if the letter names no class.
const okit_byte_set *okit_class_named(unsigned char letter);

#endif
