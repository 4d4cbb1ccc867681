/** Prints responses as a PDF, for people to keep and to pass on. */
import { type Block, type PrintedResponse, responseBlocks, type StyledText, styled } from "./blocks.ts";
import { makeFonts, type UsedCharacters } from "./fonts.ts";
import { PdfPages } from "./pages.ts";
import { printable, UNKNOWN } from "./printable.ts";

export interface PrintedFile {
  /** The title of the form. */
  readonly title: string;
  readonly language: string;
  readonly created: Date;
  readonly responses: readonly PrintedResponse[];
  /** Returns the foot of a page. */
  readonly foot: (page: number, pages: number) => string;
  /** Stands at the end of a file that had to leave out some pages. */
  readonly cutText: string;
}

/**
 * Writes the file.
 * @param turn resolves when the caller may block the event loop for some milliseconds
 */
export async function writeResponsePdf(file: PrintedFile, turn: () => Promise<void>): Promise<Buffer> {
  const { title, language, created, responses } = file;
  const blocks = responseBlocks(title, responses);
  const foot = (page: number, pages: number) => styled("fact", file.foot(page, pages));
  const cut = styled("person", file.cutText);
  const findFace = await makeFonts(usedCharacters(blocks, [foot(1_234_567_890, 0), cut]), turn);
  const pages = new PdfPages({ findFace, title: printable(title), language, created, turn });
  for (const block of blocks) await pages.write(block);
  return pages.finish(foot, pages.isFull ? cut : undefined);
}

/** Collects the characters of all texts in the weight that they are printed in. */
function usedCharacters(blocks: readonly Block[], others: readonly StyledText[]): UsedCharacters {
  const used = { regular: new Set(UNKNOWN), bold: new Set(UNKNOWN) };
  const texts = blocks.flatMap((block) => (block.kind === "texts" ? block.texts : []));
  for (const { text, style } of [...texts, ...others])
    for (const character of text) used[style.weight].add(character);
  return used;
}
