// Zoom of a drawing: wheel with Ctrl, pinch, keys and buttons. The point under the pointer stays where it is.

import { byId } from "./dom.js";

const [LEAST, MOST, STEP] = [0.5, 6, 1.25];

export function createZoom(holder) {
  const controls = byId("zoom");
  const shown = byId("zoom-shown");
  let zoom = 1;
  let pinch = null;

  const drawing = () => holder.querySelector("svg.drawing");

  /** Zooms so that the point of the window x, y stays; by default the middle. */
  function to(next, x, y) {
    const box = holder.getBoundingClientRect();
    const [left, top] = [x ?? box.left + holder.clientWidth / 2, y ?? box.top + holder.clientHeight / 2];
    const before = drawing()?.getBoundingClientRect();
    if (!before) return;
    const [across, down] = [(left - before.left) / before.width, (top - before.top) / before.height];
    zoom = Math.min(MOST, Math.max(LEAST, next));
    apply();
    const after = drawing().getBoundingClientRect();
    holder.scrollLeft += after.left + across * after.width - left;
    holder.scrollTop += after.top + down * after.height - top;
  }

  function apply() {
    const svg = drawing();
    controls.hidden = !svg;
    if (!svg) return;
    svg.style.setProperty("--zoom", zoom);
    shown.textContent = `${Math.round(zoom * 100)} %`;
  }

  holder.addEventListener("wheel", (event) => {
    if (!event.ctrlKey || !drawing()) return;
    event.preventDefault();
    to(zoom * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
  holder.addEventListener("touchstart", (event) => {
    if (event.touches.length === 2 && drawing()) pinch = { zoom, distance: distance(event.touches) };
  }, { passive: true });
  holder.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const [one, other] = event.touches;
    to(pinch.zoom * (distance(event.touches) / pinch.distance), (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
  }, { passive: false });
  for (const end of ["touchend", "touchcancel"]) holder.addEventListener(end, () => (pinch = null));
  holder.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !drawing()) return;
    const steps = { "+": zoom * STEP, "=": zoom * STEP, "-": zoom / STEP, 0: 1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    to(steps[event.key]);
  });
  byId("zoom-in").addEventListener("click", () => to(zoom * STEP));
  byId("zoom-out").addEventListener("click", () => to(zoom / STEP));
  byId("zoom-fit").addEventListener("click", () => to(1));

  return {
    /** Call it after the board was drawn; another note begins with the whole board in sight. */
    apply,
    reset() {
      zoom = 1;
      apply();
    },
  };
}

function distance([one, other]) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
