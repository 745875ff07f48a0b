#include "ccrypto.h"
#include "library.h"

#include <limits.h>
#include <string.h>

// `struct okit_cipher` is libcrypto's context, which it overwrites when it frees it.
static EVP_CIPHER_CTX *context_of(struct okit_cipher *cipher) { return (EVP_CIPHER_CTX *)cipher; }

struct okit_cipher *okit_cipher_open(const char *algorithm, const void *key) {
  const struct library *crypto = okit_crypto();
  if (crypto == NULL) return NULL;
  EVP_CIPHER *cipher = crypto->EVP_CIPHER_fetch(crypto->context, algorithm, NULL);
  EVP_CIPHER_CTX *context = crypto->EVP_CIPHER_CTX_new();
  bool is_open = cipher && context && crypto->EVP_CipherInit_ex2(context, cipher, key, NULL, 1, NULL) == 1;
  crypto->EVP_CIPHER_free(cipher);
  if (okit_crypto_ended(is_open)) return (struct okit_cipher *)context;
  crypto->EVP_CIPHER_CTX_free(context);
  return NULL;
}

void okit_cipher_close(struct okit_cipher *cipher) {
  const struct library *crypto = okit_crypto();
  if (crypto) crypto->EVP_CIPHER_CTX_free(context_of(cipher));
}

/// Passes bytes to a cipher: without `result`, those that are only authenticated.
static bool add(
  const struct library *crypto, EVP_CIPHER_CTX *context, void *result, const void *bytes, size_t count
) {
  int length = 0;
  if (count == 0) return true;
  return count <= INT_MAX && crypto->EVP_CipherUpdate(context, result, &length, bytes, (int)count) == 1;
}

bool okit_cipher_seal(
  struct okit_cipher *cipher, const void *nonce, const void *data, size_t data_count, const void *bytes,
  size_t count, void *sealed
) {
  const struct library *crypto = okit_crypto();
  EVP_CIPHER_CTX *context = context_of(cipher);
  uint8_t *tag = (uint8_t *)sealed + count;
  int length = 0;
  return okit_crypto_ended(
    crypto->EVP_CipherInit_ex2(context, NULL, NULL, nonce, 1, NULL) == 1
    && add(crypto, context, NULL, data, data_count) && add(crypto, context, sealed, bytes, count)
    && crypto->EVP_CipherFinal_ex(context, tag, &length) == 1
    && crypto->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, OKIT_TAG_SIZE, tag) == 1);
}

bool okit_cipher_unseal(
  struct okit_cipher *cipher, const void *nonce, const void *data, size_t data_count, const void *sealed,
  size_t count, void *bytes
) {
  const struct library *crypto = okit_crypto();
  EVP_CIPHER_CTX *context = context_of(cipher);
  uint8_t rest[OKIT_TAG_SIZE];
  int length = 0;
  bool is_authentic = crypto->EVP_CipherInit_ex2(context, NULL, NULL, nonce, 0, NULL) == 1
    && crypto->EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, OKIT_TAG_SIZE, (uint8_t *)sealed + count) == 1
    && add(crypto, context, NULL, data, data_count) && add(crypto, context, bytes, sealed, count)
    && crypto->EVP_CipherFinal_ex(context, rest, &length) == 1;
  if (!is_authentic && count > 0) memset(bytes, 0, count);
  return okit_crypto_ended(is_authentic);
}
