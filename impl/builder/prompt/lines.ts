/** Reads the list markers of lines and nests the lines by them. */

/** What stands before the text of a line. Of choices with a `box`, several may be chosen; of choices with a `circle`, one. */
export type Marker = "none" | "heading" | "number" | "letter" | "bullet" | "box" | "circle";

export interface Line {
  readonly indent: number;
  readonly marker: Marker;
  readonly text: string;
}

/** A line with the lines listed under it. */
export interface Node extends Line {
  readonly children: Node[];
}

const MARKERS: readonly (readonly [Marker, RegExp])[] = [
  ["heading", /^#{1,6} +/],
  ["box", /^(?:[-*+•] )?(?:\[[ xX]?\]|[☐☑☒□■✓✔]) */],
  ["circle", /^(?:[-*+•] )?(?:\( ?\)|[○◯●⚪⚫◉]) */],
  ["bullet", /^(?:[-*+•‣⁃▪▸►◦∙·–—]|->|=>|→) +/],
  ["bullet", /^[•‣▪▸►◦∙·→](?=\S)/],
  ["number", /^(?:Q|q)?\d{1,3}[.):] +/],
  ["number", /^\(\d{1,3}\) +/],
  ["letter", /^(?:[a-zA-Z][.)]|\([a-zA-Z]\)) +/],
];

/** An emoji as a bullet, as in `📧 Email`. */
const EMOJI_BULLET = /^(?:\p{Extended_Pictographic}[\ufe0f\u20e3\u{1f3fb}-\u{1f3ff}]?\u200d?){1,5} */u;

export function readLine(line: string): Line {
  const text = line.trimStart();
  const indent = line.length - text.length;
  for (const [marker, pattern] of MARKERS) {
    const match = pattern.exec(text);
    if (match && match[0].length < text.length)
      return { indent, marker, text: withoutEmoji(text.slice(match[0].length)) };
  }
  const plain = withoutEmoji(text);
  return { indent, marker: plain === text ? "none" : "bullet", text: plain };
}

function withoutEmoji(text: string): string {
  const match = EMOJI_BULLET.exec(text);
  return match && match[0].length < text.length ? text.slice(match[0].length) : text;
}

/** Nests lines by indentation. Without indentation, the markers decide. */
export function nest(lines: readonly Line[]): Node[] {
  const roots: Node[] = [];
  const open: Node[] = [];
  for (const line of lines) {
    const node: Node = { ...line, children: [] };
    closeUntilParent(open, node);
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

function closeUntilParent(open: Node[], node: Node): void {
  while (open.length > 0 && !isParent(open.at(-1)!, node)) open.pop();
}

function isParent(above: Node, node: Node): boolean {
  if (node.marker === "heading" || node.marker === "none") return false;
  if (above.marker === "none" || above.marker === "heading") return false;
  if (node.indent > above.indent + 1) return true;
  if (node.indent + 1 < above.indent || node.marker === above.marker) return false;
  if (node.marker === "box" || node.marker === "circle") return true;
  if (node.marker === "letter" && above.marker === "number") return true;
  return node.marker === "bullet" && above.marker === "number" && /[?:]$/.test(above.text);
}
