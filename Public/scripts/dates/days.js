// Returns the first message of a date (yyyy-mm-dd) or later, plus some days; the number of messages if there is none.
// Use DayIndex.findMessage, which loads this.
"use strict";
async function firstMessageFrom(date, daysLater = 0) {
  const day = Date.parse(date) / 864e5 + daysLater;
  const monthStart = DayIndex.months.findLast((month) => DayIndex.firstDayOf(month) <= day)?.first ?? 0;
  const lastGroup = PageMap.groupOf(PageMap.messages - 1);
  for (let group = PageMap.groupOf(monthStart); group <= lastGroup; group++) {
    await PageMap.loadGroup(group);
    // A group before the month's may end with the same days.
    const found = DayIndex.daysOf(group).find(({ value, first }) => value >= day && first >= monthStart);
    if (found) return found.first;
  }
  return PageMap.messages;
}
