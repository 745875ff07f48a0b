#include "library.h"

#include "ccrypto.h"

#include <dlfcn.h>
#include <pthread.h>

static struct library library;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
  if (handle == NULL) return;
  // The library stays loaded: a library without one of these functions is not libcrypto.
#define FIND(name) \
  if ((*(void **)&library.name = dlsym(handle, #name)) == NULL) return;
  OKIT_CRYPTO_FUNCTIONS(FIND)
#undef FIND
  library.context = library.OSSL_LIB_CTX_new();
  is_loaded = library.context && library.OSSL_PROVIDER_load(library.context, "default");
}

const struct library *okit_crypto(void) {
  pthread_once(&once, load);
  return is_loaded ? &library : NULL;
}

bool okit_crypto_is_installed(void) { return okit_crypto() != NULL; }

bool okit_crypto_ended(bool is_done) {
  if (!is_done) library.ERR_clear_error();
  return is_done;
}
