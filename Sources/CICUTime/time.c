#include "CICUTime.h"

#include <string.h>
#include <unicode/ucal.h>
#include <unicode/ucurr.h>
#include <unicode/udat.h>
#include <unicode/udateintervalformat.h>
#include <unicode/udatpg.h>
#include <unicode/uloc.h>
#include <unicode/unum.h>
#include <unicode/upluralrules.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

static UDateFormatStyle style(ChatStyle style) {
  switch (style) {
    case ChatStyleShort: return UDAT_SHORT;
    case ChatStyleLong: return UDAT_LONG;
    case ChatStyleFull: return UDAT_FULL;
    case ChatStyleNone: return UDAT_NONE;
  }
}

bool chat_is_system_zone(const uint16_t *id, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  UBool is_system = 0;
  UChar canonical[128];
  ucal_getCanonicalTimeZoneID(id, length, canonical, 128, &is_system, &status);
  return U_SUCCESS(status) && is_system;
}

const char *chat_zones_edition(void) {
  UErrorCode status = U_ZERO_ERROR;
  const char *edition = ucal_getTZDataVersion(&status);
  return U_SUCCESS(status) ? edition : NULL;
}

ChatCalendar *chat_open_calendar(const uint16_t *zone, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  UCalendar *calendar = ucal_open(zone, length, "en@calendar=gregorian", UCAL_GREGORIAN, &status);
  if (U_FAILURE(status)) return NULL;
  ucal_setGregorianChange(calendar, -1e17, &status);
  if (U_SUCCESS(status)) return (ChatCalendar *)calendar;
  ucal_close(calendar);
  return NULL;
}

void chat_close_calendar(ChatCalendar *calendar) { ucal_close((UCalendar *)calendar); }

bool chat_offset(ChatCalendar *opened, double instant, int32_t *offset) {
  UCalendar *calendar = (UCalendar *)opened;
  UErrorCode status = U_ZERO_ERROR;
  ucal_setMillis(calendar, instant, &status);
  *offset = ucal_get(calendar, UCAL_ZONE_OFFSET, &status) + ucal_get(calendar, UCAL_DST_OFFSET, &status);
  return U_SUCCESS(status);
}

bool chat_previous_transition(const ChatCalendar *opened, double *transition) {
  const UCalendar *calendar = (const UCalendar *)opened;
  UErrorCode status = U_ZERO_ERROR;
  return ucal_getTimeZoneTransitionDate(calendar, UCAL_TZ_TRANSITION_PREVIOUS_INCLUSIVE, transition, &status)
      && U_SUCCESS(status);
}

bool chat_next_transition(const ChatCalendar *opened, double *transition) {
  const UCalendar *calendar = (const UCalendar *)opened;
  UErrorCode status = U_ZERO_ERROR;
  return ucal_getTimeZoneTransitionDate(calendar, UCAL_TZ_TRANSITION_NEXT, transition, &status)
      && U_SUCCESS(status);
}

bool chat_gregorian_locale(const char *tag, char *name, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t parsed = 0;
  int32_t length = uloc_forLanguageTag(tag, name, capacity, &parsed, &status);
  if (U_FAILURE(status) || status == U_STRING_NOT_TERMINATED_WARNING || length == 0 || parsed == 0) return false;
  UResourceBundle *bundle = ures_open(NULL, name, &status);
  ures_close(bundle);
  if (U_FAILURE(status) || status == U_USING_DEFAULT_WARNING) return false;
  status = U_ZERO_ERROR;
  uloc_setKeywordValue("calendar", "gregorian", name, capacity, &status);
  return U_SUCCESS(status) && status != U_STRING_NOT_TERMINATED_WARNING;
}

bool chat_hijri_months(int32_t first_year, int32_t count, double *starts) {
  UErrorCode status = U_ZERO_ERROR;
  UCalendar *calendar = ucal_open(NULL, 0, "en@calendar=islamic-umalqura", UCAL_DEFAULT, &status);
  if (U_FAILURE(status)) return false;
  static const UChar utc[] = {'U', 'T', 'C'};
  ucal_setTimeZone(calendar, utc, 3, &status);
  for (int32_t index = 0; index < count; index++) {
    ucal_clear(calendar);
    ucal_setDateTime(calendar, first_year + index / 12, index % 12, 1, 0, 0, 0, &status);
    starts[index] = ucal_getMillis(calendar, &status);
  }
  ucal_close(calendar);
  return U_SUCCESS(status);
}

