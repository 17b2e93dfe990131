// Person: who a name or an avatar stands for: how much, when and what they wrote, and the way to their messages.
//
// People are in `map/people.js` (PeopleList.swift), those with most messages first. A person is found by the
// class that names and avatars have, else by the name of the row's sender. Fronts (people.js) have no rows: from there, ways lead
// to addresses of pages.
"use strict";
(() => {
  const DO = "[data-do]";
  // The conversation's folder, seen from the page.
  const folderOf = (sheet) => (sheet.dataset.href ?? sheet.getAttribute("href")).replace("people.css", "");
  const folder = isPacked ? "" : folderOf($("link:is([href$='people.css'], [data-href$='people.css'])"));
  const read = (name) => MapFiles.readFrom(folder, name);
  let dialog, hours, people, hasIndex;

  async function prepare() {
    await Scripts.loadAsset("dialogs");
    ({ hours, people } = await read("people"));
    if (!main) hasIndex = await read("s").catch(() => false);
    if (dialog) return;
    dialog = await Dialogs.get("person");
    dialog.addEventListener("click", onClick);
  }
  function find(part) {
    const classes = [part, part.closest("li")].flatMap((element) => [...element?.classList ?? []]);
    const id = classes.find((name) => /^u[0-9a-z]+$/.test(name)), name = part.closest("article")?.sender;
    return people.find((person) => person.id === id) ?? people.find((person) => person.name === name);
  }
  const number = (value) => new Intl.NumberFormat(root.lang).format(value);
  const percent = (value) => new Intl.NumberFormat(root.lang, { style: "percent", maximumSignificantDigits: 2 }).format(value);

  function fill(person) {
    const { name, id, initials, picture, messages, share, first, last, counts, activity } = person;
    dialog.className = id;
    dialog.person = person;
    $("h2", dialog).replaceChildren(make("bdi", { textContent: name }));
    const face = picture ? make("img", { className: "face", alt: "" })
      : make("span", { className: `face ${id}`, textContent: initials, ariaHidden: "true" });
    if (picture) setSource(face, `${folder}../${picture}`);
    $(".face", dialog).replaceWith(face);
    tell("messages", `${number(messages)} · ${percent(share)}`);
    tell("first", first?.date);
    tell("last", last?.date);
    for (const [index, kind] of ["media", "files", "links", "voice"].entries()) tell(kind, counts[index] && number(counts[index]));
    draw(activity);
    $("[data-do=search]", dialog).hidden = main ? !$("#search") : !hasIndex;
  }
  // A fact without a value is left out.
  function tell(fact, value) {
    const element = $(`[data-fact=${fact}]`, dialog);
    element.closest("div").hidden = !value;
    element.textContent = value ?? "";
  }
  function draw(activity) {
    const most = max(...activity, 0), chart = $("figure", dialog), caption = $("figcaption", chart);
    chart.hidden = !most;
    caption.textContent = caption.dataset.text.replace("{time}", hours[activity.indexOf(most)]);
    $("path", chart).setAttribute("d", activity.map((count, hour) => {
      const height = count && max(1, 24 * count / most);
      return `M${hour * 4 + 0.5} 24v${-height}h3v${height}z`;
    }).join(""));
  }

  async function onClick({ target }) {
    const action = target.closest(DO)?.dataset.do;
    if (!action) return;
    const { person } = dialog;
    await Dialogs.close();
    if (!main) return leave(action, person);
    if (action === "first" || action === "last") Jumps.jumpToMessage(person[action].message);
    if (action === "search") search(person.name);
  }
  async function leave(action, person) {
    if (action === "search") location.assign(`${folder}1.html#search=&from=${encodeURIComponent(person.name)}`);
    const message = person[action]?.message;
    if (message === undefined) return;
    const { size } = await read("all");
    location.assign(`${folder}${floor(message / size) + 1}.html#m-~i${message}`);
  }
  // Searches for all that a person sent: the search's field of senders has them once its index is there.
  async function search(name) {
    await Actions.run("search");
    const field = $("#search select");
    const choose = () => {
      const option = [...field.options].find(({ text }) => text === name);
      if (!option) return false;
      field.value = option.value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      return true;
    };
    if (choose()) return;
    const observer = new MutationObserver(() => choose() && observer.disconnect());
    observer.observe(field, { childList: true });
  }

  Actions.define("person", async (part) => {
    try { await prepare(); } catch { return; }
    if (dialog.open) return;
    const person = find(part);
    if (!person) return;
    fill(person);
    const { activeElement } = document;
    Dialogs.open(dialog, () => (part.tabIndex < 0 ? activeElement : part).focus({ preventScroll: true }));
  });
})();
