// Creates elements from plain values. Text is never parsed as markup, here or anywhere else on the page.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `on...` are listeners, `text` is its text, all else are attributes (null and false are left out). */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function makeSvg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** User text, isolated so that its writing direction does not affect the text around it. */
export function quote(text, attributes = {}) {
  return make("bdi", { dir: "auto", ...attributes, text });
}

export function byId(id) {
  return document.getElementById(id);
}

/** Sets, or with null, false or undefined removes, an attribute. */
export function set(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : value);
}

/** Scrolls only the holder until the element is visible, or its beginning where it is higher than the holder. */
export function reveal(element, holder) {
  const [inner, outer] = [element.getBoundingClientRect(), holder.getBoundingClientRect()];
  if (inner.top < outer.top) holder.scrollTop -= outer.top - inner.top + 12;
  else if (inner.bottom > outer.bottom) holder.scrollTop += Math.min(inner.bottom - outer.bottom + 12, inner.top - outer.top);
  // Only what is zoomed is wider than its holder.
  if (inner.left < outer.left) holder.scrollLeft -= outer.left - inner.left + 12;
  else if (inner.right > outer.right) holder.scrollLeft += Math.min(inner.right - outer.right + 12, inner.left - outer.left);
}

/** A group of radio buttons in a fieldset; `choose` is called with the value. */
export function radios(fieldset, name, choose) {
  let values = "";
  return (options, chosen) => {
    const wanted = options.map(([value, label]) => `${value} ${label}`).join("\n");
    if (wanted !== values) {
      values = wanted;
      const legend = fieldset.querySelector("legend");
      const labels = options.map(([value, label]) =>
        make("label", {}, make("input", { type: "radio", name, value, onchange: () => choose(value) }), make("span", { text: label })),
      );
      fieldset.replaceChildren(legend, ...labels);
      fieldset.hidden = options.length < 2;
    }
    for (const input of fieldset.querySelectorAll("input")) input.checked = input.value === chosen;
  };
}

/** Puts the children of a list into the order of the items; only changed items are created again. */
export function reconcile(parent, items, keyOf, makeItem) {
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let next = parent.firstElementChild;
  for (const item of items) {
    const known = old.get(keyOf(item));
    const element = makeItem(item, known ?? null);
    old.delete(keyOf(item));
    if (known && known !== element) {
      if (next === known) next = element;
      known.replaceWith(element);
    }
    if (element === next) next = next.nextElementSibling;
    else parent.insertBefore(element, next);
  }
  for (const element of old.values()) element.remove();
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else set(element, name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}
