/** Draws texts in small Markdown. Their only tags are those of this file. */
import type { LocalizedText } from "../../../../generated/types.ts";
import { attributes, type Html, type HtmlValue, html } from "../../../platform/html.ts";
import { readLine } from "../../../texts/markdown/inline.ts";
import { parseMarkdown } from "../../../texts/markdown/parse.ts";
import type { Block, Inline, Line, Link } from "../../../texts/markdown/tree.ts";
import type { Translation } from "../../../texts/translate.ts";
import { type Shows, type TextMarks, textMarks } from "./wordings.ts";

/** Draws a text with its paragraphs and lists. @param look the class of its blocks */
export function drawFormatted(t: Translation, text: LocalizedText, mentions: Shows, look?: string): Html {
  const writer = { t, mentions };
  const marks = { class: look, ...textMarks(t, text) };
  return html`${parseMarkdown(t.of(text)).map((block) => drawBlock(block, marks, writer))}`;
}

/** Draws a text beside an input, where neither paragraphs nor lists may stand. */
export function drawFormattedLines(t: Translation, text: LocalizedText, mentions: Shows): Html {
  const lines = drawLines(t.of(text).split(/\r?\n/).map(readLine), { t, mentions });
  const marks = textMarks(t, text);
  return marks === undefined ? lines : html`<span${attributes(marks)}>${lines}</span>`;
}

interface Writer {
  readonly t: Translation;
  readonly mentions: Shows;
}

function drawBlock(
  block: Block,
  marks: TextMarks & { readonly class?: string | undefined },
  writer: Writer,
): Html {
  if (block.kind === "paragraph") return html`<p${attributes(marks)}>${drawLines(block.lines, writer)}</p>`;
  const items = block.items.map((item) => html`<li>${drawItem(item, writer)}</li>`);
  const className = marks.class === undefined ? "list" : `list ${marks.class}`;
  // The marks of a list in Arabic or Hebrew are at the right, whatever the language of the page.
  const values = attributes({ ...marks, class: className, dir: "auto" });
  return block.isOrdered ? html`<ol${values}>${items}</ol>` : html`<ul${values}>${items}</ul>`;
}

/** Lines of an item are no paragraphs, so that lists stay dense. */
function drawItem(item: readonly Block[], writer: Writer): readonly HtmlValue[] {
  return item.map((block, at) => {
    if (block.kind === "list") return drawBlock(block, {}, writer);
    return [item[at - 1]?.kind === "paragraph" && html`<br>`, drawLines(block.lines, writer)];
  });
}

function drawLines(lines: readonly Line[], writer: Writer): Html {
  return html`${lines.map((line, at) => [at > 0 && html`<br>`, drawLine(line, writer)])}`;
}

function drawLine(line: Line, writer: Writer): Html {
  return html`${line.map((part) => drawInline(part, writer))}`;
}

function drawInline(part: Inline, writer: Writer): Html {
  if (typeof part === "string") return writer.mentions.show(part);
  if (part.kind === "link") return drawLink(part, writer);
  const content = drawLine(part.content, writer);
  return part.kind === "strong" ? html`<strong>${content}</strong>` : html`<em>${content}</em>`;
}

function drawLink({ content, address, target }: Link, writer: Writer): Html {
  const words = html`${drawLine(content, writer)}${target !== undefined && ` (${target})`}`;
  if (address.startsWith("mailto:")) return html`<a class="target" href="${address}">${words}</a>`;
  return html`
    <a class="target" href="${address}" target="_blank" rel="noopener noreferrer">
      ${words}
      <span class="vh"> (${writer.t.say("opens_in_new_tab")})</span>
    </a>
  `;
}
