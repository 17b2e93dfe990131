// Shows a picture as large as the window. The arrow keys turn to the pictures beside it, of those in the document.
"use strict";
(() => {
  const dialog = $("#picture");
  let shownLink;

  function show(link) {
    if (!link) return;
    shownLink = link;
    Object.assign($("img", dialog), { src: link.href, alt: $("img", link).alt });
    // A dialog returns the focus to what had it when it was opened: to the picture that was seen last.
    dialog.close();
    link.focus();
    dialog.showModal();
  }
  dialog.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const links = all("a.picture");
    show(links[links.indexOf(shownLink) + by]);
  });
  Actions.define("picture", show);
})();
