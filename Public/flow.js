// Brings the rows of a day together in one group, with its heading, on pages that flow: the heading stays pinned as long as its
// group is on the screen. Elsewhere the page states how high a day is, but flowing rows have no such height.
"use strict";
{
  let day;
  for (const section of all("section", main)) {
    for (const node of [...section.children]) {
      if (node.matches(".of-day")) day = node;
      else if (day && !node.matches("svg")) day.append(node);
    }
  }
}
