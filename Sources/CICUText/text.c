#include "CICUText.h"

#include <stddef.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>

ChatexportBoundaries *_Nullable chatexport_open_lines(const char *_Nonnull locale) {
  UErrorCode status = U_ZERO_ERROR;
  return (ChatexportBoundaries *)ubrk_open(UBRK_LINE, locale, NULL, 0, &status);
}

ChatexportBoundaries *_Nullable chatexport_open_graphemes(void) {
  UErrorCode status = U_ZERO_ERROR;
  return (ChatexportBoundaries *)ubrk_open(UBRK_CHARACTER, "", NULL, 0, &status);
}

ChatexportBoundaries *_Nullable chatexport_open_words(void) {
  UErrorCode status = U_ZERO_ERROR;
  return (ChatexportBoundaries *)ubrk_open(UBRK_WORD, "", NULL, 0, &status);
}

void chatexport_close_boundaries(ChatexportBoundaries *_Nonnull opened) { ubrk_close((UBreakIterator *)opened); }

int32_t chatexport_boundaries(
    ChatexportBoundaries *_Nonnull opened, const uint16_t *_Nonnull text, int32_t length,
    int32_t *_Nonnull boundaries) {
  UBreakIterator *iterator = (UBreakIterator *)opened;
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(iterator, text, length, &status);
  if (U_FAILURE(status)) return 0;
  int32_t count = 0;
  ubrk_first(iterator);
  for (int32_t at = ubrk_next(iterator); at != UBRK_DONE && count < length; at = ubrk_next(iterator))
    boundaries[count++] = at;
  return count;
}

uint32_t chatexport_script(int32_t scalar) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript(scalar, &status);
  const char *name = U_FAILURE(status) ? NULL : uscript_getShortName(script);
  if (name == NULL || name[0] == 0) return 0x5A7A7A7Au;
  return (uint32_t)(uint8_t)name[0] << 24 | (uint32_t)(uint8_t)name[1] << 16 |
         (uint32_t)(uint8_t)name[2] << 8 | (uint32_t)(uint8_t)name[3];
}

const char *_Nullable chatexport_script_name(uint32_t tag) {
  char name[5] = {(char)(tag >> 24), (char)(tag >> 16), (char)(tag >> 8), (char)tag, 0};
  int32_t script = u_getPropertyValueEnum(UCHAR_SCRIPT, name);
  return script < 0 ? NULL : uscript_getName((UScriptCode)script);
}

