// "Learn from my corrections": what it gains on the person's own boards, used at once, and undone with one click.

import { askJson } from "./api.js";
import { make } from "./dom.js";

/** Shows the button in `holder`; `changed()` is called when another model is in use, so that the notes are read again. */
export async function createLearnView(holder, { say, changed, problem }) {
  const told = make("p", { class: "learned" });
  const learn = make("button", { type: "button", text: "Learn from my corrections", onclick: () => run("POST") });
  const undo = make("button", { type: "button", text: "Undo learning", hidden: true, onclick: () => run("DELETE") });
  holder.replaceChildren(learn, undo, told);
  holder.hidden = false;
  show(await askJson("/v1/learning"));

  async function run(method) {
    learn.disabled = undo.disabled = true;
    say(method === "POST" ? "Learning from your corrections…" : "");
    try {
      const result = await askJson("/v1/learning", { method });
      show(result);
      say(told.textContent);
      if (method === "DELETE" || result.used) changed();
    } catch (error) {
      problem(error);
    } finally {
      learn.disabled = undo.disabled = false;
    }
  }

  function show(result) {
    undo.hidden = !result.learned;
    told.textContent = result.parts ? outcome(result) : result.learned ? `Uses what was learned (${result.model}).` : "";
  }
}

/** A sentence about the result: before and after, on the person's own boards. */
export function outcome({ used, boards, parts, more_boards: more }) {
  const tasks = parts.find((part) => part.name === "tasks");
  const from = boards === 1 ? "1 corrected board" : `${boards} corrected boards`;
  const figures = `F1 ${tasks.before.toFixed(1)} before, ${tasks.after.toFixed(1)} after; ${tasks.fixed} sentences right now that were wrong, ${tasks.broken} the other way`;
  const ask = more ? ` ${more} more corrected boards would help.` : "";
  return used ? `Learned from ${from}, and used from now on: ${figures}.${ask}` : `No clear gain on ${from} (${figures}); nothing has changed.${ask}`;
}
