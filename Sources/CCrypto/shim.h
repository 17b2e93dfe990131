#pragma once
// What digests of a few hundred bytes take longest for is what lies between EVP and the hash itself.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
