/** Texts of a form in small Markdown, as a closed tree: it has no HTML, no picture and no heading. */

export type Block = Paragraph | List;

/** Lines with a visible line break between them. */
export interface Paragraph {
  readonly kind: "paragraph";
  readonly lines: readonly Line[];
}

export interface List {
  readonly kind: "list";
  /** Ordered lists begin at 1 and count on. */
  readonly isOrdered: boolean;
  readonly items: readonly (readonly Block[])[];
}

export type Line = readonly Inline[];

/** A piece of text as it was written, with its mentions, or marked text. */
export type Inline = string | Emphasis | Link;

export interface Emphasis {
  readonly kind: "strong" | "emphasis";
  readonly content: Line;
}

export interface Link {
  readonly kind: "link";
  readonly content: Line;
  /** An address of http, https or mailto. */
  readonly address: string;
  /** The real target, where the text of the link reads like another one. */
  readonly target: string | undefined;
}

/** The text without marks, such as for mails and previews of links. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.map((block) => plainBlock(block, "")).join("\n\n");
}

function plainBlock(block: Block, indent: string): string {
  if (block.kind === "paragraph") return block.lines.map((line) => indent + plainLine(line)).join("\n");
  const items = block.items.map((item, at) => {
    const mark = block.isOrdered ? `${at + 1}. ` : "- ";
    const inner = item.map((part) => plainBlock(part, indent + " ".repeat(mark.length))).join("\n");
    return indent + mark + inner.trimStart();
  });
  return items.join("\n");
}

/** A link is followed by its address, unless its text says it. */
function plainLine(line: Line): string {
  return line
    .map((part) => {
      if (typeof part === "string") return part;
      const words = plainLine(part.content);
      if (part.kind !== "link" || words === part.address) return words;
      return `${words} (${part.address.replace(/^mailto:/, "")})`;
    })
    .join("");
}

/** All visible words of a text, without its marks and the addresses of links. */
export function shownWords(blocks: readonly Block[]): string {
  return blocks
    .map((block) =>
      block.kind === "paragraph"
        ? block.lines.map(wordsOf).join("\n")
        : block.items.map(shownWords).join("\n"),
    )
    .join("\n\n");
}

/** The visible words of a line, without the addresses of links. */
export function wordsOf(line: Line): string {
  return line.map((part) => (typeof part === "string" ? part : wordsOf(part.content))).join("");
}
