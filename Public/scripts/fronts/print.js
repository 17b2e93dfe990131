// Prints a range of days from a conversation's front. The rows come from the pages and go once they are printed. They flow, in
// one column as wide as the paper.
"use strict";
(() => {
  const panel = $("#print"), paper = $("#paper"), status = $("[role=status]", panel), button = $("button", panel);
  const [firstDate, lastDate] = all("input", panel);

  // Returns a page's sections with the messages from `first` up to before `end` alone. They become the paper's: the loader
  // forgets them, so that another range gets fresh ones.
  async function sectionsOf(page, first, end) {
    const sections = await PageLoader.load(page);
    PageLoader.pages.delete(page);
    for (const section of sections) {
      for (const part of all("article, .day", section)) {
        const message = Number(part.dataset.i ?? part.dataset.before);
        if (message < first || message >= end) part.remove();
      }
      for (const image of all("img", section)) image.loading = "eager";
    }
    return sections.filter((section) => $("article", section));
  }
  function heading() {
    const [first, last] = [firstDate, lastDate]
      .map(({ value }) => value && Dates.format(Date.parse(value) / 864e5, { dateStyle: "long" }));
    const dates = first || last ? `${first} – ${last}` : panel.dataset.dates;
    return [$(".cover h1").cloneNode(true), make("p", { textContent: dates })];
  }
  async function gather() {
    await PageMap.open();
    DayIndex.readMonths();
    const first = firstDate.value ? await DayIndex.findMessage(firstDate.value) : 0;
    const end = lastDate.value ? await DayIndex.findMessage(lastDate.value, 1) : PageMap.messages;
    paper.append(...heading());
    for (let page = PageMap.pageOf(first); first < end && page <= PageMap.pageOf(end - 1); page++) {
      status.textContent = [page, PageMap.pages].map((number) => number.toLocaleString(root.lang)).join(" / ");
      paper.append(...await sectionsOf(page, first, end));
    }
    root.classList.add("flow");
    await Scripts.loadAsset("flow");
    all("section", paper).forEach(Flow.arrange);
    await Promise.all([document.fonts.ready, ...all("img", paper).map((image) => image.decode().catch(() => {}))]);
  }
  button.addEventListener("click", async () => {
    button.disabled = true;
    paper.replaceChildren();
    try {
      await gather();
      status.textContent = "";
      print();
    } catch {
      status.textContent = status.dataset.failed;
    }
    button.disabled = false;
  });
  addEventListener("afterprint", () => {
    paper.replaceChildren();
    root.classList.remove("flow");
  });
  panel.hidden = false;
})();
