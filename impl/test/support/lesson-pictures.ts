/** Reads pictures of lessons: whether they are plain XML, and where their labels stand. */
import type { Language } from "../../../generated/types.ts";

export interface Picture {
  readonly labels: readonly Label[];
}

interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const ELEMENTS = new Set("svg title g rect circle ellipse line polyline polygon path text tspan".split(" "));
const TOKEN =
  /<(?<close>\/)?(?<name>[a-z]+)(?<attributes>(?: [a-zA-Z0-9:-]+="[^"<]*")*)(?<empty>\/)?>|(?<text>[^<]+)/y;

/** A picture as a browser shows it in one of its languages: without the rule of style that chooses, and the labels that it hides. */
export function inLanguage(svg: string, language: Language): string {
  const groups = /<g id="(\w+)" xml:lang="\w+">(?:<g class="label">.*?<\/g>)*<\/g>/g;
  return svg
    .replace(/<style>.*?<\/style>/, "")
    .replace(/<title xml:lang="(\w+)">.*?<\/title>/g, (title, each) => (each === language ? title : ""))
    .replace(groups, (group, each) => (each === language ? group : ""));
}

/** Fails on everything but balanced elements of the list, attributes in quotes and escaped text. */
export function readPicture(svg: string): Picture {
  const open: string[] = [];
  const labels: { text: string; box?: Omit<Label, "text"> }[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < svg.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(svg)?.groups;
    if (!found) throw new Error(`No XML at ${at}: ${svg.slice(at, at + 60)}`);
    const { close, name, attributes = "", empty, text } = found;
    if (/&(?!amp;|lt;|gt;|quot;)/.test(text ?? attributes)) throw new Error(`A bare & at ${at}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them.
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text ?? attributes))
      throw new Error(`A control character at ${at}`);
    if (/(?:href|on\w+|style)=|url\(/i.test(attributes))
      throw new Error(`A reference or a script at ${at}: ${attributes}`);
    if (text !== undefined) {
      if (open.length === 0) throw new Error(`Text outside of elements: ${text}`);
      if (open.at(-1) === "tspan") labels.at(-1)!.text += `${text} `;
      continue;
    }
    if (!ELEMENTS.has(name!)) throw new Error(`The element ${name} at ${at}`);
    if (close) {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing at ${at}`);
      continue;
    }
    const number = (key: string) => Number(new RegExp(` ${key}="(-?[\\d.]+)"`).exec(attributes)?.[1]);
    if (attributes.includes(' class="label"')) labels.push({ text: "" });
    const last = labels.at(-1);
    if (name === "rect" && last && !last.box) {
      last.box = { x: number("x"), y: number("y"), width: number("width"), height: number("height") };
    }
    if (!empty) open.push(name!);
  }
  if (open.length > 0) throw new Error(`Not closed: ${open}`);
  return { labels: labels.map(({ text, box }) => ({ text: text.trim(), ...box! })) };
}

/** Labels that cover each other, leave the picture, or were cut. */
export function overlaps({ labels }: Picture): string[] {
  const outside = labels.filter(
    ({ x, y, width, height }) => x < -1 || y < -1 || x + width > 641 || y + height > 421,
  );
  const cut = labels.filter(({ text }) => text.endsWith("…"));
  const covering = labels.flatMap((one, index) =>
    labels
      .slice(index + 1)
      .flatMap((other) => (isOver(one, other) ? [`"${one.text}" over "${other.text}"`] : [])),
  );
  return [
    ...outside.map(({ text }) => `"${text}" leaves the picture`),
    ...cut.map(({ text }) => `"${text}" is cut`),
    ...covering,
  ];
}

const FRAME = 3;

function isOver(one: Label, other: Label): boolean {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > FRAME && down > FRAME;
}
