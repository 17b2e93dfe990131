#include "CICUHost.h"

#include <stdlib.h>
#include <unicode/uidna.h>
#include <unicode/uspoof.h>

struct ChatHosts {
  UIDNA *idna;
  USpoofChecker *spoof;
};

ChatHosts *_Nullable chat_open_hosts(void) {
  ChatHosts *hosts = calloc(1, sizeof *hosts);
  if (!hosts) return NULL;
  UErrorCode status = U_ZERO_ERROR;
  hosts->idna = uidna_openUTS46(
      UIDNA_USE_STD3_RULES | UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII |
          UIDNA_NONTRANSITIONAL_TO_UNICODE,
      &status);
  hosts->spoof = uspoof_open(&status);
  if (U_SUCCESS(status)) {
    uspoof_setChecks(
        hosts->spoof, USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS | USPOOF_HIDDEN_OVERLAY,
        &status);
    uspoof_setRestrictionLevel(hosts->spoof, USPOOF_HIGHLY_RESTRICTIVE);
  }
  if (U_SUCCESS(status)) return hosts;
  chat_close_hosts(hosts);
  return NULL;
}

void chat_close_hosts(ChatHosts *_Nonnull hosts) {
  if (hosts->idna) uidna_close(hosts->idna);
  if (hosts->spoof) uspoof_close(hosts->spoof);
  free(hosts);
}

int32_t chat_host_ascii(
    const ChatHosts *_Nonnull hosts, const char *_Nonnull name, int32_t length, char *_Nonnull text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  int32_t written = uidna_nameToASCII_UTF8(hosts->idna, name, length, text, capacity, &info, &status);
  return U_SUCCESS(status) && info.errors == 0 && written <= capacity ? written : -1;
}

int32_t chat_host_unicode(
    const ChatHosts *_Nonnull hosts, const char *_Nonnull name, int32_t length, char *_Nonnull text, int32_t capacity,
    bool *_Nonnull valid) {
  UErrorCode status = U_ZERO_ERROR;
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  int32_t written = uidna_nameToUnicodeUTF8(hosts->idna, name, length, text, capacity, &info, &status);
  *valid = info.errors == 0;
  return U_SUCCESS(status) && written <= capacity ? written : -1;
}

bool chat_label_is_mixed(const ChatHosts *_Nonnull hosts, const char *_Nonnull label, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t failed = uspoof_checkUTF8(hosts->spoof, label, length, NULL, &status);
  return U_FAILURE(status) || (failed & USPOOF_ALL_CHECKS) != 0;
}

int32_t chat_label_skeleton(
    const ChatHosts *_Nonnull hosts, const char *_Nonnull label, int32_t length, char *_Nonnull text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t written = uspoof_getSkeletonUTF8(hosts->spoof, 0, label, length, text, capacity, &status);
  return U_SUCCESS(status) && written <= capacity ? written : -1;
}
