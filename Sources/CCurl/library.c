#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

static struct library library;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // It has 30 libraries, of whose functions few are called.
  void *handle = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (handle == NULL) return;
  // The library stays loaded: a library without one of these functions is not libcurl.
#define FIND(name) \
  if ((*(void **)&library.name = dlsym(handle, "curl_" #name)) == NULL) return;
  OKIT_CURL_FUNCTIONS(FIND)
#undef FIND
  is_loaded = library.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

const struct library *okit_curl(void) {
  pthread_once(&once, load);
  return is_loaded ? &library : NULL;
}
