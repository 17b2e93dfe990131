// Store: what the browser remembers, if it may: colour scheme, text size, and positions by the page's path, as Chromium has
// one store for the whole disk (Trap). Any page can write it, so nothing in it is trusted.
const Store = {
  read(key) {
    try {
      return JSON.parse(localStorage.getItem(`chatexport ${key}`));
    } catch {
      return null;
    }
  },
  write(key, value) {
    try {
      localStorage.setItem(`chatexport ${key}`, JSON.stringify(value));
    } catch {}
  },
};
const visit = Store.read(chatPath);
