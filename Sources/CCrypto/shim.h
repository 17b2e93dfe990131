#pragma once
// The functions of each hash and not those of EVP, which spend most of their time around the hash where digests are of a few
// hundred bytes, cannot be had without looking for providers and configuration files, and allocate. These do arithmetic in a
// context that is a value, so they cannot fail.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <lifetimebound.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <ptrcheck.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The count of `bytes` is stated, so that Swift passes a checked span (SafeInteropWrappers) and needs no pointer.

/// The 32 bytes of a SHA-256 as four words, in the order in which they lie in memory.
typedef struct {
  uint64_t first, second, third, fourth;
} sha256_digest;

/// The context of a SHA-256 of no bytes.
static inline SHA256_CTX sha256_start(void) {
  SHA256_CTX context;
  SHA256_Init(&context);
  return context;
}

/// Adds bytes to a SHA-256.
static inline SHA256_CTX sha256_add(
    SHA256_CTX context, const uint8_t *_Nonnull __counted_by(count) bytes __noescape, size_t count) {
  SHA256_Update(&context, bytes, count);
  return context;
}

/// Returns the digest of all bytes that were added.
static inline sha256_digest sha256_end(SHA256_CTX context) {
  uint8_t bytes[SHA256_DIGEST_LENGTH];
  SHA256_Final(bytes, &context);
  sha256_digest digest;
  memcpy(&digest, bytes, sizeof digest);
  return digest;
}

/// Returns the SHA-256 of two words followed by bytes.
static inline sha256_digest sha256_behind(
    uint64_t first, uint64_t second, const uint8_t *_Nonnull __counted_by(count) bytes __noescape, size_t count) {
  const uint64_t words[] = {first, second};
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, words, sizeof words);
  SHA256_Update(&context, bytes, count);
  return sha256_end(context);
}

/// Returns the SHA-256 of two words followed by others.
static inline sha256_digest sha256_of_words(
    uint64_t first, uint64_t second, const uint64_t *_Nonnull __counted_by(count) words __noescape, size_t count) {
  return sha256_behind(first, second, (const uint8_t *)words, count * sizeof *words);
}

/// The 20 bytes of a SHA-1 as five words, in the order in which they lie in memory.
typedef struct {
  uint32_t first, second, third, fourth, fifth;
} sha1_digest;

/// Returns the SHA-1 of bytes.
static inline sha1_digest sha1_of(const uint8_t *_Nonnull __counted_by(count) bytes __noescape, size_t count) {
  SHA_CTX context;
  SHA1_Init(&context);
  SHA1_Update(&context, bytes, count);
  uint8_t digest_bytes[SHA_DIGEST_LENGTH];
  SHA1_Final(digest_bytes, &context);
  sha1_digest digest;
  memcpy(&digest, digest_bytes, sizeof digest);
  return digest;
}

/// 64 bytes as eight words, in the order in which they lie in memory. Not valid if libcrypto refused.
typedef struct {
  uint64_t words[8];
  bool is_valid;
} words_of_64_bytes;

/// Returns the SHA-512 of bytes.
static inline words_of_64_bytes sha512_of(
    const uint8_t *_Nonnull __counted_by(count) bytes __noescape, size_t count) {
  uint8_t digest[SHA512_DIGEST_LENGTH];
  SHA512(bytes, count, digest);
  words_of_64_bytes result = {.is_valid = true};
  memcpy(result.words, digest, sizeof digest);
  return result;
}

/// Returns the Ed25519 signature of bytes (RFC 8032) with the key of a seed of 32 bytes.
static inline words_of_64_bytes ed25519_sign(
    const uint8_t *_Nonnull __counted_by(seed_count) seed __noescape, size_t seed_count,
    const uint8_t *_Nonnull __counted_by(count) bytes __noescape, size_t count) {
  words_of_64_bytes result = {.is_valid = false};
  uint8_t signature[64];
  size_t size = sizeof signature;
  EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, seed_count);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  result.is_valid = key && context && EVP_DigestSignInit(context, NULL, NULL, NULL, key) == 1
      && EVP_DigestSign(context, signature, &size, bytes, count) == 1 && size == sizeof signature;
  if (result.is_valid) memcpy(result.words, signature, sizeof signature);
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  return result;
}

/// True if the key with this public key signed the bytes.
static inline bool ed25519_verify(
    const uint8_t *_Nonnull __counted_by(key_count) public_key __noescape, size_t key_count,
    const uint8_t *_Nonnull __counted_by(signature_count) signature __noescape, size_t signature_count,
    const uint8_t *_Nonnull __counted_by(count) bytes __noescape, size_t count) {
  EVP_PKEY *key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, public_key, key_count);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool is_valid = key && context && EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) == 1
      && EVP_DigestVerify(context, signature, signature_count, bytes, count) == 1;
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  return is_valid;
}

/// Returns the key of 32 bytes of a password by PBKDF2 with HMAC-SHA-256 (RFC 8018 §5.2), in the first four words.
static inline words_of_64_bytes pbkdf2_sha256(
    const uint8_t *_Nonnull __counted_by(count) password __noescape, size_t count,
    const uint8_t *_Nonnull __counted_by(salt_count) salt __noescape, size_t salt_count, int iterations) {
  words_of_64_bytes result = {.is_valid = false};
  result.is_valid = PKCS5_PBKDF2_HMAC(
      (const char *)password, (int)count, salt, (int)salt_count, iterations, EVP_sha256(), 32, (uint8_t *)result.words) == 1;
  return result;
}

/// Encrypts all but the last 16 bytes of `bytes` in place by AES-256-GCM (NIST SP 800-38D), and puts the tag into these. `secret` is a key
/// of 32 bytes, a nonce of 12 that the key was never used with, and what is authenticated besides. Returns false if libcrypto refused.
static inline bool aes256_gcm_seal(
    const uint8_t *_Nonnull __counted_by(secret_count) secret __noescape, size_t secret_count,
    uint8_t *_Nonnull __counted_by(count) bytes __noescape, size_t count) {
  if (secret_count < 44 || count < 16 || count > INT32_MAX) return false;
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  int size = (int)count - 16, written = 0, rest = 0;
  bool is_sealed = context && EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, secret, secret + 32) == 1
      && EVP_EncryptUpdate(context, NULL, &written, secret + 44, (int)secret_count - 44) == 1
      && EVP_EncryptUpdate(context, bytes, &written, bytes, size) == 1 && written == size
      && EVP_EncryptFinal_ex(context, bytes + written, &rest) == 1 && rest == 0
      && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, 16, bytes + size) == 1;
  EVP_CIPHER_CTX_free(context);
  return is_sealed;
}
