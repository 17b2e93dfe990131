// Shows a picture as large as the window; the arrows lead to those beside it.
"use strict";
const picture = $("#picture");
let shownLink;

acts.picture = (link) => {
  if (!link) return;
  shownLink = link;
  Object.assign($("img", picture), { src: link.href, alt: $("img", link).alt });
  picture.close();
  link.focus();
  picture.showModal();
};
picture.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const links = all("a.picture");
  acts.picture(links[links.indexOf(shownLink) + by]);
});
