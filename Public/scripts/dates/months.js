// Months: all of the conversation in the bar's menu, in place of those that the page knows of, once it is opened.
"use strict";
{
  const list = $(".months ul"), { months } = DayIndex;
  const numbers = new Intl.NumberFormat(root.lang);
  function entryOf(month) {
    const entry = make("li", { className: "act" }), button = make("button", { type: "button" });
    button.append(Dates.format(DayIndex.firstDayOf(month), { month: "long", year: "numeric" }), " ",
      make("span", { textContent: numbers.format(month.end - month.first) }));
    button.addEventListener("click", () => {
      list.parentNode.open = false;
      Jumps.jumpToMessage(month.first);
    });
    entry.append(button);
    return entry;
  }
  for (const link of all("a", list)) if (!link.href.endsWith("#months")) link.parentNode.remove();
  const entries = months.map(entryOf);
  list.lastElementChild.before(...entries);
  // The month that is read.
  const shown = Number(ScrollAnchor.row?.dataset.i ?? 0), index = months.findLastIndex(({ first }) => first <= shown);
  const current = entries[index];
  if (current) {
    $("button", current).setAttribute("aria-current", "true");
    list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }
}
