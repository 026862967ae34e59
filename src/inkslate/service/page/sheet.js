// On a phone the list is a sheet below the board: a button and a drag change its height.

import { byId } from "./dom.js";

const HEIGHTS = [15, 48, 86]; // percent of the window: the board, both, the list

export function watchSheet() {
  const handle = byId("sheet");
  const pane = byId("tasks");
  let at = 1;
  let drag = null;
  let wasDragged = false; // a mouse sends a click at the end of a drag

  const set = (percent) => document.documentElement.style.setProperty("--sheet", `${percent}dvh`);
  function go(next) {
    at = next;
    set(HEIGHTS[at]);
    pane.dataset.sheet = ["low", "half", "full"][at];
    handle.setAttribute("aria-expanded", String(at > 0));
  }

  handle.addEventListener("pointerdown", (event) => {
    drag = { y: event.clientY, height: pane.getBoundingClientRect().height, moved: false };
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const percent = ((drag.height + drag.y - event.clientY) / innerHeight) * 100;
    if (Math.abs(event.clientY - drag.y) > 6) drag.moved = true;
    if (drag.moved) set(Math.min(HEIGHTS[2], Math.max(HEIGHTS[0], percent)));
    drag.percent = percent;
  });
  for (const end of ["pointerup", "pointercancel"]) {
    handle.addEventListener(end, () => {
      wasDragged = Boolean(drag?.moved);
      if (wasDragged) {
        const nearest = HEIGHTS.map((height) => Math.abs(height - drag.percent));
        go(nearest.indexOf(Math.min(...nearest)));
      }
      drag = null; // A finger sends no click after this, and a pen goes on to move above the handle.
    });
  }
  handle.addEventListener("click", (event) => {
    if (!wasDragged || !event.detail) go((at + 1) % HEIGHTS.length); // `detail` is 0 where a key was pressed
    wasDragged = false;
  });
  go(1);
}
