// Details: the rows' names, times and reactions to be pointed at, tapped and reached with the keyboard; and copies of rows.
//
// Loaded when something in the page is first pointed at or focused. Rows have these facts in their markup already; here they get
// titles and the roles of buttons, each section once, when it comes near the screen.
"use strict";
const Details = (() => {
  const PARTS = "article > :is(.t-name, .reaction[title], time)";
  const prepared = new WeakSet();

  // The whole moment in the page's language and the conversation's zone. Where a browser knows neither, the day in
  // words and the time as written.
  const moments = (() => {
    const options = { dateStyle: "full", timeStyle: "long", timeZone: main.dataset.zone };
    try { return new Intl.DateTimeFormat(root.lang, options); } catch { return undefined; }
  })();
  function momentOf(time) {
    const moment = new Date(time.dateTime);
    if (moments && !isNaN(moment)) return moments.format(moment);
    return [Dates.full(DayIndex.dayOf(time.closest("article").dataset.i)), time.textContent].filter(Boolean).join(", ");
  }

  function prepare(section) {
    prepared.add(section);
    for (const part of all(PARTS, section)) {
      if (part.matches("time")) {
        part.title = momentOf(part);
        continue;
      }
      Object.assign(part, { role: "button", tabIndex: 0 });
      if (!part.matches(".reaction")) continue;
      part.dataset.who = part.title;
      part.ariaLabel = `${wordsOf(part)}: ${part.title}`;
      // It would be shown beside the hint.
      part.removeAttribute("title");
    }
  }
  const update = () => MessageWindow.sections.filter((section) => !prepared.has(section)).forEach(prepare);

  // A reaction's emoji and count, which are drawn over it.
  function wordsOf(reaction) {
    const { nextElementSibling: next } = reaction, label = next?.matches(".t-reaction") ? next : next?.nextElementSibling;
    const words = label?.matches(".t-reaction") ? label.cloneNode(true) : make("p");
    for (const picture of all("img", words)) picture.replaceWith(picture.alt);
    const text = words.textContent;
    return next?.matches(".custom") ? `${next.alt} ${text}`.trim() : text;
  }

  function onKey(event) {
    if (event.key === "Escape" && Hint.isOpen) {
      event.stopPropagation();
      return Hint.hide();
    }
    if ((event.key === "Enter" || event.key === " ") && event.target.matches(`:is(${PARTS})[role=button]`)) {
      event.preventDefault();
      ownerAtPress = Hint.owner;
      event.target.click();
    }
  }
  function show(part) {
    if (part.matches("time")) Hint.show(part, "", momentOf(part));
    else if (part.dataset.who) Hint.show(part, wordsOf(part), part.dataset.who);
  }
  // Reactions show their hint while they have the pointer or the focus.
  function onPoint({ type, target, pointerType }) {
    const reaction = target.closest?.(".reaction[data-who]");
    if (type === "pointerover" && pointerType !== "mouse") return;
    if (Hint.contains(target) || Hint.owner && reaction === Hint.owner) Hint.stay();
    else if (reaction) show(reaction);
    else if (!Hint.owner?.matches("time")) Hint.leave();
  }
  // A press on what has the hint hides it again. A press gives the focus too, so the owner before it counts.
  let ownerAtPress;
  function onPress({ target }) {
    ownerAtPress = Hint.owner;
    if (!Hint.contains(target) && !Hint.owner?.contains(target)) Hint.hide();
  }
  // Called for every click on a row (reader.js), also for the one that this script was loaded for.
  function onClick({ target }) {
    const part = target.closest("article > :is(.t-name, .avatar, .reaction, time)");
    if (!part) return;
    if (part.matches(".t-name, .avatar")) Actions.run("person", part);
    else if (part === ownerAtPress) Hint.hide();
    else show(part);
  }
  function listen() {
    root.addEventListener("viewchange", update);
    addEventListener("keydown", onKey, true);
    for (const type of ["pointerover", "focusin"]) addEventListener(type, onPoint);
    addEventListener("scroll", () => Hint.hide());
    addEventListener("pointerdown", onPress);
    update();
  }
  return { listen, onClick };
})();

// Hint: a small box beside a reaction or a time, above it if there is room.
const Hint = (() => {
  const MARGIN = 8, LEAVE_AFTER = 250;
  const box = make("div", { className: "hint", role: "tooltip", hidden: true });
  let owner, timer;

  function show(part, title, lines) {
    stay();
    owner = part;
    box.replaceChildren(...[title, ...lines.split("\n")].filter(Boolean).map((textContent, index) =>
      make("p", { textContent, dir: "auto", className: title && !index ? "title" : "" })));
    box.hidden = false;
    document.body.append(box);
    const { left, top, bottom, width } = boxOf(part), { offsetWidth, offsetHeight } = box;
    const x = min(max(left + width / 2 - offsetWidth / 2, MARGIN), innerWidth - offsetWidth - MARGIN);
    const above = top - offsetHeight - MARGIN / 2;
    Object.assign(box.style, { left: `${x}px`, top: `${above > MARGIN ? above : bottom + MARGIN / 2}px` });
  }
  function hide() {
    box.hidden = true;
    owner = undefined;
  }
  // The pointer may cross what lies between the owner and the hint.
  function leave() {
    stay();
    timer = setTimeout(hide, LEAVE_AFTER);
  }
  const stay = () => clearTimeout(timer);
  return { leave, stay, contains: (target) => box.contains(target), hide, show, get isOpen() { return !box.hidden; }, get owner() { return owner; } };
})();

Details.listen();
