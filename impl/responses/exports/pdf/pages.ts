/** Writes texts on the pages of a PDF, with letters of several fonts, page breaks and page numbers. */
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { type Block, PICTURE, type PrintedPicture, type Style, type StyledText } from "./blocks.ts";
import type { FindFace, Weight } from "./fonts.ts";
import { breakLines, type Line, type LineOptions, type Run } from "./lines.ts";
import { UNKNOWN } from "./printable.ts";

/** The height of a line, and the part of it below the base line, for a size of 1. */
const LINE_HEIGHT = 1.4;
const BELOW_BASE = 0.35;
/** A4, in points. */
const PAGE = { width: 595.28, height: 841.89, side: 62, top: 62, bottom: 72 };
const TEXT_WIDTH = PAGE.width - 2 * PAGE.side;
const LAST_LINE = PAGE.height - PAGE.bottom;
/** The base lines below the text of a page. */
const FOOT = { end: PAGE.height - 54, page: PAGE.height - 36 };
/** Pages that a file may have; one of ordinary text takes 10 ms. */
const MAX_PAGES = 200;
/** Pieces of text in one font that a file may have. An ordinary page has 50; texts in several scripts have more. */
const MAX_RUNS = 60_000;
/** The lines that are written in one turn of the event loop. */
const LINES_AT_ONCE = 20;

export interface PagesOptions {
  readonly findFace: FindFace;
  /** The title of the file. */
  readonly title: string;
  /** The language of most texts. */
  readonly language: string;
  readonly created: Date;
  /** Resolves when the caller may block the event loop for some milliseconds. */
  readonly turn: () => Promise<void>;
}

/** A place on a line, in points from the left edge of the text. */
interface Column {
  readonly left: number;
  readonly width: number;
}

const WHOLE: Column = { left: 0, width: TEXT_WIDTH };
/** Texts beside each other. */
const HALVES: readonly Column[] = [
  { left: 0, width: TEXT_WIDTH * 0.42 },
  { left: TEXT_WIDTH * 0.45, width: TEXT_WIDTH * 0.55 },
];

export class PdfPages {
  readonly #document: PDFKit.PDFDocument;
  readonly #content: Promise<Buffer>;
  readonly #options: PagesOptions;
  readonly #registered = new Set<string>();
  #pages = 0;
  #isFull = false;
  #y = PAGE.top;
  #lines = 0;
  #runs = 0;

