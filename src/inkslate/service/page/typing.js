// What a change of the text did: it added, removed or replaced something.

const SEVERAL_WORDS = /\S\s+\S/;

/** "insert", "delete", "erase" where several words are gone at once, or "replace". */
export function kindOfEdit(before, after) {
  const start = commonStart(before, after);
  const most = Math.min(before.length, after.length) - start;
  let end = 0;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  if (start + end >= before.length) return "insert";
  if (start + end < after.length) return "replace";
  return SEVERAL_WORDS.test(before.slice(start, before.length - end)) ? "erase" : "delete";
}

function commonStart(one, other) {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one[at] === other[at]) at += 1;
  return at;
}
