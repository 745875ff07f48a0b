// The Lua scripts that are part of the bridge, embedded in the program.
#include "CLua.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

typedef const unsigned char script[];

static script client = {
#embed "../lua/client.lua" suffix(, )
  0};

static script console = {
#embed "../lua/console.lua" suffix(, )
  0};

static script data = {
#embed "../lua/data.lua" suffix(, )
  0};

static script driver = {
#embed "../lua/driver.lua" suffix(, )
  0};

static script mask = {
#embed "../lua/mask.lua" suffix(, )
  0};

static script okit = {
#if __has_embed("../lua/okit.lua")
#embed "../lua/okit.lua" suffix(, )
#endif
  0};

static script outbox = {
#embed "../lua/outbox.lua" suffix(, )
  0};

static script parts = {
#embed "../lua/parts.lua" suffix(, )
  0};

static script requests = {
#embed "../lua/requests.lua" suffix(, )
  0};

static script screens = {
#embed "../lua/screens.lua" suffix(, )
  0};

#define OKIT_PRELUDE(name, script) {name, {(const char *)script, sizeof script - 1}}

static const struct {
  const char *name;
  okit_text text;
} preludes[] = {
  OKIT_PRELUDE("client", client),
  OKIT_PRELUDE("console", console),
  OKIT_PRELUDE("data", data),
  OKIT_PRELUDE("driver", driver),
  OKIT_PRELUDE("mask", mask),
  OKIT_PRELUDE("okit", okit),
  OKIT_PRELUDE("outbox", outbox),
  OKIT_PRELUDE("parts", parts),
  OKIT_PRELUDE("requests", requests),
  OKIT_PRELUDE("screens", screens),
};

okit_text okit_prelude(const char *name) {
  for (size_t i = 0; i < sizeof preludes / sizeof *preludes; i++) {
    if (strcmp(preludes[i].name, name) == 0 && preludes[i].text.length > 0) return preludes[i].text;
  }
  return (okit_text){NULL, 0};
}
