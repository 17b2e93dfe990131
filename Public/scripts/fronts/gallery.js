// Gallery: its kinds and people as filters, the rail of years and months, this day in other years, and pictures as large as the window.
// With a modifier, or if that fails, links are the browser's.
"use strict";
for (const shelf of all(".shelf[data-total]")) {
  const sheet = shelf.closest(".sheet"), tiles = all("section li", shelf), sections = all("section", shelf);
  const rail = $(".rail", sheet), status = $("[role=status]", shelf), before = Number(shelf.dataset.before);
  const numbers = new Intl.NumberFormat(root.lang);
  const dates = (options, date) => new Intl.DateTimeFormat(root.dataset.dates || root.lang, { timeZone: "UTC", ...options }).format(date);

  // Rows: as TileRows.swift makes them, of the pictures that are chosen.
  const COLUMNS = { a: 3, m: 5, b: 8 }, WIDEST = 3;
  function spansOf(shapes, columns) {
    const { length } = shapes, rest = length % columns, spans = shapes.map(() => 1);
    function fill(first, end) {
      const each = floor(columns / (end - first)), row = shapes.map((_, index) => index).slice(first, end);
      for (const index of row) spans[index] = min(each, WIDEST);
      row.sort((one, other) => shapes[other] - shapes[one] || one - other);
      for (const index of row.slice(0, each < WIDEST ? columns - each * row.length : 0)) spans[index] += 1;
    }
    if (length <= columns) fill(0, length);
    else if (rest) {
      const first = length - columns - rest, middle = first + floor((columns + rest + 1) / 2);
      fill(first, middle);
      fill(middle, length);
    }
    return spans;
  }
  function arrange(section, shown) {
    const shapes = shown.map(({ dataset }) => Number(dataset.r) || 100), classes = shown.map(() => []);
    for (const [name, columns] of Object.entries(COLUMNS)) {
      section.style.setProperty(`--${name}`, Math.ceil(shown.length / columns));
      spansOf(shapes, columns).forEach((span, index) => span > 1 && classes[index].push(name + span));
    }
    shown.forEach((tile, index) => { tile.className = classes[index].join(" "); });
  }

  // Filters: kinds are all chosen at first, people none, which is everybody.
  const kinds = all("[data-kind]", sheet);
  const people = all(".chip.person", sheet).map((link, person) => {
    const button = make("button", { type: "button", className: link.className });
    button.append(...link.childNodes);
    button.dataset.person = person;
    button.setAttribute("aria-pressed", false);
    link.replaceWith(button);
    return button;
  });
  const isOn = (button) => button.getAttribute("aria-pressed") === "true";
  const chosen = (buttons, name) => new Set(buttons.filter(isOn).map(({ dataset }) => dataset[name]));
  let order;
  function choose() {
    const ofKinds = chosen(kinds, "kind"), ofPeople = chosen(people, "person");
    const hasKind = ({ dataset }) => !kinds.length || ofKinds.has(dataset.k ?? "0"), hasPerson = ({ dataset }) => !ofPeople.size || ofPeople.has(dataset.p);
    const shown = [];
    for (const section of sections) {
      const ofSection = all("li", section), seen = ofSection.filter((tile) => hasKind(tile) && hasPerson(tile));
      for (const tile of ofSection) tile.hidden = true;
      for (const tile of seen) tile.hidden = false;
      section.hidden = !seen.length;
      arrange(section, seen);
      const count = $("h2 small", section), way = rail && $(`ul ul [href="#${section.id}"]`, rail);
      if (count) count.textContent = numbers.format(seen.length);
      if (way) {
        way.lastElementChild.textContent = numbers.format(seen.length);
        way.parentElement.hidden = !seen.length;
      }
      shown.push(...seen);
    }
    // Each says how many it would add to the others' choice.
    const tell = (button, count) => {
      $("i", button).textContent = numbers.format(count);
    };
    for (const button of kinds) tell(button, tiles.filter((tile) => (tile.dataset.k ?? "0") === button.dataset.kind && hasPerson(tile)).length);
    for (const button of people) tell(button, tiles.filter((tile) => tile.dataset.p === button.dataset.person && hasKind(tile)).length);
    order = shown.length === tiles.length ? undefined : shown;
    status.textContent = shelf.dataset.total.replace("{number}", numbers.format(shown.length)).replace("{total}", numbers.format(tiles.length));
  }
  for (const button of [...kinds, ...people]) {
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", !isOn(button));
      // Without any kind nothing would be left.
      if (!kinds.some(isOn)) for (const kind of kinds) kind.setAttribute("aria-pressed", true);
      choose();
    });
  }

  // This day in other years: today's, else what the page has.
  const day = $(".this-day", shelf);
  function showToday() {
    const now = new Date(), today = new Date(now - now.getTimezoneOffset() * 6e4).toISOString().slice(0, 10), found = {};
    let date = "";
    for (const [index, tile] of tiles.entries()) {
      date = tile.dataset.d ?? date;
      if (date.slice(4) === today.slice(4) && date !== today) (found[date.slice(0, 4)] ??= []).push([index, tile]);
    }
    const years = Object.keys(found).sort().reverse();
    if (!years.length) return;
    const [title, detail] = [$("summary span span", day), $("small", day)], list = $(".tiles", day);
    title.textContent = shelf.dataset.otherYears.replace("{time}", dates({ month: "long", day: "numeric" }, new Date(today)));
    detail.textContent = years.map((year) => `${dates({ year: "numeric" }, new Date(year))}: ${numbers.format(found[year].length)}`).join(" · ");
    const copies = years.flatMap((year) => found[year]).slice(0, 24).map(([index, tile]) => {
      const copy = tile.cloneNode(true);
      copy.className = "";
      copy.dataset.n = before + index;
      return copy;
    });
    list.replaceChildren(...copies);
    $(".few", day).replaceChildren(...all("img", list).slice(0, 2).map((picture) => picture.cloneNode()));
    day.hidden = false;
  }
  if (day) showToday();

  // Pictures as large as the window
  shelf.addEventListener("click", (event) => {
    const tile = event.target.closest(".tile");
    if (!tile || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const item = tile.closest("li"), ofDay = item.dataset.n;
    const taken = ofDay ? undefined : order, at = ofDay ? Number(ofDay) : taken ? taken.indexOf(item) : before + tiles.indexOf(item);
    const tileAt = (number) => $(".tile", (taken ? taken[number] : tiles[number - before]) ?? item);
    Scripts.loadAsset("picture")
      .then(() => Pictures.openListed(at, tile, { numbers: taken?.map((tile) => before + tiles.indexOf(tile)), tileAt }))
      .catch(() => location.assign(tile.href));
  });

  // Films without a still picture show their first one once they are near.
  const nearby = new IntersectionObserver((changes) => {
    for (const { isIntersecting, target } of changes) {
      if (!isIntersecting) continue;
      nearby.unobserve(target);
      Scripts.use("media", async () => {
        const count = await MediaList.open(), { href } = await MediaList.at(count - 1 - before - tiles.indexOf(target.closest("li")));
        const film = make("video", { muted: true, preload: "metadata", playsInline: true, tabIndex: -1 });
        film.setAttribute("aria-hidden", true);
        target.prepend(film);
        setSource(film, href);
      });
    }
  }, { rootMargin: "50%" });
  for (const mark of all("section .tile > i:first-child", shelf)) nearby.observe(mark.parentElement);

  // The rail: the month that is seen, and on phones, where months are strokes, a flag with the name of what a finger is on.
  if (!rail) continue;
  const ways = all("ul ul a", rail), sectionOf = (way) => document.getElementById(decodeURIComponent(way.hash.slice(1)));
  const seen = new Set();
  function mark() {
    const current = sections.find((section) => seen.has(section)), way = ways.find((way) => sectionOf(way) === current);
    for (const other of ways) {
      if (other === way) other.setAttribute("aria-current", "true");
      else other.removeAttribute("aria-current");
    }
    if (way && rail.scrollHeight > rail.clientHeight) {
      const top = way.offsetTop - rail.scrollTop;
      if (top < 32 || top > rail.clientHeight - 64) rail.scrollTop = way.offsetTop - rail.clientHeight / 2;
    }
  }
  const inSight = new IntersectionObserver((changes) => {
    for (const { isIntersecting, target } of changes) {
      if (isIntersecting) seen.add(target);
      else seen.delete(target);
    }
    mark();
  }, { rootMargin: "-120px 0px -60% 0px" });
  for (const section of sections) inSight.observe(section);

  const flag = append(rail, "span", { className: "flag", hidden: true });
  flag.setAttribute("aria-hidden", true);
  const isStrokes = () => getComputedStyle(rail).touchAction === "none";
  function go({ clientY }) {
    const shown = ways.filter((way) => !way.parentElement.hidden), [nearest] = shown.map((way) => ({ way, distance: abs(topOf(way) - clientY) }))
      .sort((one, other) => one.distance - other.distance);
    if (!nearest) return;
    const section = sectionOf(nearest.way);
    flag.hidden = false;
    flag.textContent = $("h2", section)?.firstChild.textContent.trim() ?? nearest.way.firstElementChild.textContent;
    flag.style.top = `${min(max(clientY - topOf(rail) - 20, 0), rail.clientHeight - 48)}px`;
    section.scrollIntoView({ behavior: "instant" });
  }
  let isHeld = false;
  rail.addEventListener("dragstart", (event) => event.preventDefault());
  rail.addEventListener("pointerdown", (event) => {
    // Years of other pages are links.
    const link = event.target.closest("a");
    isHeld = isStrokes() && !event.button && (!link || sheet.contains(sectionOf(link)));
    if (!isHeld) return;
    rail.setPointerCapture(event.pointerId);
    go(event);
  });
  rail.addEventListener("pointermove", (event) => isHeld && go(event));
  for (const type of ["pointerup", "pointercancel"]) {
    rail.addEventListener(type, () => {
      isHeld = false;
      flag.hidden = true;
    });
  }
  // A press has gone to its month already.
  rail.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (isStrokes() && event.detail && link && sheet.contains(sectionOf(link))) event.preventDefault();
  });
}
if ($(".shelf .player")) Scripts.use("player");
