#ifndef CCRYPTO_H
#define CCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Cryptography by OpenSSL's libcrypto, which is loaded by the first call: a process that encrypts nothing does not pay
/// for it.
///
/// The library has a context of its own, so that no configuration file of OpenSSL changes what the functions do. It
/// overwrites its copies of keys when it frees them. Functions fail when the library is not installed, or memory is
/// exhausted.

/// Whether the library is installed. Thread-safe.
bool okit_crypto_is_installed(void);

#define OKIT_KEY_SIZE 32
#define OKIT_NONCE_SIZE 12
#define OKIT_TAG_SIZE 16

/// An authenticated cipher with a key. Used by one thread at a time.
struct okit_cipher;

/// - algorithm: `AES-256-GCM` or `ChaCha20-Poly1305`.
/// - key: `OKIT_KEY_SIZE` bytes.
///
/// Returns null when it fails.
struct okit_cipher *okit_cipher_open(const char *algorithm, const void *key);
void okit_cipher_close(struct okit_cipher *cipher);

/// Encrypts `count` bytes, and authenticates them and `data`.
///
/// - nonce: `OKIT_NONCE_SIZE` bytes.
/// - sealed: receives the ciphertext and the tag of `OKIT_TAG_SIZE` bytes.
bool okit_cipher_seal(
  struct okit_cipher *cipher, const void *nonce, const void *data, size_t data_count, const void *bytes,
  size_t count, void *sealed);

/// Decrypts `count` bytes of a ciphertext, which the tag follows. Returns false, and clears `bytes`, if they, the nonce
/// or the data are not what was sealed.
bool okit_cipher_unseal(
  struct okit_cipher *cipher, const void *nonce, const void *data, size_t data_count, const void *sealed,
  size_t count, void *bytes);

/// Derives a key from a strong one with HKDF-SHA-256 (RFC 5869).
bool okit_hkdf(
  const void *key, size_t key_count, const void *salt, size_t salt_count, const void *info,
  size_t info_count, void *derived, size_t count);

/// Derives a key from a passphrase with scrypt (RFC 7914). It takes `128 * block_size * (rounds + parallelism + 2)`
/// bytes of memory.
bool okit_scrypt(
  const void *passphrase, size_t passphrase_count, const void *salt, size_t salt_count, uint64_t rounds,
  uint64_t block_size, uint64_t parallelism, void *derived, size_t count);

/// SHA-256 of bytes that come in pieces.
struct okit_sha256;

/// Returns null when it fails.
struct okit_sha256 *okit_sha256_open(void);
void okit_sha256_close(struct okit_sha256 *hash);
bool okit_sha256_add(struct okit_sha256 *hash, const void *bytes, size_t count);
/// Ends the hash.
///
/// - digest: receives 32 bytes.
bool okit_sha256_end(struct okit_sha256 *hash, void *digest);

#endif
