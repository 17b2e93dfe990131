// Scripts: loads each script once. All who ask share a promise, as a second element would run it again or wait (Trap). One
// that failed can be asked for again.
const Scripts = {
  requests: {},
  load(src) {
    Scripts.requests[src] ??= isPacked ? Scripts.run(packed.get(src)) : Scripts.fetch(src);
    return Scripts.requests[src];
  },
  async run({ textContent }) {
    append(document.head, "script", { textContent });
  },
  fetch(src) {
    return new Promise((resolve, reject) => {
      function onerror() {
        delete Scripts.requests[src];
        reject();
      }
      append(document.head, "script", { src, onload: resolve, onerror });
    });
  },
  loadAsset: (name) => Scripts.load(`${assets}${name}.js`),
  // For what the page can do without.
  use: (name, action) => Scripts.loadAsset(name).then(action, () => {}),
  arrive: (name, y) => Scripts.use("arrival", () => Arrival[name](y)),
};
