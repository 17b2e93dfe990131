// Timeline: a slider beside the column: months of equal length, with bars for how much was written in each, and names of
// months or years. It says what is under the pointer.
//
// While it is held it shows at once where it was led, and the window follows as pages come: to the latest target, not to
// all that were passed.
"use strict";
{
  const MAX_BARS = 600, LABEL_DISTANCE = 30;
  // The months from one label to the next, of those that leave labels room.
  const LABEL_STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600];
  const slider = $(".timeline");
  let shownMessage, target, isPointed = false;

  const monthOf = (message) => max(0, DayIndex.months.findLastIndex(({ first }) => first <= message));

  function draw() {
    const { months } = DayIndex, size = 100 / months.length;
    if (!months.length) return;
    const shown = months.filter((_, index) => !(index % Math.ceil(months.length / MAX_BARS)));
    const most = max(...shown.map(({ first, end }) => end - first));
    $("path", slider).setAttribute("d", shown.map((month) => {
      const width = 8 + 92 * (month.end - month.first) / most;
      return `M${100 - width} ${months.indexOf(month) * size}h${width}v${min(size / 2, 0.5)}h${-width}z`;
    }).join(""));
    slider.ariaValueMax = PageMap.messages - 1;
    slider.hidden = false;
    drawLabels();
  }
  const format = (month, options) => Dates.format(DayIndex.firstDayOf(month), options);
  // January has its year, and so has the first label.
  function drawLabels() {
    const { months } = DayIndex, { height } = boxOf(slider);
    for (const label of all("span", slider)) label.remove();
    const labelled = LABEL_STEPS.map((step) => months.filter(({ value }) => value % step === 0))
      .find((some) => some.length * LABEL_DISTANCE <= height) ?? [];
    let last = -LABEL_DISTANCE;
    for (const month of labelled) {
      const top = months.indexOf(month) / months.length * height;
      if (top - last < LABEL_DISTANCE) continue;
      const isYear = month.value % 12 === 0 || last < 0;
      const label = append(slider, "span", {
        ariaHidden: "true", className: isYear ? "year" : "",
        textContent: month.value % 12 === 0 ? format(month, { year: "numeric" })
          : format(month, last < 0 ? { month: "short", year: "numeric" } : { month: "short" }),
      });
      label.style.top = `${top}px`;
      last = top;
    }
  }

  const shareOf = (message) => {
    const { months } = DayIndex, index = monthOf(message), { first, end } = months[index];
    return (index + max(0, message - first) / (end - first)) / months.length;
  };
  const textOf = (message) => Dates.full(DayIndex.dayOf(message))
    || format(DayIndex.months[monthOf(message)], { month: "long", year: "numeric" });
  function tell(message) {
    slider.dataset.text = textOf(message);
    slider.style.setProperty("--tip", shareOf(message));
  }
  function show(message) {
    shownMessage = message;
    slider.style.setProperty("--at", shareOf(message));
    slider.ariaValueNow = message;
    slider.ariaValueText = textOf(message);
    if (!isPointed || target !== undefined) tell(message);
  }
  function update() {
    const { row } = ScrollAnchor;
    if (row && DayIndex.months.length && target === undefined) show(Number(row.dataset.i));
  }

  function showDayOnceKnown(message) {
    function showAgain() {
      if (shownMessage === message) show(message);
    }
    PageMap.loadGroup(PageMap.groupOf(message)).then(showAgain, () => {});
  }
  async function seek(message) {
    const isSeeking = target !== undefined;
    target = message;
    show(message);
    showDayOnceKnown(message);
    if (isSeeking) return;
    let reached;
    while (reached !== target) {
      reached = target;
      await Jumps.showMessage(reached, Jumps.topMargin());
    }
    target = undefined;
  }

  function messageAt(event) {
    const { top, height } = boxOf(slider), { months } = DayIndex;
    const month = min(max((event.clientY - top) / height, 0), 0.999999) * months.length;
    const { first, end } = months[floor(month)];
    return floor(first + month % 1 * (end - first));
  }
  function onPointer(event) {
    if (event.type === "pointerdown") {
      if (event.button) return;
      ScrollAnchor.record();
      history.pushState(ScrollAnchor.position, "");
      slider.setPointerCapture(event.pointerId);
      slider.classList.add("held");
    }
    isPointed = event.type !== "pointerleave";
    if (slider.matches(".held")) seek(messageAt(event));
    else if (isPointed) tell(messageAt(event));
    else show(shownMessage);
  }

  // Steps of months by keys.
  function onKey(event) {
    const { months } = DayIndex;
    const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -12, PageDown: 12, Home: -1e9, End: 1e9 }[event.key];
    if (!step || isModified(event)) return;
    event.preventDefault();
    event.stopPropagation();
    seek(months[min(max(monthOf(shownMessage) + step, 0), months.length - 1)].first);
  }

  draw();
  for (const type of ["down", "move", "up", "cancel", "leave"]) slider.addEventListener(`pointer${type}`, onPointer);
  slider.addEventListener("lostpointercapture", () => slider.classList.remove("held"));
  slider.addEventListener("keydown", onKey);
  root.addEventListener("viewchange", update);
  addEventListener("resize", drawLabels);
  update();
}
