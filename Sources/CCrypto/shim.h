#pragma once
// Digests of a few hundred bytes spend most of their time between EVP and the hash itself.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
