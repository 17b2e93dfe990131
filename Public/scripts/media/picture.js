// Pictures: pictures and films as large as the window, each on a slide, with the one before and the one after beside it.
//
// A *source* has `count` entries and gives each by its number. The conversation's is MediaList. Pictures that are not on the
// list, such as hidden ones, or all if it cannot be read, have the rows of the document as their source.
"use strict";
const Pictures = (() => {
  const STEP = 1.5, SHOWN = "a.picture, video.player";
  const addressOf = ({ dataset, href, src }) => dataset.of ?? dataset.path ?? href ?? src;
  let dialog, stage, source, number, opener, sides = 1;
  const slides = new Map();

  async function prepare() {
    await Promise.all(["dialogs", "media", "zoom", "player"].map(Scripts.loadAsset));
    if (dialog) return;
    dialog = await Dialogs.get("picture");
    stage = $(".slides", dialog);
    // Later pictures are on the left in right-to-left languages.
    sides = dialog.dir === "rtl" ? -1 : 1;
    dialog.addEventListener("keydown", onKey);
    dialog.addEventListener("click", onClick);
    Zoom.listen(stage, { drag, turn: (by) => turn(by * sides), close: Dialogs.close, toggleBars: () => dialog.classList.toggle("barless"), press: (film) => film.press?.() });
  }

  // Sources
  const listed = async () => ({ count: await MediaList.open(), at: MediaList.at });
  // The newest first, as in the gallery: all, or those with these numbers. `tileAt` gives the tile of one, if there is one.
  async function newestFirst({ numbers, tileAt }) {
    const count = await MediaList.open();
    return { count: numbers?.length ?? count, at: (at) => MediaList.at(count - 1 - (numbers?.[at] ?? at)), tileAt };
  }
  function ofRows(parts) {
    function entryOf(part) {
      const isFilm = part.matches("video"), row = part.closest("article"), { page = ownPage } = row.closest("section"), day = DayIndex.dayOf(row.dataset.i);
      return {
        href: addressOf(part), isFilm, isLoop: part.matches(".loop"), poster: part.dataset.poster ?? part.poster, alt: isFilm ? part.ariaLabel : $("img", part).alt, sender: row.sender, page, id: row.id, way: `${fileOf(page)}#${encodeURIComponent(row.id)}`,
        date: [Dates.full(day), $("time", row)?.textContent].filter(Boolean).join(", "),
        caption: all("p:not([class]), [role=listitem]", row).map((text) => text.textContent).join("\n"),
      };
    }
    return { count: parts.length, at: async (number) => entryOf(parts[number]) };
  }

  // Slides
  function addSlide(at) {
    const slide = make("div", { className: "slide" });
    slides.set(at, slide);
    stage.append(slide);
    slide.filled = source.at(at).then((entry) => {
      slide.entry = entry;
      const { href, poster, isFilm, isLoop } = entry;
      // Many pictures are called nothing but "Photo".
      const alt = [entry.alt, entry.sender, entry.date].filter(Boolean).join(", ");
      const shown = isFilm ? make("video", { controls: true, playsInline: true, preload: "metadata", ariaLabel: alt, loop: isLoop, muted: isLoop, className: isLoop ? "loop" : "" }) : make("img", { alt, draggable: false });
      setSource(shown, href);
      if (isFilm && poster) setSource(shown, poster, "poster");
      slide.append(shown);
      if (isFilm) Players.makePressed(shown);
    }).catch(() => {});
  }
  function arrange() {
    for (const [at, slide] of slides) {
      if (abs(at - number) > 1) {
        slides.delete(at);
        slide.remove();
      } else slide.style.setProperty("--at", (at - number) * sides);
      if (at !== number) $("video", slide)?.pause();
      slide.inert = at !== number;
    }
  }
  async function update() {
    for (const at of [number, number - 1, number + 1]) if (at >= 0 && at < source.count && !slides.has(at)) addSlide(at);
    arrange();
    const slide = slides.get(number);
    await slide.filled;
    if (slides.get(number) !== slide || !slide.entry) return;
    Zoom.reset($("img", slide) ?? undefined);
    tell(slide.entry);
  }
  function tell({ href, alt, sender, date, caption, way }) {
    const shown = new Intl.NumberFormat(root.lang), { counter } = dialog.dataset;
    const position = counter.replace("{number}", shown.format(number + 1)).replace("{total}", shown.format(source.count));
    $("bdi", dialog).textContent = sender || alt;
    $(".when", dialog).textContent = date;
    $(".counter", dialog).textContent = position;
    $(".caption", dialog).textContent = caption;
    $("[role=status]", dialog).textContent = `${position}. ${alt}`;
    setSource($("[data-do=save]", dialog), href, "href");
    $("[data-do=show]", dialog).href = way;
    for (const [name, end] of [["before", 0], ["after", source.count - 1]]) $(`[data-do=${name}]`, dialog).hidden = number === end;
  }

  function go(to) {
    const { activeElement } = document;
    number = min(max(to, 0), source.count - 1);
    drag(0, 0, true);
    Zoom.reset();
    return update().then(() => activeElement.hidden && $("[data-do=close]", dialog).focus());
  }
  const turn = (by) => go(number + by);
  // Moves the slides with a finger, less where there is no other; once it is let go, they return by themselves.
  function drag(x, y, isDone = false) {
    const isEnd = !slides.has(number - Math.sign(x) * sides);
    stage.classList.toggle("held", !isDone);
    stage.style.setProperty("--x", `${isEnd ? x / 4 : x}px`);
    stage.style.setProperty("--y", `${max(y, 0)}px`);
  }

  function onKey(event) {
    const actions = {
      ArrowLeft: () => turn(-sides), ArrowRight: () => turn(sides), Home: () => go(0), End: () => go(source.count - 1),
      "+": () => Zoom.step(STEP), "=": () => Zoom.step(STEP), "-": () => Zoom.step(1 / STEP), 0: () => Zoom.reset(),
    };
    if (!actions[event.key] || event.metaKey || event.ctrlKey || event.altKey || event.target.matches("input")) return;
    event.preventDefault();
    actions[event.key]();
  }
  function onClick(event) {
    const action = event.target.closest("[data-do]")?.dataset.do;
    if (action === "close") Dialogs.close();
    if (action === "before" || action === "after") turn(action === "after" ? 1 : -1);
    if (action !== "show" || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    showMessage(slides.get(number).entry);
  }
  async function showMessage({ page, id, way }) {
    await Dialogs.close();
    if (main) Jumps.jump(page, byID(id), `#${encodeURIComponent(id)}`);
    else location.href = way;
  }

  // The link of what was seen last, else of what was opened.
  function focusBack() {
    const { entry } = slides.get(number) ?? {};
    for (const video of all("video", stage)) video.pause();
    const row = entry && main && $(byID(entry.id), main);
    const part = source.tileAt ? source.tileAt(number) : row && all(SHOWN, row).find((part) => addressOf(part) === entry.href);
    // Rows off the screen lose the focus in Firefox.
    const isSeen = part && boxOf(part).bottom > 0 && topOf(part) < innerHeight;
    (isSeen ? part.largeButton ?? part : opener).focus({ preventScroll: true });
    for (const slide of slides.values()) slide.remove();
    slides.clear();
  }
  async function show(from, at, link) {
    [source, number, opener] = [from, at, link];
    dialog.classList.remove("barless");
    await Dialogs.open(dialog, focusBack);
    return update();
  }
  // Continues with another source, which has what is shown at `at`.
  function change(to, at) {
    const slide = slides.get(number);
    for (const other of slides.values()) if (other !== slide) other.remove();
    slides.clear();
    slides.set(at, slide);
    [source, number] = [to, at];
    slide.filled = slide.filled.then(async () => {
      slide.entry = await to.at(at);
    });
    return update();
  }

  // Plays the film that is shown, if it is one.
  function play(from = 0) {
    const video = $("video", slides.get(number));
    if (!video) return;
    video.currentTime = from;
    video.play().catch(() => {});
  }
  // Opens a picture of a row by its link, or a film by its button (player.js); it goes on where it was.
  async function openPart(opened) {
    if (!opened) return;
    const part = opened.film ?? opened, row = part.closest("article"), href = addressOf(part);
    const equal = all(SHOWN, row).filter((other) => addressOf(other) === href);
    try { await prepare(); } catch { return location.assign(href); }
    const parts = all(SHOWN, main);
    opened.film?.pause();
    await show(ofRows(parts), parts.indexOf(part), opened);
    const slide = slides.get(number);
    play(opened.film?.currentTime);
    const found = await MediaList.find(Number(row.dataset.i), href, equal.indexOf(part)).catch(() => undefined);
    if (found !== undefined && dialog.open && slides.get(number) === slide) await change(await listed(), found);
  }
  // Opens a picture of the list or, with an `order`, of the gallery.
  async function openListed(at, tile, order) {
    await prepare();
    await show(order ? await newestFirst(order) : await listed(), at, tile);
    play();
  }
  return { openListed, openPart };
})();
if (typeof Actions === "object") Actions.define("picture", Pictures.openPart);
