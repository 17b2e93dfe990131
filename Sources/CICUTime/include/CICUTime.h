#pragma once
#include <stdbool.h>
#include <stdint.h>

// Questions to ICU about time. Zone and locale are always given: NULL would mean the machine's default. ICU's own
// headers stay in `time.c`: Swift brings an ICU of its own, and a compilation that saw both sets of headers would
// find every enum declared twice.

typedef struct ChatCalendar ChatCalendar;
typedef struct ChatFormat ChatFormat;

/// The order in which a locale writes the fields of dates.
typedef struct ChatPatterns ChatPatterns;
typedef struct ChatDays ChatDays;
typedef struct ChatNumber ChatNumber;

/// The length of a date or time in words.
typedef enum : int32_t { ChatStyleNone, ChatStyleShort, ChatStyleLong, ChatStyleFull } ChatStyle;

/// True if `id` names a zone of ICU's database; ids ICU makes up ("GMT+3") and unknown ones are not.
bool chat_is_system_zone(const uint16_t *id, int32_t length);

/// The edition of ICU's database of zones, such as "2026a"; NULL on failure. It can be newer than the library.
const char *chat_zones_edition(void);

/// A Gregorian calendar without the change of 1582 in an explicit zone; NULL on failure.
ChatCalendar *chat_open_calendar(const uint16_t *zone, int32_t length);

void chat_close_calendar(ChatCalendar *calendar);

/// The zone's offset from UTC in milliseconds at an instant.
bool chat_offset(ChatCalendar *opened, double instant, int32_t *offset);

/// The zone's last change at or before the instant the calendar is set to, if there is one.
bool chat_previous_transition(const ChatCalendar *opened, double *transition);

/// The zone's first change after the instant the calendar is set to, if there is one.
bool chat_next_transition(const ChatCalendar *opened, double *transition);

/// The ICU name of a BCP 47 locale with the Gregorian calendar; false when ICU has no data for it.
///
/// ICU would otherwise fall back to the machine's locale.
bool chat_gregorian_locale(const char *tag, char *name, int32_t capacity);

/// Writes the instants, in milliseconds, at which `count` months of the calendar of Umm al-Qura begin, from the first of a year on.
bool chat_hijri_months(int32_t first_year, int32_t count, double *starts);

/// A format for the styles given (`ChatStyleNone` leaves a part out), in UTC; NULL on failure.
ChatFormat *chat_open_styled(const char *locale, ChatStyle time_style, ChatStyle date_style);

/// The patterns of a locale, for formats that skeletons ask for; NULL on failure. Opening them takes longer than all of
/// these together, and only one thread may ask them.
ChatPatterns *chat_open_patterns(const char *locale);

/// Closes what `chat_open_patterns` opened; NULL is none.
void chat_close_patterns(ChatPatterns *patterns);

/// A format for the fields a skeleton names, in the locale's own order, in UTC; NULL on failure.
ChatFormat *chat_open_skeleton(const char *locale, ChatPatterns *patterns, const char *skeleton);

/// A format for a date with its month in words, abbreviated where the locale has an abbreviation, in UTC; NULL on failure.
ChatFormat *chat_open_brief_date(const char *locale, ChatPatterns *patterns);

void chat_close_format(ChatFormat *format);

/// Writes the text of an instant; returns its length in UTF-16 units, or −1.
int32_t chat_format(const ChatFormat *opened, double instant, uint16_t *text, int32_t capacity);

/// As `chat_format`, and says where the minute stands in the text; `*to` is 0 where the format shows none.
int32_t chat_format_minute(const ChatFormat *opened, double instant, uint16_t *text, int32_t capacity, int32_t *from, int32_t *to);

/// A format for spans of days in UTC, or NULL.
ChatDays *chat_open_days(const char *locale);

void chat_close_days(ChatDays *format);

/// Writes the text of a span of days, "1–5 May 2026"; returns its length in UTF-16 units, or −1.
int32_t chat_format_days(const ChatDays *opened, double first, double last, uint16_t *text, int32_t capacity);

ChatNumber *chat_open_number(const char *locale);

void chat_close_number(ChatNumber *format);

/// Writes an amount with the locale's digits and the currency's sign. `currency` has three UTF-16 units, `units` is in steps of
/// 10^−digits; negative `digits`: those of the currency. Returns the length in UTF-16 units, or −1.
int32_t chat_format_money(
    const char *locale, const uint16_t *currency, int64_t units, int32_t digits, uint16_t *text, int32_t capacity);

/// Writes a number of hundredths with the locale's digits and sign, "75 %"; returns its length in UTF-16 units, or −1.
int32_t chat_format_percent(const char *locale, int32_t percent, uint16_t *text, int32_t capacity);

/// Writes a whole number with the locale's digits and grouping; returns its length in UTF-16 units, or −1.
int32_t chat_format_integer(const ChatNumber *opened, int64_t number, uint16_t *text, int32_t capacity);

/// As `chat_format_integer`, for a number of tenths: with one decimal unless it is 0.
int32_t chat_format_tenths(const ChatNumber *opened, int64_t tenths, uint16_t *text, int32_t capacity);

/// The day a week begins with where a locale is spoken, 0 being Monday.
int32_t chat_first_weekday(const char *locale);

typedef struct ChatPlurals ChatPlurals;

/// The rules by which a language counts, or NULL.
ChatPlurals *chat_open_plurals(const char *locale);

void chat_close_plurals(ChatPlurals *rules);

/// Writes the plural category of a number in CLDR's words; returns its length in UTF-16 units, or −1.
int32_t chat_plural(const ChatPlurals *opened, double number, uint16_t *text, int32_t capacity);