  constructor(options: PagesOptions) {
    const { title, language, created } = options;
    this.#options = options;
    this.#document = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      tagged: true,
      displayTitle: true,
      lang: language,
      pdfVersion: "1.7",
      info: { Title: title, CreationDate: created },
    });
    this.#content = buffer(this.#document);
  }

  /** Whether the file has as many pages as it may have. Further blocks are left out. */
  get isFull(): boolean {
    return this.#isFull;
  }

  async write(block: Block): Promise<void> {
    if (this.#isFull) return;
    if (block.kind === "page") return this.#newPage();
    if (this.#y > PAGE.top) this.#y += block.gap;
    if (this.#y + block.keep > LAST_LINE) this.#newPage();
    if (block.kind === "rule") return this.#drawRule();
    if (block.kind === "picture") return this.#drawPicture(block);
    const [first, second] = block.texts;
    if (second === undefined) await this.#writeText(first, WHOLE);
    else await this.#writeBeside(first, second);
  }

  /**
   * Writes the foot of each page, and returns the file.
   * @param end stands below the last page; undefined: nothing
   */
  async finish(
    foot: (page: number, pages: number) => StyledText,
    end: StyledText | undefined,
  ): Promise<Buffer> {
    for (let page = 0; page < this.#pages; page += 1) {
      this.#document.switchToPage(page);
      this.#writeFoot(foot(page + 1, this.#pages), FOOT.page);
      await this.#options.turn();
    }
    if (end !== undefined) this.#writeFoot(end, FOOT.end);
    this.#document.end();
    return this.#content;
  }

  #newPage(): void {
    this.#isFull = this.#pages === MAX_PAGES;
    if (this.#isFull) return;
    this.#pages += 1;
    this.#document.addPage();
    this.#y = PAGE.top;
  }

  #drawRule(): void {
    if (this.#y === PAGE.top || this.#isFull) return;
    this.#document.markContent("Artifact", { type: "Layout" });
    this.#document.moveTo(PAGE.side, this.#y).lineTo(PAGE.width - PAGE.side, this.#y);
    this.#document.lineWidth(0.75).strokeColor("#d0d5dc").stroke();
    this.#document.endMarkedContent();
  }

  /** A picture that cannot be read is left out: its name stands below it. */
  #drawPicture({ content, alt }: PrintedPicture): void {
    const element = this.#document.struct("Figure", { alt });
    this.#document.addStructure(element);
    element.add(this.#document.markStructureContent("Figure"));
    const isDrawn = this.#tryImage(content);
    this.#document.endMarkedContent();
    element.end();
    if (isDrawn) this.#y += PICTURE.height;
  }

  #tryImage(content: Uint8Array): boolean {
    try {
      this.#document.image(Buffer.from(content), PAGE.side, this.#y, {
        fit: [PICTURE.width, PICTURE.height],
      });
      return true;
    } catch {
      return false;
    }
  }

  async #writeText(text: StyledText, column: Column): Promise<void> {
    const { size, tag } = text.style;
    const element = this.#document.struct(tag);
    this.#document.addStructure(element);
    for (const line of this.#breakText(text, column)) {
      if (this.#y + size * LINE_HEIGHT > LAST_LINE) this.#newPage();
      if (this.#isFull) break;
      this.#y += size * LINE_HEIGHT;
      element.add(this.#document.markStructureContent(tag));
      this.#drawLine(line, text.style, PAGE.side + column.left, this.#y - size * BELOW_BASE);
      this.#document.endMarkedContent();
      this.#lines += 1;
      this.#runs += line.length;
      this.#isFull = this.#runs > MAX_RUNS;
      if (this.#lines % LINES_AT_ONCE === 0) await this.#options.turn();
    }
    element.end();
  }

  /** Writes two texts beside each other. The next text stands below both. */
  async #writeBeside(first: StyledText, second: StyledText): Promise<void> {
    const [left, right] = HALVES;
    const [page, top] = [this.#pages, this.#y];
    await this.#writeText(first, left!);
    const end = { page: this.#pages, y: this.#y };
    // Beside a text that goes on to the next page, the second one begins there.
    this.#y = end.page === page ? top : PAGE.top;
    await this.#writeText(second, right!);
    if (this.#pages === end.page) this.#y = Math.max(this.#y, end.y);
  }

  /** Writes one line, which screen readers leave out. */
  #writeFoot(text: StyledText, y: number): void {
    const [line = []] = this.#breakText(text, WHOLE);
    this.#document.markContent("Artifact", { type: "Pagination" });
    this.#drawLine(line, text.style, PAGE.side, y);
    this.#document.endMarkedContent();
  }

  *#breakText({ text, style }: StyledText, { width }: Column): Generator<Line> {
    const options: LineOptions = {
      width,
      runOf: (character) => this.#runOf(character, style.weight),
      measure: (run) => this.#setFont(run, style).widthOfString(run.text),
    };
    for (const paragraph of text.split("\n")) yield* breakLines(paragraph, options);
  }

  #runOf(character: string, weight: Weight): Run {
    const face = this.#options.findFace(character, weight);
    if (face !== undefined) return { text: character, face };
    return { text: UNKNOWN, face: this.#options.findFace(UNKNOWN, weight)! };
  }

  /** @param y of the base line */
  #drawLine(line: Line, style: Style, left: number, y: number): void {
    let x = left;
    this.#document.fillColor(style.colour);
    for (const run of line) {
      const document = this.#setFont(run, style);
      document.text(run.text, x, y, { lineBreak: false, baseline: "alphabetic" });
      x += document.widthOfString(run.text);
    }
  }

  #setFont({ face: { name, data } }: Run, { size }: Style): PDFKit.PDFDocument {
    if (!this.#registered.has(name)) {
      this.#registered.add(name);
      this.#document.registerFont(name, data);
    }
    return this.#document.font(name).fontSize(size);
  }
}
