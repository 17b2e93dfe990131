// Thread: a dialog with the messages of a thread, as the chat draws them. A press on a message leads to it in the chat.
//
// A thread can have thousands of messages on as many pages. The dialog opens with one message and adds earlier and later ones near the
// ends of the list, of which it keeps a limited number. The copy of a row is inert; a link that covers it has the row's text as its
// label.
"use strict";
(() => {
  const BATCH = 20, NEAR_END = 600, MOST_ROWS = 400, MOST_PAGES = 12, MOST_SAID = 300;
  // The theme has lines for bubbles.
  const areLines = numberOf("--lines") > 0;
  let dialog, list, people, first, last, opened = 0, isBusy = false;

  async function prepare() {
    await Promise.all(["threads", "dialogs"].map(Scripts.loadAsset));
    await ThreadButton.prepare();
    people ??= await MapFiles.read("people").then(({ people }) => new Map(people.map((person) => [person.name, person])), () => new Map());
    if (dialog) return;
    dialog = await Dialogs.get("thread");
    list = $("ol", dialog);
    list.classList.toggle("lines", areLines);
    $("button", dialog).addEventListener("click", () => Dialogs.close());
    list.addEventListener("click", onClick);
    // No hints and message buttons in copies.
    for (const type of ["pointerover", "focusin"]) list.addEventListener(type, (event) => event.stopPropagation());
    list.addEventListener("scroll", fill);
  }

  const said = (row) => all("p:not(.t-name, .t-quote-name, .t-quote), pre, [role=listitem], [role=row]", row).map((text) => text.textContent).join(" ").slice(0, MOST_SAID);
  // Names and avatars are those of the thread, in conversations whose messages have some. One look at a page's rows is enough.
  const heads = new WeakMap();
  function headsOf(sections) {
    if (!heads.has(sections)) {
      const [hasName, hasAvatar] = [".t-name", ".avatar"].map((part) => sections.some((section) => $(part, section)));
      heads.set(sections, { hasName, hasAvatar });
    }
    return heads.get(sections);
  }
  // The line "In a thread" says nothing here. Without it the bubble begins at what follows.
  function removeCaption(row, copy) {
    const caption = $(":scope > [data-box=caption]", copy), link = $(":scope > [data-box='way.3']", copy);
    const next = caption && all(":scope > [data-box][style*='top:']", copy).find((part) => ![caption, link].includes(part));
    if (!next || !link || caption.textContent.includes(" · ")) return;
    const topIn = ({ style }, isWide) => isWide && style.getPropertyValue("--Y") || style.top;
    for (const [property, isWide] of [["--t", false], ["--T", true]]) {
      const top = getComputedStyle(row).getPropertyValue(property) || getComputedStyle(row).getPropertyValue("--t");
      copy.style.setProperty(property, `calc(${top} + ${topIn(next, isWide)} - ${topIn(caption, isWide)})`);
    }
    caption.remove();
    link.remove();
  }
  function makeItem(entry, row) {
    const { page, pageSections } = row.closest("section"), day = DayIndex.dayOf(entry.message), { sender } = row;
    const date = Dates.iso(day) && Dates.format(day, { dateStyle: "medium" }), time = $("time", row)?.textContent ?? "";
    const item = make("li"), copy = row.cloneNode(true), section = make("section");
    Object.assign(item, { entry, sender, day, time, ...row.matches(".in") && headsOf(pageSections) });
    for (const own of all("#link, #to-thread, .t-name", copy)) own.remove();
    for (const element of [copy, ...all("[id]", copy)]) element.removeAttribute("id");
    removeCaption(row, copy);
    copy.classList.remove("target");
    copy.inert = true;
    section.append(copy);
    if (row.closest(".flowing")) section.className = "flowing";
    const ariaLabel = `${[sender, date, time].filter(Boolean).join(", ")}: ${said(row)}`;
    item.append(section, make("a", { className: "to-message", href: `${fileOf(page)}#${encodeURIComponent(row.id)}`, ariaLabel, title: list.dataset.title }));
    return item;
  }

  const isOfGroup = (item, other) => other?.sender === item.sender && other.day === item.day;
  function makeAvatar({ sender }) {
    const { id, picture, initials } = people.get(sender) ?? {};
    const avatar = picture ? make("img", { className: "avatar", alt: "" })
      : make("span", { className: `avatar ${id ?? ""}`, textContent: initials ?? "", ariaHidden: "true" });
    if (picture) setSource(avatar, `../${picture}`);
    return avatar;
  }
  // Adds the day, the sender's name and the avatar of a group: the messages of a sender that follow one another on a day. The avatar
  // stands at its last bubble, or its first line, whose time is beside the name.
  function dress(item) {
    const { previousElementSibling: before, nextElementSibling: next, sender, day, time, hasName, hasAvatar } = item, article = $("article", item);
    const isFirst = !isOfGroup(item, before), isLast = !isOfGroup(item, next);
    for (const old of all(":scope > :is(.t-day, .head, .avatar)", item)) old.remove();
    item.classList.toggle("first", isFirst);
    if (hasName && isFirst) {
      const head = make("p", { className: `head t-name ${people.get(sender)?.id ?? ""}` });
      append(head, "bdi", { textContent: sender });
      if (areLines) append(head, "time", { textContent: time });
      head.style.setProperty("--start", getComputedStyle(article).getPropertyValue("--l"));
      item.prepend(head);
    }
    if (hasAvatar && (areLines ? isFirst : isLast)) item.append(makeAvatar(item));
    if (day !== before?.day && Dates.iso(day)) item.prepend(make("p", { className: "t-day", textContent: Dates.full(day) }));
  }
  // Adds rows at an end of the list, and removes as many beyond the limit at the other, without moving the visible ones.
  function add(items, isBefore) {
    const neighbour = isBefore ? list.firstElementChild : list.lastElementChild, top = neighbour && topOf(neighbour);
    list[isBefore ? "prepend" : "append"](...items);
    for (const section of all("section:not(.flowing)", list)) Flow.arrange?.(section);
    while (list.children.length > MOST_ROWS) (isBefore ? list.lastElementChild : list.firstElementChild).remove();
    [first, last] = [list.firstElementChild.entry, list.lastElementChild.entry];
    for (const changed of [...items, neighbour]) if (changed) dress(changed);
    if (neighbour) list.scrollTop += topOf(neighbour) - top;
  }

  // Adds up to `count` messages at an end. Messages of missing pages are left out.
  async function extend(side, count) {
    const view = opened;
    const isBefore = side === "before";
    const items = [];
    if (isBusy) return;
    isBusy = true;
    try {
      let end = isBefore ? first : last;
      for (; count > 0; count--) {
        const next = end[side] !== undefined && await Threads.find(end[side]);
        if (!next) break;
        end = next;
        const row = await findRow(next);
        if (view !== opened || !dialog.open) return;
        if (row) items[isBefore ? "unshift" : "push"](makeItem(next, row));
      }
      if (items.length) add(items, isBefore);
      if (isBefore) first = end;
      else last = end;
      // The window releases what it does not need.
      if (PageLoader.pages.size > MOST_PAGES) MessageWindow.fill();
    } finally {
      if (view === opened) isBusy = false;
    }
  }
  const findRow = ({ message }) => PageLoader.findRow(PageMap.pageOf(message), `[data-i="${message}"]`).catch(() => undefined);
  async function fill() {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END) await extend("behind", BATCH);
    if (list.scrollTop < NEAR_END) await extend("before", BATCH);
  }

  async function onClick(event) {
    const item = event.target.closest("li");
    event.stopPropagation();
    if (!item || isModified(event) || event.shiftKey) return;
    event.preventDefault();
    await Dialogs.close();
    Jumps.jumpToMessage(item.entry.message);
  }

  Actions.define("thread", async (button) => {
    const own = button.closest("article");
    try { await prepare(); } catch { return; }
    const entry = await Threads.find(Number(own.dataset.i)), row = entry && await findRow(entry);
    if (!row) return;
    opened++;
    isBusy = false;
    $(".count", dialog).textContent = ThreadButton.wordsOf(entry);
    list.replaceChildren();
    await Dialogs.open(dialog, () => (button.isConnected ? button : own).focus({ preventScroll: true }));
    const item = makeItem(entry, row);
    item.classList.add("current");
    add([item]);
    $(".to-message", item).focus({ preventScroll: true });
    fill();
  });
})();