ChatFormat *chat_open_styled(const char *locale, ChatStyle time_style, ChatStyle date_style) {
  static const UChar utc[] = {'U', 'T', 'C'};
  UErrorCode status = U_ZERO_ERROR;
  UDateFormat *format =
      udat_open(style(time_style), style(date_style), locale, utc, 3, NULL, 0, &status);
  if (U_FAILURE(status)) return NULL;
  UCalendar *calendar = (UCalendar *)chat_open_calendar(utc, 3);
  if (calendar) udat_setCalendar(format, calendar);
  ucal_close(calendar);
  return (ChatFormat *)format;
}

ChatPatterns *chat_open_patterns(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UDateTimePatternGenerator *generator = udatpg_open(locale, &status);
  if (U_SUCCESS(status)) return (ChatPatterns *)generator;
  udatpg_close(generator);
  return NULL;
}

void chat_close_patterns(ChatPatterns *patterns) { udatpg_close((UDateTimePatternGenerator *)patterns); }

// Writes the locale's pattern for a skeleton; returns its length, or -1.
static int32_t pattern_for(ChatPatterns *patterns, const char *skeleton, UChar *pattern, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UChar wanted[32];
  if (!patterns) return -1;
  u_charsToUChars(skeleton, wanted, (int32_t)strlen(skeleton) + 1);
  int32_t length = udatpg_getBestPattern(
      (UDateTimePatternGenerator *)patterns, wanted, -1, pattern, capacity, &status);
  return U_SUCCESS(status) ? length : -1;
}

ChatFormat *chat_open_brief_date(const char *locale, ChatPatterns *patterns) {
  // The marks of months in Chinese, Japanese and Korean are words, though the month is a number.
  static const UChar format_month[] = {'M', 'M', 'M', 0}, alone_month[] = {'L', 'L', 'L', 0};
  UChar pattern[128];
  int32_t length = pattern_for(patterns, "yMMMd", pattern, 127);
  if (length < 0) return NULL;
  pattern[length] = 0;
  // Bulgarian, Czech, Lithuanian and others abbreviate months as numbers.
  bool has_word = u_strstr(pattern, format_month) || u_strstr(pattern, alone_month)
      || u_strchr(pattern, 0x6708) || u_strchr(pattern, 0xC6D4);
  return chat_open_skeleton(locale, patterns, has_word ? "yMMMd" : "yMMMMd");
}

ChatFormat *chat_open_skeleton(const char *locale, ChatPatterns *patterns, const char *skeleton) {
  static const UChar utc[] = {'U', 'T', 'C'};
  UErrorCode status = U_ZERO_ERROR;
  UChar pattern[128];
  int32_t length = pattern_for(patterns, skeleton, pattern, 128);
  if (length < 0) return NULL;
  UDateFormat *format = udat_open(UDAT_PATTERN, UDAT_PATTERN, locale, utc, 3, pattern, length, &status);
  if (U_FAILURE(status)) return NULL;
  UCalendar *calendar = (UCalendar *)chat_open_calendar(utc, 3);
  if (calendar) udat_setCalendar(format, calendar);
  ucal_close(calendar);
  return (ChatFormat *)format;
}

void chat_close_format(ChatFormat *format) { udat_close((UDateFormat *)format); }

int32_t chat_format(const ChatFormat *opened, double instant, uint16_t *text, int32_t capacity) {
  const UDateFormat *format = (const UDateFormat *)opened;
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = udat_format(format, instant, text, capacity, NULL, &status);
  return U_SUCCESS(status) ? length : -1;
}

int32_t chat_format_minute(
    const ChatFormat *opened, double instant, uint16_t *text, int32_t capacity, int32_t *from, int32_t *to) {
  const UDateFormat *format = (const UDateFormat *)opened;
  UErrorCode status = U_ZERO_ERROR;
  UFieldPosition position = {UDAT_MINUTE_FIELD, 0, 0};
  int32_t length = udat_format(format, instant, text, capacity, &position, &status);
  *from = position.beginIndex;
  *to = position.endIndex;
  return U_SUCCESS(status) ? length : -1;
}

