#pragma once
// ICU's C functions are macros that carry the version number; these give them names Swift can see.
// Zone and locale are always given: a NULL one would mean the machine's default.
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/udat.h>
#include <unicode/udateintervalformat.h>
#include <unicode/udatpg.h>
#include <unicode/uloc.h>
#include <unicode/unum.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

/// Whether `id` names a zone of ICU's database; ids ICU makes up ("GMT+3") and unknown ones are not.
static inline bool chat_is_system_zone(const UChar *id, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  UBool is_system = 0;
  UChar canonical[128];
  ucal_getCanonicalTimeZoneID(id, length, canonical, 128, &is_system, &status);
  return U_SUCCESS(status) && is_system;
}

/// A Gregorian calendar without the change of 1582 in an explicit zone; NULL on failure.
static inline UCalendar *chat_open_calendar(const UChar *zone, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  UCalendar *calendar = ucal_open(zone, length, "en@calendar=gregorian", UCAL_GREGORIAN, &status);
  if (U_FAILURE(status)) return NULL;
  ucal_setGregorianChange(calendar, -1e17, &status);
  if (U_SUCCESS(status)) return calendar;
  ucal_close(calendar);
  return NULL;
}

static inline void chat_close_calendar(UCalendar *calendar) { ucal_close(calendar); }

/// The zone's offset from UTC in milliseconds at an instant.
static inline bool chat_offset(UCalendar *calendar, double instant, int32_t *offset) {
  UErrorCode status = U_ZERO_ERROR;
  ucal_setMillis(calendar, instant, &status);
  *offset = ucal_get(calendar, UCAL_ZONE_OFFSET, &status) + ucal_get(calendar, UCAL_DST_OFFSET, &status);
  return U_SUCCESS(status);
}

/// The zone's last change at or before the instant the calendar is set to, if there is one.
static inline bool chat_previous_transition(const UCalendar *calendar, double *transition) {
  UErrorCode status = U_ZERO_ERROR;
  return ucal_getTimeZoneTransitionDate(calendar, UCAL_TZ_TRANSITION_PREVIOUS_INCLUSIVE, transition, &status)
      && U_SUCCESS(status);
}

/// The zone's first change after the instant the calendar is set to, if there is one.
static inline bool chat_next_transition(const UCalendar *calendar, double *transition) {
  UErrorCode status = U_ZERO_ERROR;
  return ucal_getTimeZoneTransitionDate(calendar, UCAL_TZ_TRANSITION_NEXT, transition, &status)
      && U_SUCCESS(status);
}

/// The ICU name of a BCP 47 locale with the Gregorian calendar; false when ICU has no data for it.
///
/// ICU would otherwise fall back to the machine's locale.
static inline bool chat_gregorian_locale(const char *tag, char *name, int32_t capacity) {
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

/// A format for the styles given (`UDAT_NONE` leaves a part out), in UTC; NULL on failure.
static inline UDateFormat *chat_open_styled(const char *locale, int32_t time_style, int32_t date_style) {
  static const UChar utc[] = {'U', 'T', 'C'};
  UErrorCode status = U_ZERO_ERROR;
  UDateFormat *format =
      udat_open((UDateFormatStyle)time_style, (UDateFormatStyle)date_style, locale, utc, 3, NULL, 0, &status);
  if (U_FAILURE(status)) return NULL;
  UCalendar *calendar = chat_open_calendar(utc, 3);
  if (calendar) udat_setCalendar(format, calendar);
  ucal_close(calendar);
  return format;
}

/// A format for the fields a skeleton names, in the locale's own order, in UTC; NULL on failure.
static inline UDateFormat *chat_open_skeleton(const char *locale, const char *skeleton) {
  static const UChar utc[] = {'U', 'T', 'C'};
  UErrorCode status = U_ZERO_ERROR;
  UChar wanted[32], pattern[128];
  u_charsToUChars(skeleton, wanted, (int32_t)strlen(skeleton) + 1);
  UDateTimePatternGenerator *generator = udatpg_open(locale, &status);
  int32_t length = udatpg_getBestPattern(generator, wanted, -1, pattern, 128, &status);
  udatpg_close(generator);
  if (U_FAILURE(status)) return NULL;
  UDateFormat *format = udat_open(UDAT_PATTERN, UDAT_PATTERN, locale, utc, 3, pattern, length, &status);
  if (U_FAILURE(status)) return NULL;
  UCalendar *calendar = chat_open_calendar(utc, 3);
  if (calendar) udat_setCalendar(format, calendar);
  ucal_close(calendar);
  return format;
}

static inline void chat_close_format(UDateFormat *format) { udat_close(format); }

/// Writes the text of an instant; returns its length in UTF-16 units, or −1.
static inline int32_t chat_format(const UDateFormat *format, double instant, UChar *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = udat_format(format, instant, text, capacity, NULL, &status);
  return U_SUCCESS(status) ? length : -1;
}

/// As `chat_format`, and says where the minute stands in the text; `*to` is 0 where the format shows none.
static inline int32_t chat_format_minute(
    const UDateFormat *format, double instant, UChar *text, int32_t capacity, int32_t *from, int32_t *to) {
  UErrorCode status = U_ZERO_ERROR;
  UFieldPosition position = {UDAT_MINUTE_FIELD, 0, 0};
  int32_t length = udat_format(format, instant, text, capacity, &position, &status);
  *from = position.beginIndex;
  *to = position.endIndex;
  return U_SUCCESS(status) ? length : -1;
}

/// A format for spans of days in UTC, or NULL.
static inline UDateIntervalFormat *chat_open_days(const char *locale) {
  static const UChar utc[] = {'U', 'T', 'C'}, skeleton[] = {'y', 'M', 'M', 'M', 'M', 'd'};
  UErrorCode status = U_ZERO_ERROR;
  UDateIntervalFormat *format = udtitvfmt_open(locale, skeleton, 6, utc, 3, &status);
  return U_SUCCESS(status) ? format : NULL;
}

static inline void chat_close_days(UDateIntervalFormat *format) { udtitvfmt_close(format); }

/// Writes the text of a span of days, "1–5 May 2026"; returns its length in UTF-16 units, or −1.
static inline int32_t chat_format_days(
    const UDateIntervalFormat *format, double first, double last, UChar *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = udtitvfmt_format(format, first, last, text, capacity, NULL, &status);
  return U_SUCCESS(status) ? length : -1;
}

static inline UNumberFormat *chat_open_number(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UNumberFormat *format = unum_open(UNUM_DECIMAL, NULL, 0, locale, NULL, &status);
  return U_SUCCESS(status) ? format : NULL;
}

static inline void chat_close_number(UNumberFormat *format) { unum_close(format); }

/// Writes a whole number with the locale's digits and grouping; returns its length in UTF-16 units, or −1.
static inline int32_t chat_format_integer(
    const UNumberFormat *format, int64_t number, UChar *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = unum_formatInt64(format, number, text, capacity, NULL, &status);
  return U_SUCCESS(status) ? length : -1;
}
