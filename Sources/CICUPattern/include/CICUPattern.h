#pragma once
#include <stdbool.h>
#include <stdint.h>

// Regular expressions of ICU. ICU's own headers stay in `pattern.c`: Swift brings an ICU of its own, and a compilation
// that saw both sets of headers would find every enum declared twice.

typedef struct ChatPattern ChatPattern;

/// The result of looking for a match.
typedef enum : int32_t { ChatPatternFound, ChatPatternNone, ChatPatternGivenUp } ChatPatternResult;

/// Compiles a pattern that ignores case. NULL if it is not one: then `offset` is the position of the mistake in UTF-16
/// units, or −1.
ChatPattern *_Nullable chat_open_pattern(const uint16_t *_Nonnull text, int32_t length, int32_t *_Nonnull offset);

/// A copy for another thread, which shares what was compiled.
ChatPattern *_Nullable chat_copy_pattern(const ChatPattern *_Nonnull pattern);

void chat_close_pattern(ChatPattern *_Nonnull pattern);

/// Sets the text of the next matches. It must stay where it is until the last of them. `steps` is the most work for all
/// matches together, in units of about ten thousand steps of the matcher; no clock has a part in it.
bool chat_set_text(ChatPattern *_Nonnull pattern, const uint16_t *_Nonnull text, int32_t length, int32_t steps);

/// Finds the next match and its bounds in UTF-16 units.
ChatPatternResult chat_next_match(ChatPattern *_Nonnull pattern, int32_t *_Nonnull start, int32_t *_Nonnull end);
