import { mostStepsPerCharacter } from "./run.ts";

/**
 * Whether a glance tells that a pattern (valid, `u` flag) is fast: it asks whether anything could be read on many ways, and does not
 * ask on which. False says nothing.
 */
export function isPlain(source: string): boolean {
  const bare = source
    .replace(/\\(?:[pPu]\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|[^1-9k])/gu, "c")
    .replace(/\[(?:\\.|[^\]\\])*\]/gu, "c");
  // Backreferences, lookarounds and modifiers are for those who look closer.
  if (/\\|\(\?(?!:|<[^=!])/u.test(bare)) return false;
  const text = bare.replace(/\(\?(?::|<[^>]*>)/gu, "(");
  const repetitions = [...text.matchAll(/(.)(?:([*+])|\{(\d+)(,?)\d*\})/gu)];
  if (repetitions.some(([, repeated]) => repeated === ")")) return false;
  const choices = [...text.matchAll(/\||\?/gu)].length;
  const longest = repetitions.reduce((length, [, , , least = 0]) => length + Number(least), text.length);
  // From one place, so many characters are looked at before it is given up.
  if (choices > 6 || longest * 2 ** choices > mostStepsPerCharacter) return false;
  const varying = repetitions.filter(([, , endless, , comma]) => endless || comma);
  return varying.length === 0 || (varying.length === 1 && text.startsWith("^") && !hasTopChoice(text));
}

/** Whether `^` belongs to one of several alternatives. */
function hasTopChoice(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "|" && depth === 0) return true;
  }
  return false;
}
