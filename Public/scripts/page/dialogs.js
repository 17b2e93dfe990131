// Dialogs: those that pages show when they are first asked for. Their markup is a file for all pages of a language (dialogs.mustache).
//
// An open one is an entry of the history, so that the browser's Back closes it. However it is closed, that entry is left.
"use strict";
const Dialogs = (() => {
  let adding;
  let shown;
  let returnFocus;
  let isEntered = false;
  let left = Promise.resolve();

  // The dialog with an id; rejected without the file.
  async function get(id) {
    if (!$(`#${id}`)) {
      adding ??= add().finally(() => {
        adding = undefined;
      });
      await adding;
    }
    return $(`#${id}`);
  }
  async function add() {
    const language = root.lang.toLowerCase().replace(/[^a-z0-9]+/g, "-");
    document.body.append(...parseHTML(await MapFiles.readPath(`${assets}dialogs-${language}.js`)).children);
  }
  // `focusBack` is called when the dialog has been closed.
  async function open(dialog, focusBack) {
    if (shown?.open) close();
    await left;
    if (root.classList.contains("app")) ScrollAnchor.record();
    history.pushState(history.state, "");
    shown = dialog;
    isEntered = true;
    returnFocus = focusBack;
    dialog.addEventListener("close", onClose, { once: true });
    dialog.showModal();
  }
  function leave() {
    isEntered = false;
    left = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
    history.back();
  }
  // Resolves once the history's entry is left and the focus is back: a caller may then give it to something else.
  function close() {
    if (isEntered) leave();
    if (!shown.open) return left;
    // After `onClose`, which was added before.
    const closed = new Promise((resolve) => shown.addEventListener("close", resolve, { once: true }));
    shown.close();
    return closed.then(() => left);
  }
  function onClose() {
    if (isEntered) leave();
    // Firefox takes the focus away where it goes back to a fragment.
    left.then(returnFocus);
  }
  addEventListener("popstate", () => {
    if (!isEntered) return;
    isEntered = false;
    shown.close();
  });
  return { close, get, open };
})();
