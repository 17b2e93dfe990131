// The first message from a day on.
"use strict";
async function firstFrom(date, later = 0) {
  const day = Date.parse(date) / 864e5 + later;
  const start = months.findLast((month) => startOf(month) <= day)?.first ?? 0;
  for (let group = groupOf(start); group < groupTops.length; group++) {
    await mapGroup(group);
    const found = daysOf(group).find(({ value, first }) => value >= day && first >= start);
    if (found) return found.first;
  }
  return chat.messages;
}
