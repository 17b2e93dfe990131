// Thread: a dialog with the messages of a thread, as the chat draws them. A press on a message leads to it in the chat.
//
// A thread can have thousands of messages on as many pages. The dialog opens with one message and adds earlier and later ones, page by
// page, near the ends of the list. The copy of a row is inert; a link that covers it has the row's text as its label.
"use strict";
(() => {
  const BATCH = 20, NEAR_END = 600, MOST_SAID = 300;
  let dialog, list, people, first, last, opened = 0, isBusy = { before: false, behind: false };

  async function prepare() {
    await Promise.all(["threads", "dialogs"].map(Scripts.loadAsset));
    people ??= await MapFiles.read("people").then(({ people }) => new Map(people.map(({ name, id }) => [name, id])), () => new Map());
    if (dialog) return;
    dialog = await Dialogs.get("thread");
    list = $("ol", dialog);
    $("button", dialog).addEventListener("click", () => Dialogs.close());
    list.addEventListener("click", onClick);
    // No hints and message buttons in copies.
    for (const type of ["pointerover", "focusin"]) list.addEventListener(type, (event) => event.stopPropagation());
    list.addEventListener("scroll", fill);
  }

  const said = (row) => all("p:not(.t-name, .t-quote-name, .t-quote), pre", row).map((text) => text.textContent).join(" ").slice(0, MOST_SAID);
  function makeItem({ message }, row) {
    const { page } = row.closest("section"), day = DayIndex.dayOf(message), sender = row.ariaLabel ?? "";
    const date = Dates.iso(day) && Dates.format(day, { dateStyle: "medium" }), time = $("time", row)?.textContent ?? "";
    const item = make("li"), copy = row.cloneNode(true), section = make("section");
    Object.assign(item, { message, sender, day, date: date || "", isOwn: row.matches(".out") });
    for (const own of all("#link, #to-thread", copy)) own.remove();
    for (const element of [copy, ...all("[id]", copy)]) element.removeAttribute("id");
    copy.classList.remove("target");
    copy.inert = true;
    section.append(copy);
    if (row.closest(".flowing")) section.className = "flowing";
    const ariaLabel = `${[sender, date, time].filter(Boolean).join(", ")}: ${said(row)}`;
    item.append(section, make("a", { className: "to-message", href: `${page}.html#${encodeURIComponent(row.id)}`, ariaLabel, title: list.dataset.title }));
    return item;
  }
  // Adds a line with the sender and the day above a row, unless the row before it has both.
  function nameHead(item) {
    const before = item.previousElementSibling, { sender, date, day, isOwn } = item;
    $(".head", item)?.remove();
    if (sender === before?.sender && day === before.day) return;
    const head = make("p", { className: `head ${isOwn ? "own" : ""}` });
    head.append(make("bdi", { className: people.get(sender) ?? "", textContent: sender }), " ", make("span", { textContent: day === before?.day ? "" : date }));
    head.style.setProperty("--start", getComputedStyle($("article", item)).getPropertyValue("--l"));
    item.prepend(head);
  }
  // Adds a row at an end of the list without moving the visible ones.
  function add(item, isBefore) {
    const { scrollTop, scrollHeight } = list, section = $("section", item);
    list[isBefore ? "prepend" : "append"](item);
    if (!section.matches(".flowing")) Flow.arrange?.(section);
    for (const changed of [item, item.nextElementSibling]) if (changed) nameHead(changed);
    if (isBefore) list.scrollTop = scrollTop + list.scrollHeight - scrollHeight;
  }

  // Adds up to `count` messages at an end. Messages of missing pages are left out.
  async function extend(side, count) {
    const view = opened, isBefore = side === "before";
    if (isBusy[side]) return;
    isBusy[side] = true;
    try {
      for (; count > 0; count--) {
        const end = isBefore ? first : last, next = end[side] !== undefined && await Threads.find(end[side]);
        if (!next) break;
        const row = await findRow(next);
        if (view !== opened || !dialog.open) return;
        if (isBefore) first = next;
        else last = next;
        if (row) add(makeItem(next, row), isBefore);
      }
    } finally {
      if (view === opened) isBusy[side] = false;
    }
  }
  const findRow = ({ message }) => PageLoader.findRow(PageMap.pageOf(message), `[data-i="${message}"]`).catch(() => undefined);
  function fill() {
    const { scrollTop, scrollHeight, clientHeight } = list;
    if (scrollTop < NEAR_END) extend("before", BATCH);
    if (scrollHeight - scrollTop - clientHeight < NEAR_END) extend("behind", BATCH);
  }

  async function onClick(event) {
    const item = event.target.closest("li");
    event.stopPropagation();
    if (!item || isModified(event) || event.shiftKey) return;
    event.preventDefault();
    await Dialogs.close();
    Jumps.jumpToMessage(item.message);
  }

  Actions.define("thread", async (button) => {
    const own = button.closest("article");
    try { await prepare(); } catch { return; }
    const entry = await Threads.find(Number(own.dataset.i)), row = entry && await findRow(entry);
    if (!row) return;
    opened++;
    [first, last, isBusy] = [entry, entry, { before: false, behind: false }];
    $(".count", dialog).textContent = ThreadButton.wordsOf(entry);
    list.replaceChildren();
    await Dialogs.open(dialog, () => (button.isConnected ? button : own).focus({ preventScroll: true }));
    const item = makeItem(entry, row);
    item.classList.add("current");
    add(item);
    $(".to-message", item).focus({ preventScroll: true });
    await extend("behind", BATCH);
    await extend("before", BATCH);
    fill();
  });
})();
