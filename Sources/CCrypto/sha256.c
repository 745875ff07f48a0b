#include "ccrypto.h"
#include "library.h"

// `struct okit_sha256` is libcrypto's context.
struct okit_sha256 *okit_sha256_open(void) {
  const struct library *crypto = okit_crypto();
  if (crypto == NULL) return NULL;
  EVP_MD *function = crypto->EVP_MD_fetch(crypto->context, "SHA256", NULL);
  EVP_MD_CTX *context = crypto->EVP_MD_CTX_new();
  bool is_open = function && context && crypto->EVP_DigestInit_ex2(context, function, NULL) == 1;
  crypto->EVP_MD_free(function);
  if (okit_crypto_ended(is_open)) return (struct okit_sha256 *)context;
  crypto->EVP_MD_CTX_free(context);
  return NULL;
}

void okit_sha256_close(struct okit_sha256 *hash) {
  const struct library *crypto = okit_crypto();
  if (crypto) crypto->EVP_MD_CTX_free((EVP_MD_CTX *)hash);
}

bool okit_sha256_add(struct okit_sha256 *hash, const void *bytes, size_t count) {
  return okit_crypto_ended(okit_crypto()->EVP_DigestUpdate((EVP_MD_CTX *)hash, bytes, count) == 1);
}

bool okit_sha256_end(struct okit_sha256 *hash, void *digest) {
  unsigned length = 0;
  return okit_crypto_ended(okit_crypto()->EVP_DigestFinal_ex((EVP_MD_CTX *)hash, digest, &length) == 1);
}
