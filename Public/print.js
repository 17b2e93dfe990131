// Prints a range of days from a conversation's front: the rows come from the pages, and go once they are printed.
"use strict";
const panel = $("#print"), paper = $("#paper"), told = $("[role=status]", panel), button = $("button", panel);
const [firstDay, lastDay] = all("input", panel);

async function know() {
  if (chat) return;
  const known = await map("all");
  (known.heights ?? [0]).reduce((top, height) => groupTops.push(top) && top + height, 0);
  months = sums(known.months);
  chat = known;
}

// What a page has of the messages from one to before another.
async function rowsOf(page, from, to) {
  const sections = await load(page);
  pages.delete(page);
  for (const section of sections) {
    for (const part of all("article, .day", section)) {
      const index = Number(part.dataset.i ?? part.dataset.before);
      if (index < from || index >= to) part.remove();
    }
    for (const image of all("img", section)) image.loading = "eager";
  }
  return sections.filter((section) => $("article", section));
}

function heading() {
  const [first, last] = [firstDay, lastDay].map(({ value }) => value && dated(Date.parse(value) / 864e5, { dateStyle: "long" }));
  const title = $(".cover h1").cloneNode(true), dates = document.createElement("p");
  dates.textContent = first || last ? [first, last].join(" – ") : $(".cover .dates")?.textContent;
  return [title, dates];
}

async function gather() {
  await know();
  const from = firstDay.value ? await firstOn(firstDay.value) : 0;
  const to = lastDay.value ? await firstOn(lastDay.value, 1) : chat.messages;
  paper.append(...heading());
  for (let page = pageWith(from); from < to && page <= pageWith(to - 1); page++) {
    told.textContent = `${page} / ${chat.pages}`;
    paper.append(...await rowsOf(page, from, to));
  }
  await Promise.all([document.fonts.ready, ...all("img", paper).map((image) => image.decode().catch(() => {}))]);
}

button.addEventListener("click", async () => {
  button.disabled = true;
  paper.replaceChildren();
  try {
    await gather();
    told.textContent = "";
    print();
  } catch {
    told.textContent = told.dataset.failed;
  }
  button.disabled = false;
});
addEventListener("afterprint", () => paper.replaceChildren());
panel.hidden = false;
