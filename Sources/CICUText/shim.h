#pragma once
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>

// ICU's functions are macros that append the version; Swift sees only the functions below.

static inline UBreakIterator *_Nullable chatexport_ubrk_open(
    UBreakIteratorType type, const char *_Nonnull locale, UErrorCode *_Nonnull status) {
  return ubrk_open(type, locale, NULL, 0, status);
}

static inline void chatexport_ubrk_close(UBreakIterator *_Nonnull iterator) { ubrk_close(iterator); }

/// Writes every boundary after the start of `text` to `boundaries`, which has room for `length`, and returns
/// their number.
static inline int32_t chatexport_boundaries(
    UBreakIterator *_Nonnull iterator, const UChar *_Nonnull text, int32_t length,
    int32_t *_Nonnull boundaries) {
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(iterator, text, length, &status);
  if (U_FAILURE(status)) return 0;
  int32_t count = 0;
  ubrk_first(iterator);
  for (int32_t at = ubrk_next(iterator); at != UBRK_DONE && count < length; at = ubrk_next(iterator))
    boundaries[count++] = at;
  return count;
}

/// The script's four letters as a number, e.g. 'Latn'; 'Zzzz' for unknown.
static inline uint32_t chatexport_script(UChar32 scalar) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript(scalar, &status);
  const char *name = U_FAILURE(status) ? NULL : uscript_getShortName(script);
  if (name == NULL || name[0] == 0) return 0x5A7A7A7Au;
  return (uint32_t)(uint8_t)name[0] << 24 | (uint32_t)(uint8_t)name[1] << 16 |
         (uint32_t)(uint8_t)name[2] << 8 | (uint32_t)(uint8_t)name[3];
}

/// The English name of the script with the given four letters, or NULL.
static inline const char *_Nullable chatexport_script_name(uint32_t tag) {
  char name[5] = {(char)(tag >> 24), (char)(tag >> 16), (char)(tag >> 8), (char)tag, 0};
  int32_t script = u_getPropertyValueEnum(UCHAR_SCRIPT, name);
  return script < 0 ? NULL : uscript_getName((UScriptCode)script);
}

/// Writes the scripts of the scalar's Script_Extensions, at most `room`, and returns their number.
static inline int32_t chatexport_script_extensions(
    UChar32 scalar, uint32_t *_Nonnull tags, int32_t room) {
  UScriptCode codes[64];
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = uscript_getScriptExtensions(scalar, codes, 64, &status);
  if (U_FAILURE(status)) return 0;
  if (count > room) count = room;
  for (int32_t i = 0; i < count; i++) {
    const char *name = uscript_getShortName(codes[i]);
    tags[i] = (uint32_t)(uint8_t)name[0] << 24 | (uint32_t)(uint8_t)name[1] << 16 |
              (uint32_t)(uint8_t)name[2] << 8 | (uint32_t)(uint8_t)name[3];
  }
  return count;
}

static inline bool chatexport_has(UChar32 scalar, UProperty property) {
  return u_hasBinaryProperty(scalar, property);
}

static inline bool chatexport_is_rgi_emoji(const UChar *_Nonnull text, int32_t length) {
  return u_stringHasBinaryProperty(text, length, UCHAR_RGI_EMOJI);
}

static inline int8_t chatexport_general_category(UChar32 scalar) { return u_charType(scalar); }
static inline int32_t chatexport_bidi_class(UChar32 scalar) { return u_charDirection(scalar); }
static inline UChar32 chatexport_paired_bracket(UChar32 scalar) { return u_getBidiPairedBracket(scalar); }
static inline int32_t chatexport_bracket_type(UChar32 scalar) {
  return u_getIntPropertyValue(scalar, UCHAR_BIDI_PAIRED_BRACKET_TYPE);
}

static inline UBiDi *_Nullable chatexport_ubidi_open(void) { return ubidi_open(); }
static inline void chatexport_ubidi_close(UBiDi *_Nonnull bidi) { ubidi_close(bidi); }

/// Writes the embedding level of each UTF-16 unit (UAX #9) and returns whether that worked.
static inline bool chatexport_levels(
    UBiDi *_Nonnull bidi, const UChar *_Nonnull text, int32_t length, uint8_t base,
    uint8_t *_Nonnull levels) {
  UErrorCode status = U_ZERO_ERROR;
  ubidi_setPara(bidi, text, length, base, NULL, &status);
  const UBiDiLevel *found = ubidi_getLevels(bidi, &status);
  if (U_FAILURE(status) || found == NULL) return false;
  for (int32_t i = 0; i < length; i++) levels[i] = found[i];
  return true;
}

/// Writes the full decomposition of the scalar under NFD, or NFKD, and returns its length; negative: none.
static inline int32_t chatexport_decomposition(
    UChar32 scalar, bool compatibility, UChar *_Nonnull text, int32_t room) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *form =
      compatibility ? unorm2_getNFKDInstance(&status) : unorm2_getNFDInstance(&status);
  if (U_FAILURE(status)) return -1;
  int32_t length = unorm2_getDecomposition(form, scalar, text, room, &status);
  return U_FAILURE(status) ? -1 : length;
}