int32_t chatexport_script_extensions(
    int32_t scalar, uint32_t *_Nonnull tags, int32_t room) {
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

bool chatexport_is_emoji(int32_t scalar) { return u_hasBinaryProperty(scalar, UCHAR_EMOJI); }
bool chatexport_is_emoji_by_default(int32_t scalar) {
  return u_hasBinaryProperty(scalar, UCHAR_EMOJI_PRESENTATION);
}
bool chatexport_takes_skin_tone(int32_t scalar) {
  return u_hasBinaryProperty(scalar, UCHAR_EMOJI_MODIFIER_BASE);
}
bool chatexport_is_reserved_for_emoji(int32_t scalar) {
  return u_charType(scalar) == U_UNASSIGNED && u_hasBinaryProperty(scalar, UCHAR_EXTENDED_PICTOGRAPHIC);
}
bool chatexport_is_default_ignorable(int32_t scalar) {
  return u_hasBinaryProperty(scalar, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

bool chatexport_is_rgi_emoji(const uint16_t *_Nonnull text, int32_t length) {
  return u_stringHasBinaryProperty(text, length, UCHAR_RGI_EMOJI);
}

bool chatexport_is_mark(int32_t scalar) { return (U_GET_GC_MASK(scalar) & U_GC_M_MASK) != 0; }
bool chatexport_is_stacker(int32_t scalar) {
  return u_getIntPropertyValue(scalar, UCHAR_INDIC_SYLLABIC_CATEGORY) == U_INSC_INVISIBLE_STACKER;
}
bool chatexport_is_word_part(int32_t scalar) {
  switch (u_getIntPropertyValue(scalar, UCHAR_LINE_BREAK)) {
    case U_LB_ALPHABETIC: case U_LB_HEBREW_LETTER: case U_LB_NUMERIC: case U_LB_COMBINING_MARK: return true;
    default: return false;
  }
}
bool chatexport_is_ideographic(int32_t scalar) {
  switch (u_getIntPropertyValue(scalar, UCHAR_LINE_BREAK)) {
    case U_LB_IDEOGRAPHIC: case U_LB_H2: case U_LB_H3: case U_LB_CONDITIONAL_JAPANESE_STARTER: return true;
    default: return false;
  }
}
bool chatexport_is_closing(int32_t scalar) {
  switch (u_getIntPropertyValue(scalar, UCHAR_LINE_BREAK)) {
    case U_LB_CLOSE_PUNCTUATION: case U_LB_EXCLAMATION: return true;
    default: return false;
  }
}
bool chatexport_is_wide(int32_t scalar) {
  switch (u_getIntPropertyValue(scalar, UCHAR_EAST_ASIAN_WIDTH)) {
    case U_EA_FULLWIDTH: case U_EA_HALFWIDTH: case U_EA_WIDE: return true;
    default: return false;
  }
}
bool chatexport_is_unassigned(int32_t scalar) { return u_charType(scalar) == U_UNASSIGNED; }

int32_t chatexport_strong_direction(int32_t scalar) {
  switch (u_charDirection(scalar)) {
    case U_LEFT_TO_RIGHT: return 1;
    case U_RIGHT_TO_LEFT: case U_RIGHT_TO_LEFT_ARABIC: return -1;
    default: return 0;
  }
}

bool chatexport_needs_bidi(int32_t scalar) {
  switch (u_charDirection(scalar)) {
    case U_RIGHT_TO_LEFT: case U_RIGHT_TO_LEFT_ARABIC: case U_ARABIC_NUMBER:
    case U_RIGHT_TO_LEFT_EMBEDDING: case U_RIGHT_TO_LEFT_OVERRIDE: case U_RIGHT_TO_LEFT_ISOLATE: return true;
    default: return false;
  }
}

int32_t chatexport_bracket(int32_t scalar, int32_t *_Nonnull paired) {
  *paired = u_getBidiPairedBracket(scalar);
  switch (u_getIntPropertyValue(scalar, UCHAR_BIDI_PAIRED_BRACKET_TYPE)) {
    case U_BPT_OPEN: return 1;
    case U_BPT_CLOSE: return -1;
    default: return 0;
  }
}

ChatexportBidi *_Nullable chatexport_open_bidi(void) { return (ChatexportBidi *)ubidi_open(); }
void chatexport_close_bidi(ChatexportBidi *_Nonnull opened) { ubidi_close((UBiDi *)opened); }

bool chatexport_levels(
    ChatexportBidi *_Nonnull opened, const uint16_t *_Nonnull text, int32_t length, uint8_t base,
    uint8_t *_Nonnull levels) {
  UBiDi *bidi = (UBiDi *)opened;
  UErrorCode status = U_ZERO_ERROR;
  ubidi_setPara(bidi, text, length, base, NULL, &status);
  const UBiDiLevel *found = ubidi_getLevels(bidi, &status);
  if (U_FAILURE(status) || found == NULL) return false;
  for (int32_t i = 0; i < length; i++) levels[i] = found[i];
  return true;
}

int32_t chatexport_decomposition(
    int32_t scalar, bool compatibility, uint16_t *_Nonnull text, int32_t room) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *form =
      compatibility ? unorm2_getNFKDInstance(&status) : unorm2_getNFDInstance(&status);
  if (U_FAILURE(status)) return -1;
  int32_t length = unorm2_getDecomposition(form, scalar, text, room, &status);
  return U_FAILURE(status) ? -1 : length;
}

int32_t chatexport_normalize(
    bool compatibility, const uint16_t *_Nonnull text, int32_t length, uint16_t *_Nonnull normalized, int32_t room) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *form =
      compatibility ? unorm2_getNFKDInstance(&status) : unorm2_getNFCInstance(&status);
  if (U_FAILURE(status)) return -1;
  int32_t written = unorm2_normalize(form, text, length, normalized, room, &status);
  return U_FAILURE(status) ? -1 : written;
}

bool chatexport_is_charset(const char *name) {
  UErrorCode status = U_ZERO_ERROR;
  UConverter *converter = ucnv_open(name, &status);
  if (U_FAILURE(status)) return false;
  ucnv_close(converter);
  return true;
}

int32_t chatexport_to_utf8(const char *name, const uint8_t *bytes, int32_t count, uint8_t *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  if (count == 0) return 0;
  int32_t length =
      ucnv_convert("UTF-8", name, (char *)text, capacity, (const char *)bytes, count, &status);
  return U_SUCCESS(status) && length <= capacity ? length : -1;
}
