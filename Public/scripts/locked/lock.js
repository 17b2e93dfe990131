// Lock: opens a locked site (LockedSite.swift), in which everything that tells something is encrypted.
//
// `index.html`, the shell, asks for the password, keeps the key in memory, and shows the pages of the site in a frame. The file of a page
// has nothing but this script: it asks the shell for the key, decrypts the page's markup and puts it into itself. So the password is
// typed once, addresses and the history are as in other sites, and what goes away takes the key with it. A page that is opened by
// itself goes to the shell first.
//
// A file of the site is in parts, each a script `data/N.js` that calls `lockedPart(N, "…")`: in Base64 a nonce of 12 bytes, then what
// AES-256-GCM made of one byte that tells whether the content is compressed, four bytes with its size, the content, and padding. The
// number of the part is authenticated with it. Part 0 has the first part and the number of parts of each file, by its path.
"use strict";
(() => {
  const { dataset, src } = document.currentScript;
  const root = src.replace(/assets\/[^/]*$/, "");
  const own = decodeURI(location.href.slice(root.length).replace(/[?#].*/, ""));
  const isShell = dataset.lock === "shell";
  const encoder = new TextEncoder();
  const parts = {}, addresses = {};
  let key, files;

  const bytesOf = (text) => Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  globalThis.lockedPart = (number, text) => {
    parts[number] = text;
  };
  function loadPart(number) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${root}data/${number}.js`;
      script.onload = () => {
        const text = parts[number];
        delete parts[number];
        script.remove();
        if (text === undefined) reject(new Error(`no part ${number}`));
        else resolve(bytesOf(text));
      };
      script.onerror = () => reject(new Error(`no part ${number}`));
      document.head.append(script);
    });
  }
  const unseal = (sealed, secret, label) => crypto.subtle.decrypt(
    { name: "AES-GCM", iv: sealed.subarray(0, 12), additionalData: encoder.encode(label) }, secret, sealed.subarray(12));
  async function readPart(number) {
    const plain = await unseal(await loadPart(number), key, String(number)), view = new DataView(plain);
    const content = new Uint8Array(plain, 5, view.getUint32(1));
    if (!view.getUint8(0)) return content;
    const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  // The path in the site of a path from a page.
  const resolve = (path) => decodeURI(new URL(path, location.href).href.slice(root.length).replace(/[?#].*/, ""));
  async function blobOf(name) {
    if (!Object.hasOwn(files, name)) throw new Error(`no file ${name}`);
    const [first, count] = files[name];
    const contents = await Promise.all(Array.from({ length: count }, (_, index) => readPart(first + index)));
    return new Blob(contents, { type: /\.svg$/.test(name) ? "image/svg+xml" : "" });
  }
  function address(path) {
    const name = resolve(path);
    addresses[name] ??= blobOf(name).then((blob) => URL.createObjectURL(blob));
    return addresses[name];
  }
  const text = async (path) => (await blobOf(resolve(path))).text();

  // Takes the addresses of the site's files from the elements of a document that loads nothing.
  function conceal(page) {
    const isOwn = (path) => path && !/^(?:[a-z]+:|#|\/)/i.test(path);
    for (const element of page.querySelectorAll("img, video, audio")) {
      for (const [name, kept] of [["src", "path"], ["poster", "poster"]]) {
        const path = element.getAttribute(name);
        if (!isOwn(path)) continue;
        element.dataset[kept] = path;
        element.removeAttribute(name);
      }
    }
    for (const link of page.querySelectorAll("a[href]")) {
      const path = link.getAttribute("href");
      if (!isOwn(path) || /\.html(?:[?#]|$)/.test(path)) continue;
      link.dataset.of = path;
      link.setAttribute("href", "#");
    }
    return page;
  }
  const parse = (markup) => conceal(new DOMParser().parseFromString(markup, "text/html")).body;

  // Pictures and players get their files near the screen.
  const nearby = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      nearby.unobserve(target);
      const { path, poster } = target.dataset;
      if (path && !target.src) address(path).then((found) => { target.src = found; }, () => {});
      if (poster && !target.poster) address(poster).then((found) => { target.poster = found; }, () => {});
    }
  }, { rootMargin: "100%" });
  function watch(element) {
    if (element.nodeType !== Node.ELEMENT_NODE) return;
    const found = [element, ...element.querySelectorAll("[data-path]")];
    for (const part of found) if (part.dataset?.path) nearby.observe(part);
  }
  // Saves a file, or leaves the site in a tab of its own.
  async function onClick(event) {
    const link = event.target.closest?.("a[href]");
    if (!link) return;
    if (link.dataset.of && link.hasAttribute("download")) {
      event.preventDefault();
      const save = document.createElement("a");
      save.href = await address(link.dataset.of);
      save.download = link.title || link.dataset.of.replace(/.*\//, "");
      save.click();
    } else if (!link.href.startsWith(root)) {
      link.target = "_blank";
      link.rel = "noopener noreferrer";
    }
  }

  async function addStyles(page) {
    for (const link of page.querySelectorAll("link[rel=stylesheet]")) {
      const path = link.getAttribute("href"), name = resolve(path), sheet = document.createElement("link");
      sheet.rel = "stylesheet";
      sheet.href = path;
      if (Object.hasOwn(files, name)) {
        let rules = await text(path);
        const folder = path.replace(/[^/]*$/, "");
        for (const [whole, font] of rules.matchAll(/url\((fonts\/[^)]*)\)/g)) {
          rules = rules.replace(whole, `url(${await address(folder + font)})`);
        }
        sheet.href = URL.createObjectURL(new Blob([rules], { type: "text/css" }));
        // Scripts find the conversation's folder by it.
        sheet.dataset.href = path;
      }
      await new Promise((resolve) => {
        sheet.onload = sheet.onerror = resolve;
        document.head.append(sheet);
      });
    }
  }
  // Puts the page into this document.
  async function show() {
    const page = conceal(new DOMParser().parseFromString(await text(location.href), "text/html"));
    const [, next] = page.querySelector("meta[http-equiv=refresh]")?.content.match(/url=(.*)/) ?? [];
    if (next) return location.replace(next);
    for (const { name, value } of page.documentElement.attributes) document.documentElement.setAttribute(name, value);
    document.querySelector("link[rel=stylesheet]").remove();
    await addStyles(page);
    document.title = page.title;
    const scripts = [...page.querySelectorAll("script[src]")].map((script) => script.getAttribute("src"));
    document.body.replaceWith(document.adoptNode(page.body));
    globalThis.locked = { address, parse, text };
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(watch)))
      .observe(document, { childList: true, subtree: true });
    watch(document.body);
    addEventListener("click", onClick);
    for (const path of scripts) {
      await new Promise((resolve) => {
        const script = document.createElement("script");
        script.onload = script.onerror = resolve;
        script.src = path;
        document.head.append(script);
      });
    }
    // The browser's own was before the scripts.
    dispatchEvent(new Event("load"));
    if (!document.querySelector("#messages")) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
    parent.postMessage({ shown: own, hash: location.hash, title: document.title }, "*");
  }

  function openPage() {
    if (parent === window) {
      location.replace(`${root}index.html#${own}${location.hash}`);
      return;
    }
    addEventListener("message", ({ source, data }) => {
      if (source !== parent || key || !data?.key) return;
      ({ key, files } = data);
      show().catch((error) => parent.postMessage({ failed: String(error) }, "*"));
    });
    parent.postMessage({ asks: true }, "*");
  }

  async function unlock(password) {
    const { salt, rounds, sealed } = dataset;
    const typed = await crypto.subtle.importKey("raw", encoder.encode(password.normalize("NFC")), "PBKDF2", false, ["deriveKey"]);
    const algorithm = { name: "PBKDF2", hash: "SHA-256", salt: bytesOf(salt), iterations: Number(rounds) };
    const outer = await crypto.subtle.deriveKey(algorithm, typed, { name: "AES-GCM", length: 256 }, false, ["decrypt"]);
    // A wrong password shows here, before any other file is read.
    const inner = await unseal(bytesOf(sealed), outer, "key").catch(() => undefined);
    if (!inner) return false;
    key = await crypto.subtle.importKey("raw", inner, "AES-GCM", false, ["decrypt"]);
    files = JSON.parse(new TextDecoder().decode(await readPart(0)));
    return true;
  }
  function openFrame() {
    const frame = document.createElement("iframe");
    const wanted = location.hash.slice(1), [name] = wanted.split("#");
    frame.allow = "clipboard-write; fullscreen";
    frame.title = document.title;
    frame.src = Object.hasOwn(files, name) && name.endsWith(".html") ? wanted : dataset.first;
    addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      if (data?.asks) source.postMessage({ key, files }, "*");
      if (typeof data?.title === "string") document.title = data.title;
      if (typeof data?.shown === "string") history.replaceState(null, "", `#${data.shown}${data.hash}`);
      if (data?.failed) say("damaged");
    });
    document.body.append(frame);
    document.body.classList.add("open");
    frame.focus();
  }
  const say = (name) => {
    const status = document.querySelector("[role=status]");
    status.textContent = status.dataset[name];
    document.body.classList.toggle("open", false);
  };
  function openShell() {
    const form = document.querySelector("form"), field = form.querySelector("input"), button = form.querySelector("button");
    form.hidden = false;
    if (!crypto.subtle) {
      say("insecure");
      return;
    }
    field.focus();
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      button.disabled = true;
      say("waiting");
      try {
        if (await unlock(field.value)) {
          field.value = "";
          say("empty");
          openFrame();
        } else {
          say("wrong");
          field.select();
        }
      } catch {
        say("damaged");
      }
      button.disabled = false;
    });
  }
  if (isShell) openShell();
  else openPage();
})();
