// What a person decides about sentences: one at a time, or several. Each decision can be undone.

import * as review from "./review.js";

const DUE = /^(19|[2-8]\d)\d\d-\d\d-\d\d(T\d\d:\d\d)?$/;
export const CERTAIN = 0.9; // the score above which tasks are accepted together

export function createDecisions({ state, board, commit }) {
  function quoted(key) {
    const { region, sentence } = review.find(board(), key);
    const text = review.textOf(region, sentence);
    return text.length > 60 ? `${text.slice(0, 60)}…` : text;
  }

  const change = (key, name, values, select = key) => commit(`${name}: ${quoted(key)}`, review.change(board(), key, values), { about: key, select });

  /** Sets a detail; that of a dismissed sentence does not make it a task again. */
  function setDetail(key, name, value, said) {
    const { region, sentence } = review.find(board(), key) ?? {};
    if (!sentence || (value || null) === review.detailsOf(board(), region, sentence)[name]) return;
    change(key, said, { decided: sentence.decided ?? true, [name]: value || null });
  }

  function decideAll(keys, decided, name) {
    if (keys.length) commit(`${name}: ${keys.length}`, review.changeAll(board(), keys, { decided }));
    return keys.length;
  }

  const undecided = (wanted) => [...review.sentencesOf(board())].filter((each) => each.sentence.decided === null && wanted(each)).map(({ key }) => key);
  const isTask = ({ sentence }) => review.isTask(sentence, state.threshold);
  /** Undecided tasks: all of them, those that are certain, or those of a region. */
  const groups = {
    left: () => undecided(isTask),
    certain: () => undecided((each) => isTask(each) && (each.sentence.score ?? 0) > CERTAIN),
    region: (key) => undecided((each) => isTask(each) && each.at === review.find(board(), key)?.at),
  };

  return {
    groups,
    /** `next` is the sentence that is selected then. */
    accept: (key, next) => change(key, "Accepted", { decided: true }, next),
    dismiss: (key, next) => change(key, "Dismissed", { decided: false }, next),
    setOwner: (key, owner) => setDetail(key, "owner", owner, owner ? `Owner is ${owner}` : "No owner"),
    setDue(key, due) {
      if (!due || DUE.test(due)) setDetail(key, "due", due, due ? `Due ${due}` : "No due date");
    },
    split: (key, word) => commit(`Split: ${quoted(key)}`, review.split(board(), key, word, state.threshold), { about: key }),
    mergeNext: (key) => commit(`Merged: ${quoted(key)}`, review.mergeWithNext(board(), key, state.threshold), { about: key }),
    mergePrevious(key) {
      const before = review.keyBefore(board(), key);
      if (before) commit(`Merged: ${quoted(before)}`, review.mergeWithNext(board(), before, state.threshold), { about: key, select: before });
    },
    acceptLeft: () => decideAll(groups.left(), true, "Accepted all tasks that were left"),
    acceptCertain: () => decideAll(groups.certain(), true, `Accepted all tasks above ${CERTAIN * 100} %`),
    acceptRegion: (key) => decideAll(groups.region(key), true, "Accepted all tasks of the region"),
    dismissRegion: (key) => decideAll(groups.region(key), false, "Dismissed all tasks of the region"),
    useThreshold(threshold) {
      state.preview = null;
      commit(threshold === null ? "Confidence: that of the model" : `Confidence: ${Math.round(threshold * 100)} %`, board(), { threshold });
    },
  };
}
