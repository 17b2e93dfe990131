#include "CICUPattern.h"

#include <stddef.h>
#include <stdlib.h>
#include <unicode/uregex.h>

struct ChatPattern {
  URegularExpression *regex;
  int32_t left;
};

// ICU counts the steps of one match; this adds up the steps of all matches in a text.
static UBool U_CALLCONV may_continue(const void *context, int32_t steps) {
  (void)steps;
  ChatPattern *pattern = (ChatPattern *)(uintptr_t)context;
  return pattern->left-- > 0;
}

static ChatPattern *owning(URegularExpression *regex, UErrorCode status) {
  ChatPattern *pattern = U_SUCCESS(status) ? calloc(1, sizeof *pattern) : NULL;
  if (pattern) {
    pattern->regex = regex;
    uregex_setMatchCallback(regex, may_continue, pattern, &status);
    if (U_SUCCESS(status)) return pattern;
  }
  if (regex) uregex_close(regex);
  free(pattern);
  return NULL;
}

ChatPattern *_Nullable chat_open_pattern(
    const uint16_t *_Nonnull text, int32_t length, int32_t *_Nonnull offset) {
  UErrorCode status = U_ZERO_ERROR;
  UParseError mistake = {.offset = -1};
  URegularExpression *regex =
      uregex_open((const UChar *)text, length, UREGEX_CASE_INSENSITIVE | UREGEX_MULTILINE, &mistake, &status);
  *offset = U_FAILURE(status) ? mistake.offset : -1;
  return owning(regex, status);
}

ChatPattern *_Nullable chat_copy_pattern(const ChatPattern *_Nonnull pattern) {
  UErrorCode status = U_ZERO_ERROR;
  URegularExpression *regex = uregex_clone(pattern->regex, &status);
  return owning(regex, status);
}

void chat_close_pattern(ChatPattern *_Nonnull pattern) {
  uregex_close(pattern->regex);
  free(pattern);
}

bool chat_set_text(ChatPattern *_Nonnull pattern, const uint16_t *_Nonnull text, int32_t length, int32_t steps) {
  UErrorCode status = U_ZERO_ERROR;
  pattern->left = steps;
  uregex_setText(pattern->regex, (const UChar *)text, length, &status);
  return U_SUCCESS(status);
}

ChatPatternResult chat_next_match(
    ChatPattern *_Nonnull pattern, int32_t *_Nonnull start, int32_t *_Nonnull end) {
  UErrorCode status = U_ZERO_ERROR;
  UBool found = uregex_findNext(pattern->regex, &status);
  if (U_SUCCESS(status) && !found) return ChatPatternNone;
  if (U_SUCCESS(status)) {
    *start = uregex_start(pattern->regex, 0, &status);
    *end = uregex_end(pattern->regex, 0, &status);
  }
  return U_SUCCESS(status) ? ChatPatternFound : ChatPatternGivenUp;
}
