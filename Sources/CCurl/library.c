#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

static struct library library;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  const struct {
    const char *name;
    void **function;
  } functions[] = {
    { "curl_global_init", (void **)&library.global_init },
    { "curl_easy_init", (void **)&library.easy_init },
    { "curl_easy_setopt", (void **)&library.easy_setopt },
    { "curl_easy_reset", (void **)&library.easy_reset },
    { "curl_easy_cleanup", (void **)&library.easy_cleanup },
    { "curl_easy_strerror", (void **)&library.easy_strerror },
    { "curl_multi_init", (void **)&library.multi_init },
    { "curl_multi_add_handle", (void **)&library.multi_add_handle },
    { "curl_multi_remove_handle", (void **)&library.multi_remove_handle },
    { "curl_multi_perform", (void **)&library.multi_perform },
    { "curl_multi_poll", (void **)&library.multi_poll },
    { "curl_multi_info_read", (void **)&library.multi_info_read },
    { "curl_multi_cleanup", (void **)&library.multi_cleanup },
    { "curl_slist_append", (void **)&library.slist_append },
    { "curl_slist_free_all", (void **)&library.slist_free_all },
  };
  for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
    *functions[index].function = dlsym(handle, functions[index].name);
    // The library stays loaded: a library without one of these functions is not libcurl.
    if (*functions[index].function == NULL) return;
  }
  is_loaded = library.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

const struct library *okit_curl(void) {
  pthread_once(&once, load);
  return is_loaded ? &library : NULL;
}
