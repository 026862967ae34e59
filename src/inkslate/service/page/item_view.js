// One sentence in the list, in one row. Its details open below the row where the user asks for them.

import { make, quote } from "./dom.js";
import { makeStatement } from "./fact_view.js";
import { createSplitter } from "./split_view.js";
import { makeWhy } from "./why_view.js";

let isMaking = false;

/** Creates items again; fields that lose the focus meanwhile were not left by the user. */
export function making(work) {
  isMaking = true;
  try {
    work();
  } finally {
    isMaking = false;
  }
}

/** `entry` has key, text, decided, marks, status, score, statement, owner, due and, where opened, the possible actions. */
export function makeItem(entry, act) {
  const states = [...entry.marks, entry.selected && "selected", entry.opened && "opened"].filter(Boolean);
  const item = make("li", { class: `item ${states.join(" ")}`, "data-key": entry.key });
  const head = make(
    "button",
    {
      type: "button",
      class: "head",
      tabindex: entry.current ? 0 : -1,
      "aria-expanded": String(entry.opened),
      onclick: () => act.toggle(entry.key),
    },
    quote(entry.text, { class: "text" }),
    facts(entry),
  );
  item.append(make("div", { class: "row" }, head, decisions(entry, act)), ...(entry.opened ? [tools(entry, act)] : []));
  return item;
}

function facts(entry) {
  const kind = entry.status.toLowerCase().replaceAll(" ", "-");
  const parts = [
    make("span", { class: `tag ${kind}`, text: entry.status }),
    entry.statement ? makeStatement(entry.statement) : entry.score !== null && make("span", { class: "fact score", text: `${Math.round(entry.score * 100)} %` }),
    entry.owner && make("span", { class: "fact owner" }, make("span", { class: "quiet", text: "owner " }), quote(entry.owner)),
    entry.due && make("span", { class: "fact due" }, make("span", { class: "quiet", text: "due " }), shownDue(entry.due)),
  ].filter(Boolean);
  return make("span", { class: "facts" }, ...parts.flatMap((part) => [" ", part]));
}

function decisions(entry, act) {
  const tabindex = entry.current ? 0 : -1;
  const button = (kind, label, sign, pressed, call) =>
    make("button", { type: "button", class: `icon ${kind}`, tabindex, "aria-label": label, title: label, "aria-pressed": String(pressed), onclick: call, text: sign });
  return make(
    "span",
    { class: "decisions" },
    button("accept", "Accept", "✓", entry.decided === true, () => act.accept(entry.key)),
    button("dismiss", "Dismiss", "✕", entry.decided === false, () => act.dismiss(entry.key)),
  );
}

function tools(entry, act) {
  const button = (label, action, enabled) =>
    make("button", { type: "button", text: label, disabled: !enabled, "data-action": action, onclick: () => act[action](entry.key) });
  return make(
    "div",
    { class: "panel" },
    entry.decided === false ? make("p", { class: "hint", text: "Dismissed: it is not exported. Accept it to set its owner and due date." }) : fields(entry, act),
    make(
      "div",
      { class: "group" },
      button("Split", "openSplit", entry.words.length > 1),
      button("Merge with next", "mergeNext", entry.hasNext),
      button("Merge with previous", "mergePrevious", entry.hasPrevious),
      entry.score !== null || entry.statement ? button("Why?", "explain", true) : null,
    ),
    entry.splitting ? createSplitter(entry, act) : null,
    entry.why ? makeWhy(entry.why) : null,
  );
}

function fields(entry, act) {
  const [day, time] = (entry.due ?? "").split("T");
  const owner = make("input", { type: "text", value: entry.owner ?? "", maxlength: 200, dir: "auto", autocomplete: "off", list: "names", "data-field": "owner" });
  const date = make("input", { type: "date", value: day, min: "1900-01-01", max: "8999-12-31", "data-field": "due" });
  const clock = make("input", { type: "time", value: time ?? "", "data-field": "time" });
  const due = () => (date.value && clock.value ? `${date.value}T${clock.value}` : date.value);
  watchFields([owner], () => act.setOwner(entry.key, owner.value.trim()), () => act.focus(entry.key));
  watchFields([date, clock], () => act.setDue(entry.key, due()), () => act.focus(entry.key));
  return make(
    "div",
    { class: "fields" },
    make("label", {}, make("span", { text: "Owner" }), owner),
    make("label", {}, make("span", { text: "Due" }), date),
    make("label", {}, make("span", { text: "Time" }), clock),
  );
}

/** A value is used when the field loses the focus or Enter is pressed: a partly typed year is not a date. */
function watchFields(fields, done, leave) {
  const use = () => {
    if (!isMaking && fields.some((each) => each.value !== each.defaultValue)) done();
  };
  for (const field of fields) {
    field.addEventListener("blur", use);
    field.addEventListener("leave", use); // The page is closed.
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") field.value = field.defaultValue;
      if (event.key === "Enter" || event.key === "Escape") leave();
    });
  }
}

function shownDue(due) {
  const [day, time] = due.split("T");
  const isThisYear = day.slice(0, 4) === String(new Date().getFullYear());
  const shown = new Date(`${day}T00:00`).toLocaleDateString(undefined, { weekday: "short", day: "numeric", month: "short", ...(!isThisYear && { year: "numeric" }) });
  return make("time", { datetime: due, text: time ? `${shown}, ${time}` : shown });
}