ChatDays *chat_open_days(const char *locale) {
  static const UChar utc[] = {'U', 'T', 'C'}, skeleton[] = {'y', 'M', 'M', 'M', 'M', 'd'};
  UErrorCode status = U_ZERO_ERROR;
  UDateIntervalFormat *format = udtitvfmt_open(locale, skeleton, 6, utc, 3, &status);
  return U_SUCCESS(status) ? (void *)format : NULL;
}

void chat_close_days(ChatDays *format) { udtitvfmt_close((UDateIntervalFormat *)format); }

int32_t chat_format_days(
    const ChatDays *opened, double first, double last, uint16_t *text, int32_t capacity) {
  const UDateIntervalFormat *format = (const UDateIntervalFormat *)opened;
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = udtitvfmt_format(format, first, last, text, capacity, NULL, &status);
  return U_SUCCESS(status) ? length : -1;
}

ChatNumber *chat_open_number(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UNumberFormat *format = unum_open(UNUM_DECIMAL, NULL, 0, locale, NULL, &status);
  return U_SUCCESS(status) ? (void *)format : NULL;
}

void chat_close_number(ChatNumber *format) { unum_close((UNumberFormat *)format); }

int32_t chat_format_integer(
    const ChatNumber *opened, int64_t number, uint16_t *text, int32_t capacity) {
  const UNumberFormat *format = (const UNumberFormat *)opened;
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = unum_formatInt64(format, number, text, capacity, NULL, &status);
  return U_SUCCESS(status) ? length : -1;
}

int32_t chat_format_tenths(const ChatNumber *opened, int64_t tenths, uint16_t *text, int32_t capacity) {
  const UNumberFormat *format = (const UNumberFormat *)opened;
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = unum_formatDouble(format, (double)tenths / 10, text, capacity, NULL, &status);
  return U_SUCCESS(status) ? length : -1;
}

int32_t chat_format_percent(const char *locale, int32_t percent, uint16_t *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UNumberFormat *format = unum_open(UNUM_PERCENT, NULL, 0, locale, NULL, &status);
  if (U_FAILURE(status)) return -1;
  int32_t length = unum_formatDouble(format, (double)percent / 100, text, capacity, NULL, &status);
  unum_close(format);
  return U_SUCCESS(status) ? length : -1;
}

int32_t chat_format_money(
    const char *locale, const uint16_t *currency, int64_t units, int32_t digits, uint16_t *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const UChar code[4] = {currency[0], currency[1], currency[2], 0};
  if (digits < 0) digits = ucurr_getDefaultFractionDigits(code, &status);
  UNumberFormat *format = unum_open(UNUM_CURRENCY, NULL, 0, locale, NULL, &status);
  if (U_FAILURE(status)) return -1;
  double amount = (double)units;
  for (int32_t digit = 0; digit < digits; digit++) amount /= 10;
  int32_t length = unum_formatDoubleCurrency(format, amount, (UChar *)code, text, capacity, NULL, &status);
  unum_close(format);
  return U_SUCCESS(status) ? length : -1;
}

int32_t chat_first_weekday(const char *locale) {
  static const UChar utc[] = {'U', 'T', 'C'};
  UErrorCode status = U_ZERO_ERROR;
  UCalendar *calendar = ucal_open(utc, 3, locale, UCAL_GREGORIAN, &status);
  if (U_FAILURE(status)) return 0;
  int32_t sunday_based = ucal_getAttribute(calendar, UCAL_FIRST_DAY_OF_WEEK);
  ucal_close(calendar);
  return (sunday_based + 5) % 7;
}

ChatPlurals *chat_open_plurals(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UPluralRules *rules = uplrules_open(locale, &status);
  return U_SUCCESS(status) ? (void *)rules : NULL;
}

void chat_close_plurals(ChatPlurals *rules) { uplrules_close((UPluralRules *)rules); }

int32_t chat_plural(const ChatPlurals *opened, double number, uint16_t *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = uplrules_select((const UPluralRules *)opened, number, text, capacity, &status);
  return U_SUCCESS(status) && length <= capacity ? length : -1;
}
