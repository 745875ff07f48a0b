// The scripts of the program as bytecode, which a release build makes and embeds: compiling them took a fifth of the
// instructions of a hello world.
#include "CLua.h"

#include <stdint.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

// Records of a name that ends with a zero, the length of the text, that of the bytecode, and the bytecode. The last
// name is empty.
static const unsigned char scripts[] = {
#if __has_embed(<okit-scripts.luac>)
#embed <okit-scripts.luac> suffix(, )
#endif
  0};

okit_text okit_compiled_script(const char *chunk, size_t length) {
  const char *record = (const char *)scripts;
  while (*record != 0) {
    const char *name = record;
    uint32_t lengths[2];
    record += strlen(name) + 1;
    memcpy(lengths, record, sizeof lengths);
    record += sizeof lengths;
    if (lengths[0] == length && strcmp(name, chunk) == 0) return (okit_text){record, lengths[1]};
    record += lengths[1];
  }
  return (okit_text){NULL, 0};
}
