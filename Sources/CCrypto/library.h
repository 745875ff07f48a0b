#ifndef CCRYPTO_LIBRARY_H
#define CCRYPTO_LIBRARY_H

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdbool.h>

/// Calls `each` with every function of libcrypto that is used.
#define OKIT_CRYPTO_FUNCTIONS(each) \
  each(ERR_clear_error) each(OSSL_LIB_CTX_new) each(OSSL_PROVIDER_load) \
  each(EVP_CIPHER_fetch) each(EVP_CIPHER_free) each(EVP_CIPHER_CTX_new) each(EVP_CIPHER_CTX_free) \
  each(EVP_CIPHER_CTX_ctrl) each(EVP_CipherInit_ex2) each(EVP_CipherUpdate) each(EVP_CipherFinal_ex) \
  each(EVP_KDF_fetch) each(EVP_KDF_free) each(EVP_KDF_CTX_new) each(EVP_KDF_CTX_free) each(EVP_KDF_derive) \
  each(EVP_PBE_scrypt_ex) \
  each(EVP_MD_fetch) each(EVP_MD_free) each(EVP_MD_CTX_new) each(EVP_MD_CTX_free) \
  each(EVP_DigestInit_ex2) each(EVP_DigestUpdate) each(EVP_DigestFinal_ex)

/// libcrypto, with its functions as members.
struct library {
#define MEMBER(name) __typeof__(&name) name;
  OKIT_CRYPTO_FUNCTIONS(MEMBER)
#undef MEMBER
  OSSL_LIB_CTX *context;
};

/// Returns libcrypto, which the first call loads; null if it is not installed. Thread-safe.
const struct library *okit_crypto(void);

/// Returns its parameter, and forgets the errors of a call that has failed: libcurl uses the same library.
bool okit_crypto_ended(bool is_done);

#endif
