/** Folds texts for comparison: the corpus and a form may differ in case, accents, dashes and apostrophes. */
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

export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßøđłħæœıς]/g, (letter) => SPECIAL[letter] ?? letter)
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'");
}
