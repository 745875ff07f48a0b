#include "ccrypto.h"
#include "library.h"

bool okit_hkdf(
  const void *key, size_t key_count, const void *salt, size_t salt_count, const void *info,
  size_t info_count, void *derived, size_t count
) {
  const struct library *crypto = okit_crypto();
  if (crypto == NULL) return false;
  EVP_KDF *function = crypto->EVP_KDF_fetch(crypto->context, OSSL_KDF_NAME_HKDF, NULL);
  EVP_KDF_CTX *context = function ? crypto->EVP_KDF_CTX_new(function) : NULL;
  const OSSL_PARAM parameters[] = {
    OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, "SHA256", 6),
    OSSL_PARAM_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, key_count),
    OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count),
    OSSL_PARAM_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_count),
    OSSL_PARAM_END,
  };
  bool is_derived = context && crypto->EVP_KDF_derive(context, derived, count, parameters) == 1;
  crypto->EVP_KDF_CTX_free(context);
  crypto->EVP_KDF_free(function);
  return okit_crypto_ended(is_derived);
}

bool okit_scrypt(
  const void *passphrase, size_t passphrase_count, const void *salt, size_t salt_count, uint64_t rounds,
  uint64_t block_size, uint64_t parallelism, void *derived, size_t count
) {
  const struct library *crypto = okit_crypto();
  if (crypto == NULL) return false;
  uint64_t memory = 128 * block_size * (rounds + parallelism + 2);
  return okit_crypto_ended(
    crypto->EVP_PBE_scrypt_ex(
      (const char *)passphrase, passphrase_count, salt, salt_count, rounds, block_size, parallelism, memory, derived,
      count, crypto->context, NULL) == 1);
}
