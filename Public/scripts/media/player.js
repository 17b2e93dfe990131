// Players: each recording in one row – play, a waveform or bar that fills and seeks, the time left, the speed.
//
// One element outside of the document sounds for all rows. They come and go with the window, and an element that leaves the document
// falls silent. So one recording sounds at a time, and goes on while the reader scrolls: then a bar above the page's end has its name
// and stops it. Films play and pause where they are pressed, and have a bar to seek; a button shows them large (picture.js). One that
// plays silences the recording, and its section stays in the document. Animations (`.loop`) play while they are on the screen, mutely,
// until they are pressed, or not at all where less motion is asked for. Recordings stand in rows of messages and in lists of the gallery;
// films also where one is shown large (picture.js).
"use strict";
const Players = (() => {
  const SPEEDS = [1, 1.5, 2], STEP = 5;
  const bar = $("#sounding"), words = bar.dataset, sound = new Audio();
  const [barButton, barLink] = bar.children;
  const places = [main, ...all(".shelf")].filter(Boolean);
  const allPlayers = (selector) => places.flatMap((place) => all(selector, place));
  const rowOf = (player) => player.closest("article, li");
  const copyStyle = (from, to) => from.hasAttribute("style") && to.setAttribute("style", from.getAttribute("style"));
  // The recording that sounds or sounded last: its file and its row's id, for a file may stand in two rows.
  let current, seconds = 0;

  const keyOf = (player) => `${rowOf(player).id} ${player.dataset.src}`;
  const isCurrent = (player) => keyOf(player) === current?.key;
  const number = (value, digits = 1) =>
    value.toLocaleString(root.lang, { minimumIntegerDigits: digits, useGrouping: false });
  const clock = (time) => `${number(floor(time / 60))}:${number(floor(time % 60), 2)}`;
  const durationOf = (player) => isCurrent(player) && isFinite(sound.duration) ? sound.duration : Number(player.dataset.seconds) || 0;

  function setSpeed(speed) {
    sound.defaultPlaybackRate = speed;
    sound.playbackRate = speed;
    Store.write("speed", speed);
    allPlayers(".sound").forEach(show);
  }
  const speed = () => sound.defaultPlaybackRate;

  function label(button, text) {
    button.setAttribute("aria-label", text);
    button.title = text;
  }

  // Shows what a recording is at.
  function show(player) {
    const [button, slider, time, rate] = player.children, isOn = isCurrent(player) && !sound.paused;
    const duration = durationOf(player), at = isCurrent(player) ? seconds : 0;
    player.classList.toggle("on", isOn);
    label(button, isOn ? words.pause : words.play);
    slider.max = duration || 1;
    if (!player.isSeeking) slider.value = at;
    slider.setAttribute("aria-valuetext", `${clock(at)} / ${clock(duration)}`);
    player.style.setProperty("--played", `${duration ? 100 * slider.value / duration : 0}%`);
    if (player.wave) player.wave.style.clipPath = `inset(0 ${100 - (duration ? 100 * slider.value / duration : 0)}% 0 0)`;
    time.textContent = duration ? clock(max(0, duration - slider.value)) : "";
    rate.textContent = `${number(speed())}×`;
    rate.setAttribute("aria-label", `${words.speed} ${rate.textContent}`);
  }

  // Shows the bar while the recording sounds and its row is not on the screen.
  function showBar() {
    const player = allPlayers(".sound").find(isCurrent), box = player && boxOf(player);
    bar.hidden = !current?.isOpen || !!box && box.bottom > boxOf($(".bar")).bottom && box.top < innerHeight;
    if (bar.hidden) return;
    bar.classList.toggle("on", !sound.paused);
    label(barButton, sound.paused ? words.play : words.pause);
    const left = max(0, (sound.duration || 0) - seconds);
    barLink.textContent = [left && clock(left), current.name].filter(Boolean).join(" · ");
    barLink.href = current.href;
  }

  function update() {
    allPlayers(".sound").filter((player) => isCurrent(player) || player.classList.contains("on")).forEach(show);
    showBar();
  }

  // Makes a recording the one that sounds.
  function choose(player) {
    if (isCurrent(player)) return undefined;
    const row = rowOf(player), page = player.closest("section").page ?? ownPage, link = $(".of", row);
    const before = allPlayers(".sound").find(isCurrent);
    current = {
      key: keyOf(player), href: link?.getAttribute("href") ?? `${fileOf(page)}#${row.id}`,
      name: [link ? $("bdi", link)?.textContent : row.sender, player.getAttribute("aria-label")].filter(Boolean).join(" – "),
    };
    sound.pause();
    seconds = 0;
    if (before) show(before);
    return setSource(sound, player.dataset.src);
  }
  function play() {
    allPlayers("video:not(.loop)").forEach((film) => film.pause());
    current.isOpen = true;
    // It may be paused before it begins.
    sound.play().catch(() => {});
  }
  function toggle() {
    if (sound.paused) play();
    else sound.pause();
  }
  function seekSound(to) {
    sound.currentTime = to;
  }
  function seek(player, to) {
    choose(player);
    seconds = to;
    if (sound.readyState) seekSound(to);
    else sound.addEventListener("loadedmetadata", () => seekSound(to), { once: true });
    show(player);
  }

  // Puts a row of controls over the browser's own, which keep their box and are neither seen nor spoken.
  function makeControls(audio) {
    audio.classList.add("replaced");
    const player = make("div", { className: "player sound", role: "group", audio });
    copyStyle(audio, player);
    player.setAttribute("aria-label", audio.getAttribute("aria-label"));
    Object.assign(player.dataset, { src: audio.dataset.path ?? audio.dataset.of ?? audio.src, seconds: audio.dataset.seconds ?? "" });
    const slider = make("input", { type: "range", min: 0, step: .1, value: 0 });
    slider.setAttribute("aria-label", words.position);
    player.append(
      make("button", { className: "play", type: "button" }), slider, make("span", { className: "left" }),
      make("button", { className: "rate", type: "button" }));
    const wave = audio.previousElementSibling;
    if (wave?.matches(".waveform")) {
      // The part that was played lies over the whole.
      player.wave = wave.cloneNode(true);
      player.wave.classList.add("played");
      player.classList.add("waved");
      wave.after(player.wave);
    }
    audio.after(player);
    const [button, , , rate] = player.children;
    button.onclick = () => {
      const coming = choose(player);
      if (coming) coming.then(toggle);
      else toggle();
    };
    rate.onclick = () => setSpeed(SPEEDS[(SPEEDS.indexOf(speed()) + 1) % SPEEDS.length]);
    slider.oninput = () => {
      player.isSeeking = true;
      seek(player, Number(slider.value));
    };
    slider.onchange = () => {
      player.isSeeking = false;
      show(player);
    };
    slider.onkeydown = (event) => {
      const by = { ArrowLeft: -STEP, ArrowRight: STEP, ArrowDown: -STEP, ArrowUp: STEP }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      seek(player, min(max(0, Number(slider.value) + by), durationOf(player)));
    };
    show(player);
  }

  // A film that plays and pauses where it is pressed. If it cannot be played, the browser's controls say so.
  function makePressed(film) {
    film.classList.add("pressed");
    film.controls = false;
    const button = make("button", { className: "play over", type: "button" });
    const showState = () => {
      button.classList.toggle("on", !film.paused);
      label(button, `${film.paused ? words.play : words.pause}: ${film.getAttribute("aria-label")}`);
    };
    const isFramed = film.parentElement.matches(".large-frame, .slide");
    if (!isFramed) copyStyle(film, button);
    film.press = () => {
      film.isHeld = !film.paused;
      if (film.paused) film.play().catch(() => {});
      else film.pause();
    };
    button.onclick = film.press;
    for (const type of ["play", "pause", "ended"]) film.addEventListener(type, showState);
    const isPlain = !film.matches(".round, .loop"), seekBar = isPlain && makeSeekBar(film);
    if (seekBar && !isFramed) copyStyle(film, seekBar);
    film.after(...[button, seekBar].filter(Boolean));
    film.addEventListener("error", () => {
      film.controls = true;
      button.remove();
      if (seekBar) seekBar.remove();
    });
    if (film.matches(".loop")) animations.observe(film);
    showState();
  }

  // The position in a film and the time left, once it has begun.
  function makeSeekBar(film) {
    const seekBar = make("div", { className: "film-bar", hidden: true });
    const slider = append(seekBar, "input", { type: "range", min: 0, step: .1, value: 0 });
    const left = append(seekBar, "span", { className: "left" });
    slider.setAttribute("aria-label", words.position);
    function showPosition() {
      const duration = film.duration || 0;
      seekBar.hidden = !duration || film.paused && !film.currentTime;
      slider.max = duration || 1;
      slider.value = film.currentTime;
      slider.setAttribute("aria-valuetext", `${clock(film.currentTime)} / ${clock(duration)}`);
      seekBar.style.setProperty("--played", `${duration ? 100 * film.currentTime / duration : 0}%`);
      left.textContent = clock(max(0, duration - film.currentTime));
    }
    for (const type of ["timeupdate", "durationchange", "play", "pause", "seeking"]) film.addEventListener(type, showPosition);
    slider.oninput = () => {
      film.currentTime = Number(slider.value);
    };
    return seekBar;
  }

  const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const animations = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      if (isIntersecting && !target.isHeld && !lessMotion.matches) target.play().catch(() => {});
      else target.pause();
    }
  });

  // A button in a corner of a film. In rows that flow the two get a box of their own.
  function makeLargeButton(film) {
    const frame = make("div", { className: "large-frame" });
    const button = append(frame, "button", { className: "large", type: "button", film });
    button.dataset.act = "picture";
    button.append(...parseHTML('<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M14 5h5v5M10 19H5v-5M19 5l-6 6M5 19l6-6"/></svg>').children);
    label(button, `${words.enlarge}: ${film.getAttribute("aria-label")}`);
    film.largeButton = button;
    frame.setAttribute("style", film.getAttribute("style"));
    if (!film.closest(".flowing")) return film.after(frame);
    film.before(frame);
    frame.prepend(film);
    film.setAttribute("style", "width:100%;height:100%;border-radius:inherit");
  }

  function findRecordings() {
    const isFlowing = (film) => film.closest(".flowing");
    const unmade = allPlayers("video.player").filter((film) => !film.largeButton);
    // In flowing text a film has its controls in a box of its own.
    unmade.filter(isFlowing).forEach(makeLargeButton);
    allPlayers("video:not(.pressed)").forEach(makePressed);
    unmade.filter((film) => !isFlowing(film)).forEach(makeLargeButton);
    allPlayers("audio.player:not(.replaced)").forEach(makeControls);
    showBar();
  }

  sound.preload = "auto";
  sound.defaultPlaybackRate = SPEEDS.find((speed) => speed === Store.read("speed")) ?? 1;
  sound.addEventListener("timeupdate", () => {
    seconds = sound.currentTime;
    update();
  });
  for (const type of ["play", "pause", "durationchange"]) sound.addEventListener(type, update);
  sound.addEventListener("ended", () => {
    current.isOpen = false;
    seconds = 0;
    update();
  });
  // A file that cannot be played: the browser's controls say so. Firefox reports an error and plays on where there is no loudspeaker.
  sound.addEventListener("error", () => {
    if (sound.readyState) return;
    const player = allPlayers(".sound").find(isCurrent);
    current = undefined;
    player?.audio.classList.add("unplayable");
    player?.remove();
    showBar();
  });
  barButton.onclick = toggle;
  bar.lastElementChild.onclick = () => {
    sound.pause();
    current.isOpen = false;
    showBar();
  };
  // The section of a film stays in the document while it plays. A film that is shown large is in no section.
  function noteSound(film, isSounding) {
    const section = film.closest?.("main section");
    if (section) section.isSounding = isSounding;
  }
  addEventListener("play", ({ target }) => {
    if (target.matches?.(".loop")) return;
    sound.pause();
    allPlayers("video:not(.loop)").filter((film) => film !== target).forEach((film) => film.pause());
    noteSound(target, true);
  }, true);
  for (const type of ["pause", "ended"]) addEventListener(type, ({ target }) => noteSound(target, false), true);
  addEventListener("scroll", showBar, { passive: true });
  if (canvas) new MutationObserver(findRecordings).observe(canvas, { childList: true });
  findRecordings();
  return { makePressed };
})();
