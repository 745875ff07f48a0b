// The Lua scripts of the test framework, embedded in the program.
#include "CTesting.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

typedef const unsigned char script[];

static script compare = {
#embed "lua/compare.lua" suffix(, )
  0};

static script doubles = {
#embed "lua/doubles.lua" suffix(, )
  0};

static script endpoint_store = {
#embed "lua/endpoint_store.lua" suffix(, )
  0};

static script entry = {
#embed "lua/entry.lua" suffix(, )
  0};

static script expect = {
#embed "lua/expect.lua" suffix(, )
  0};

static script failure = {
#embed "lua/failure.lua" suffix(, )
  0};

static script host = {
#embed "lua/host.lua" suffix(, )
  0};

static script runner = {
#embed "lua/runner.lua" suffix(, )
  0};

static script selection = {
#embed "lua/selection.lua" suffix(, )
  0};

static script text = {
#embed "lua/text.lua" suffix(, )
  0};

static script tree = {
#embed "lua/tree.lua" suffix(, )
  0};

static script values = {
#embed "lua/values.lua" suffix(, )
  0};

#define PRELUDE(name) {#name, {(const char *)name, sizeof name - 1}}

static const struct {
  const char *name;
  okit_testing_script script;
} preludes[] = {
  PRELUDE(compare),
  PRELUDE(doubles),
  PRELUDE(endpoint_store),
  PRELUDE(entry),
  PRELUDE(expect),
  PRELUDE(failure),
  PRELUDE(host),
  PRELUDE(runner),
  PRELUDE(selection),
  PRELUDE(text),
  PRELUDE(tree),
  PRELUDE(values),
};

okit_testing_script okit_testing_prelude(const char *name) {
  for (size_t i = 0; i < sizeof preludes / sizeof *preludes; i++) {
    if (strcmp(preludes[i].name, name) == 0) return preludes[i].script;
  }
  return (okit_testing_script){NULL, 0};
}
