// The Lua scripts that are part of the bridge, embedded in the program.
#include "CLua.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

typedef const unsigned char script[];

static script console = {
#embed "../lua/console.lua" suffix(, )
  0};

static script driver = {
#embed "../lua/driver.lua" suffix(, )
  0};

static script okit = {
#if __has_embed("../lua/okit.lua")
#embed "../lua/okit.lua" suffix(, )
#endif
  0};

static script testing = {
#embed "../lua/testing.lua" suffix(, )
  0};

static script testing_compare = {
#embed "../lua/testing-compare.lua" suffix(, )
  0};

static script testing_doubles = {
#embed "../lua/testing-doubles.lua" suffix(, )
  0};

static script testing_expect = {
#embed "../lua/testing-expect.lua" suffix(, )
  0};

static script testing_failure = {
#embed "../lua/testing-failure.lua" suffix(, )
  0};

static script testing_host = {
#embed "../lua/testing-host.lua" suffix(, )
  0};

static script testing_runner = {
#embed "../lua/testing-runner.lua" suffix(, )
  0};

static script testing_text = {
#embed "../lua/testing-text.lua" suffix(, )
  0};

static script testing_values = {
#embed "../lua/testing-values.lua" suffix(, )
  0};

#define OKIT_PRELUDE(name, script) {name, {(const char *)script, sizeof script - 1}}

static const struct {
  const char *name;
  okit_text text;
} preludes[] = {
  OKIT_PRELUDE("console", console),
  OKIT_PRELUDE("driver", driver),
  OKIT_PRELUDE("okit", okit),
  OKIT_PRELUDE("testing", testing),
  OKIT_PRELUDE("testing-compare", testing_compare),
  OKIT_PRELUDE("testing-doubles", testing_doubles),
  OKIT_PRELUDE("testing-expect", testing_expect),
  OKIT_PRELUDE("testing-failure", testing_failure),
  OKIT_PRELUDE("testing-host", testing_host),
  OKIT_PRELUDE("testing-runner", testing_runner),
  OKIT_PRELUDE("testing-text", testing_text),
  OKIT_PRELUDE("testing-values", testing_values),
};

okit_text okit_prelude(const char *name) {
  for (size_t i = 0; i < sizeof preludes / sizeof *preludes; i++) {
    if (strcmp(preludes[i].name, name) == 0 && preludes[i].text.length > 0) return preludes[i].text;
  }
  return (okit_text){NULL, 0};
}
