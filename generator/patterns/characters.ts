import type { AST } from "@eslint-community/regexpp";

/** Code points, as ranges that are sorted and do not touch; both ends belong to them. */
export type Characters = readonly (readonly [from: number, to: number])[];

const last = 0x10ffff;

export const allCharacters: Characters = [[0, last]];

export function hasCharacter(set: Characters, character: number): boolean {
  let low = 0;
  let high = set.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [from, to] = set[middle]!;
    if (character < from) high = middle - 1;
    else if (character > to) low = middle + 1;
    else return true;
  }
  return false;
}

/** What an element of a pattern that stands for one character takes, with the flag `u` and what modifiers say. */
export function charactersOf(
  element: AST.Character | AST.CharacterSet | AST.CharacterClass,
  { ignoreCase, dotAll }: { readonly ignoreCase: boolean; readonly dotAll: boolean },
): Characters {
  if (element.type === "CharacterSet" && element.kind === "any")
    return dotAll ? allCharacters : others(lineEnds);
  return ignoreCase ? asked(`(?i:${element.raw})`) : written(element);
}

/** What `\b` takes for a part of a word. */
export function wordCharacters({ ignoreCase }: { readonly ignoreCase: boolean }): Characters {
  return ignoreCase ? asked("(?i:\\w)") : escapes.word!;
}

/** Whether two characters differ at most in their case. */
export function isSameLetter(one: number, other: number): boolean {
  return one === other || hasCharacter(asked(`(?i:\\u{${one.toString(16)}})`), other);
}

type ClassElement = AST.CharacterClass["elements"][number];

function written(element: AST.Character | AST.CharacterSet | AST.CharacterClass | ClassElement): Characters {
  switch (element.type) {
    case "Character":
      return [[element.value, element.value]];
    case "CharacterClassRange":
      return [[element.min.value, element.max.value]];
    case "CharacterSet": {
      const named = element.kind === "property" ? undefined : escapes[element.kind];
      if (named === undefined) return asked(element.raw);
      return "negate" in element && element.negate ? others(named) : named;
    }
    case "CharacterClass": {
      const inside = united((element.elements as readonly ClassElement[]).map(written));
      return element.negate ? others(inside) : inside;
    }
    default:
      throw new Error(`${element.type} stands only in a class with the flag v.`);
  }
}

const lineEnds: Characters = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

/** What `\d`, `\w` and `\s` stand for (ECMAScript, 22.2.2.9). */
const escapes: Readonly<Record<string, Characters>> = {
  digit: [[0x30, 0x39]],
  word: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
  space: [
    [0x09, 0x0d],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ],
};

function united(sets: readonly Characters[]): Characters {
  const ranges = sets.flat().toSorted(([one], [other]) => one - other);
  const found: [number, number][] = [];
  for (const [from, to] of ranges) {
    const before = found.at(-1);
    if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else found.push([from, to]);
  }
  return found;
}

function others(set: Characters): Characters {
  const found: [number, number][] = [];
  let from = 0;
  for (const [start, end] of set) {
    if (start > from) found.push([from, start - 1]);
    from = end + 1;
  }
  if (from <= last) found.push([from, last]);
  return found;
}

const answers = new Map<string, Characters>();

/** What Unicode has decided (`\p{L}`, upper and lower case) only the engine knows: it is asked about every code point. */
function asked(source: string): Characters {
  const known = answers.get(source) ?? ask(source);
  answers.set(source, known);
  return known;
}

let every: string | undefined;
/** How many code points before the astral ones are no surrogates. */
const plain = 0x10000 - 0x800;

function ask(source: string): Characters {
  every ??= everyCharacter();
  const found = [...every.matchAll(new RegExp(`(?:${source})+`, "gu"))].flatMap(({ 0: run, index }) =>
    rangesBetween(indexAt(index), indexAt(index + run.length) - 1),
  );
  const surrogates = new RegExp(`^(?:${source})$`, "u").test("\ud800") ? [[0xd800, 0xdfff] as const] : [];
  return united([found, surrogates]);
}

function everyCharacter(): string {
  const parts: string[] = [];
  for (let from = 0; from <= last; from += 0x400) {
    if (from < 0xd800 || from > 0xdfff)
      parts.push(String.fromCodePoint(...Array.from({ length: 0x400 }, (_, index) => from + index)));
  }
  return parts.join("");
}

/** Of a place in `every` among UTF-16 units: which code point it has, counted without surrogates. */
function indexAt(unit: number): number {
  return unit <= plain ? unit : plain + (unit - plain) / 2;
}

function codePointAt(index: number): number {
  return index < 0xd800 ? index : index + 0x800;
}

function rangesBetween(first: number, end: number): Characters {
  if (first < 0xd800 && end >= 0xd800) return [[first, 0xd7ff], ...rangesBetween(0xd800, end)];
  return [[codePointAt(first), codePointAt(end)]];
}
