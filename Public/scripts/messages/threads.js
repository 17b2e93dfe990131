// Threads: the positions of messages in threads, from the files `map/t0.js`, … (ThreadMap.swift).
//
// An entry is { message, before, behind, number, count }: the message's index, the indexes of the thread's previous and next message
// (undefined for none), the number in the thread, from 0, and the thread's number of messages.
"use strict";
const Threads = (() => {
  const MESSAGES_PER_FILE = 8192, files = {};

  function decode(list, file) {
    const found = new Map();
    let message = file * MESSAGES_PER_FILE;
    for (let index = 0; index < list.length; index += 5) {
      const [step, before, behind, number, count] = list.slice(index, index + 5);
      message += step;
      found.set(message, { message, before: before ? message - before : undefined,
        behind: behind ? message + behind : undefined, number, count });
    }
    return found;
  }
  // Undefined if the message is in no thread.
  async function find(message) {
    const file = floor(message / MESSAGES_PER_FILE);
    if (!(file < PageMap.threads)) return undefined;
    files[file] ??= decode(await MapFiles.read(`t${file}`), file);
    return files[file].get(message);
  }
  return { find };
})();

// ThreadButton: the button that opens the thread view (thread.js), beside the button of the message's address (link.js).
const ThreadButton = (() => {
  let button, row;

  async function prepare() {
    if (button) return;
    await Scripts.loadAsset("dialogs");
    const { content, dataset } = await Dialogs.get("to-thread");
    button = content.firstElementChild.cloneNode(true);
    button.forms = JSON.parse(dataset.replies);
  }
  // The label with the number of answers, such as "12 replies".
  function wordsOf({ count }) {
    const { forms } = button, answers = count - 1;
    let category = "other";
    try { category = new Intl.PluralRules(root.lang).select(answers); } catch {}
    return (forms[category] ?? forms.other).replace("{count}", answers.toLocaleString(root.lang || "en"));
  }
  async function follow(next) {
    row = next;
    const entry = await Threads.find(Number(row.dataset.i));
    if (entry) await prepare();
    if (row !== next || !button) return;
    if (!entry) return button.remove();
    button.title = wordsOf(entry);
    button.ariaLabel = `${button.dataset.label}: ${button.title}`;
    row.append(button);
  }
  return { follow, prepare, wordsOf };
})();
