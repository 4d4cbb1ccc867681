/** Breaks text into lines that fit, by the usual widths of letters: an SVG cannot measure its text. */

export interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

interface Space {
  readonly width: number;
  readonly height: number;
  /** The preferred font size. */
  readonly size: number;
  readonly isBold: boolean;
}

const SMALLEST = 12;
/** How much wider bold letters are. */
const BOLD = 1.14;
export const LINE_HEIGHT = 1.2;

/**
 * Fits a text into a space with the largest possible font, up to `size`. If even the smallest font is too large, the text ends
 * with "…".
 */
export function fitText(text: string, { width: room, height, size, isBold }: Space): FittedText {
  const boldness = isBold ? BOLD : 1;
  const fitted = fitPlain(text, { width: room / boldness, height, size });
  return { ...fitted, width: fitted.width * boldness };
}

function fitPlain(text: string, { width, height, size }: Omit<Space, "isBold">): FittedText {
  const words = text.split(/\s+/u).filter((word) => word !== "");
  for (let tried = size; tried >= SMALLEST; tried -= 1) {
    const lines = breakLines(words, width / tried);
    const fits = words.every((word) => textWidth(word) * tried <= width);
    if (fits && lines.length * LINE_HEIGHT * tried <= height) return toFittedText(lines, tried);
  }
  const lines = breakLines(
    words.flatMap((word) => pieces(word, width / SMALLEST)),
    width / SMALLEST,
  );
  const rows = Math.max(1, Math.floor(height / (LINE_HEIGHT * SMALLEST)));
  if (lines.length <= rows) return toFittedText(lines, SMALLEST);
  const last = shortenLine(lines[rows - 1]!, width / SMALLEST);
  return toFittedText([...lines.slice(0, rows - 1), last], SMALLEST);
}

function toFittedText(lines: readonly string[], size: number): FittedText {
  const width = Math.max(0, ...lines.map(textWidth)) * size;
  return { lines, size, width, height: lines.length * LINE_HEIGHT * size };
}

function breakLines(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && textWidth(`${line} ${word}`) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A word that is wider than the line, in parts. */
function pieces(word: string, width: number): string[] {
  const parts = [""];
  for (const letter of word) {
    if (textWidth(parts.at(-1)! + letter) > width && parts.at(-1) !== "") parts.push("");
    parts[parts.length - 1] += letter;
  }
  return parts;
}

function shortenLine(line: string, width: number): string {
  const letters = [...line];
  while (letters.length > 0 && textWidth(`${letters.join("")}…`) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** Estimates the width of a text in letter heights, for common sans-serif fonts, rather too wide than too narrow. */
function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += letterWidth(letter);
  return width;
}

function letterWidth(letter: string): number {
  if (/[ .,:;!|'iljıİìíîï]/u.test(letter)) return 0.31;
  if (/[()[\]{}/\\\-tfrI"°·]/u.test(letter)) return 0.4;
  if (/[mwMWÆŒ%@—–…+=×÷≈<>]/u.test(letter)) return 0.95;
  if (/[\p{N}€]/u.test(letter)) return 0.65;
  if (/\p{Lu}/u.test(letter)) return 0.74;
  if (/\p{Script=Cyrillic}/u.test(letter)) return 0.66;
  if (letter.codePointAt(0)! > 0x2000 && !/\p{Script=Greek}/u.test(letter)) return 1.1;
  return 0.59;
}
