// Notices: shows every notice, or folds runs of them again.
//
// The heights of both states are in the map, and a page keeps the state it was opened with. So it is opened again, at the
// stored position.
"use strict";

Actions.define("notices", () => {
  Store.write("notices", !showsNotices);
  ScrollAnchor.record();
  location.reload();
});
