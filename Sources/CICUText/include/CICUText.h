#pragma once
#include <stdbool.h>
#include <stdint.h>

// Questions to ICU about text. ICU's own headers stay in `text.c`: Swift brings an ICU of its own, and a
// compilation that saw both sets of headers would find every enum declared twice.

/// ICU's break iterator.
typedef struct ChatexportBoundaries ChatexportBoundaries;
/// ICU's working memory for the bidi algorithm.
typedef struct ChatexportBidi ChatexportBidi;

/// An iterator over line break opportunities (UAX #14) for an ICU locale id, which may carry keywords.
ChatexportBoundaries *_Nullable chatexport_open_lines(const char *_Nonnull locale);

/// An iterator over extended grapheme clusters (UAX #29).
ChatexportBoundaries *_Nullable chatexport_open_graphemes(void);

/// An iterator over words (UAX #29).
ChatexportBoundaries *_Nullable chatexport_open_words(void);

void chatexport_close_boundaries(ChatexportBoundaries *_Nonnull opened);

/// Writes every boundary after the start of `text` to `boundaries`, which has room for `length`, and returns
/// their number.
int32_t chatexport_boundaries(
    ChatexportBoundaries *_Nonnull opened, const uint16_t *_Nonnull text, int32_t length,
    int32_t *_Nonnull boundaries);

/// The script's four letters as a number, e.g. 'Latn'; 'Zzzz' for unknown.
uint32_t chatexport_script(int32_t scalar);

/// The English name of the script with the given four letters, or NULL.
const char *_Nullable chatexport_script_name(uint32_t tag);

/// Writes the scripts of the scalar's Script_Extensions, at most `room`, and returns their number.
int32_t chatexport_script_extensions(int32_t scalar, uint32_t *_Nonnull tags, int32_t room);

bool chatexport_is_stacker(int32_t scalar);
bool chatexport_is_word_part(int32_t scalar);
bool chatexport_is_ideographic(int32_t scalar);
bool chatexport_is_closing(int32_t scalar);
bool chatexport_is_wide(int32_t scalar);
bool chatexport_is_emoji(int32_t scalar);
bool chatexport_is_emoji_by_default(int32_t scalar);
bool chatexport_takes_skin_tone(int32_t scalar);
bool chatexport_is_reserved_for_emoji(int32_t scalar);
bool chatexport_is_default_ignorable(int32_t scalar);
bool chatexport_is_rgi_emoji(const uint16_t *_Nonnull text, int32_t length);
bool chatexport_is_mark(int32_t scalar);
bool chatexport_is_unassigned(int32_t scalar);

/// 1 for the bidi class L, −1 for R and AL, 0 for all others.
int32_t chatexport_strong_direction(int32_t scalar);

/// True if the bidi class is R, AL, AN, RLE, RLO or RLI.
bool chatexport_needs_bidi(int32_t scalar);

/// 1 for an opening and −1 for a closing bracket, with the one it pairs with; 0 for all others.
int32_t chatexport_bracket(int32_t scalar, int32_t *_Nonnull paired);

ChatexportBidi *_Nullable chatexport_open_bidi(void);
void chatexport_close_bidi(ChatexportBidi *_Nonnull opened);

/// Writes the embedding level of each UTF-16 unit (UAX #9) and returns whether that worked.
bool chatexport_levels(
    ChatexportBidi *_Nonnull opened, const uint16_t *_Nonnull text, int32_t length, uint8_t base,
    uint8_t *_Nonnull levels);

/// Writes the full decomposition of the scalar under NFD, or NFKD, and returns its length; negative: none.
int32_t chatexport_decomposition(
    int32_t scalar, bool compatibility, uint16_t *_Nonnull text, int32_t room);

/// Writes the text in NFC, or NFKD with `compatibility`, and returns its length; negative: it did not work.
int32_t chatexport_normalize(
    bool compatibility, const uint16_t *_Nonnull text, int32_t length, uint16_t *_Nonnull normalized, int32_t room);

/// True if ICU has a converter of this name.
bool chatexport_is_charset(const char *_Nonnull name);

/// Converts text from an encoding to UTF-8; returns its length in bytes, or −1.
int32_t chatexport_to_utf8(
    const char *_Nonnull name, const uint8_t *_Nullable bytes, int32_t count, uint8_t *_Nullable text, int32_t capacity);
