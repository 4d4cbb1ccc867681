/** Folds text to lower case without accents, so that spellings compare equal. */
const ASCII = /^[\x20-\x7e]*$/;
const COMBINING = /\p{M}/u;
const DASHES = /[\u2010-\u2015\u2212]/;
const APOSTROPHES = /[\u2018\u2019\u02bc\u00b4`]/;
const SPECIAL: Readonly<Record<string, string>> = {
  ß: "s",
  ø: "o",
  đ: "d",
  ł: "l",
  ħ: "h",
  æ: "a",
  œ: "o",
  ı: "i",
  ς: "σ",
};

/**
 * Lower case without accents, one code unit for each: offsets in the result are offsets in `text`.
 * So "Größe" and "GROßE" read the same, in prompts as in the lexicon.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  if (text !== last.text) last = { text, folded: foldUnits(text) };
  return last.folded;
}

/** The same sentence is folded again and again, once for each set of phrases that is looked for in it. */
let last = { text: "", folded: "" };

function foldUnits(text: string): string {
  let folded = "";
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x61 && code <= 0x7a) folded += text[index];
    else if (code < 0x80) folded += text.charAt(index).toLowerCase();
    else folded += units[code] ??= foldUnit(text.charAt(index));
  }
  return folded;
}

/** Folded code units by their code: a prompt is folded many times, and accents are slow to take off. */
const units: (string | undefined)[] = [];

function foldUnit(unit: string): string {
  if (DASHES.test(unit)) return "-";
  if (APOSTROPHES.test(unit)) return "'";
  const lower = unit.toLowerCase().charAt(0);
  const special = SPECIAL[lower];
  if (special) return special;
  const base = lower.normalize("NFD").charAt(0);
  return COMBINING.test(base) ? unit : base;
}

/** The key of a phrase in dictionaries: folded words with single blanks between, so that "E-Mail" is "e mail". */
export function phraseKey(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
