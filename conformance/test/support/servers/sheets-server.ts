/** Shelves with sheets of paper on node:http alone: what was put on a shelf can be taken from it. */
import { casesOf } from "../notes-server.ts";
import { Refused, servePlain } from "./plain-server.ts";

export const sheetsCases = casesOf(`${import.meta.dirname}/sheets`);

export const sheetsTokens = [
  { token: "she.Wq2mLx8RzT4w", scopes: ["sheets"] },
  { token: "she.Pv1lSo9DnQ6g", scopes: ["sheets"], account: "other" },
];

export interface SheetsOptions {
  /** The sheets of each paper on a new shelf; absent: none. */
  readonly atFirst?: number;
  readonly mistake?: SheetsMistake;
}

export type SheetsMistake =
  /** Sheets that are taken stay on the shelf. */
  | "stays"
  /** The paper does not count. */
  | "any-paper"
  /** Sheets of other shelves are taken. */
  | "any-shelf"
  /** One more than there is can be taken. */
  | "one-more"
  /** The last sheet stays. */
  | "keeps-one";

interface Sheets {
  readonly shelf: number;
  readonly paper: string;
  readonly sheets: number;
}

/** @returns the tools, whose handlers share their shelves */
function makeTools({ atFirst = 0, mistake }: SheetsOptions) {
  const shelves: Map<string, number>[] = [];
  const find = (shelf: number) => {
    const found = shelves[shelf - 1];
    if (found === undefined) throw new Refused("missing", `There is no shelf ${shelf}.`);
    return found;
  };
  const count = (shelf: Map<string, number>, paper?: string) =>
    [...shelf].reduce((sum, [name, sheets]) => sum + (paper === undefined || name === paper ? sheets : 0), 0);
  const add = ({ shelf, paper, sheets }: Sheets) => {
    const found = find(shelf);
    found.set(paper, (found.get(paper) ?? 0) + sheets);
    return { shelf, paper, sheets: count(found, paper) };
  };
  const countThere = ({ shelf, paper }: Sheets) => {
    if (mistake === "any-shelf") return shelves.reduce((sum, each) => sum + count(each, paper), 0);
    return count(find(shelf), mistake === "any-paper" ? undefined : paper);
  };
  return {
    add_shelf: () => {
      shelves.push(new Map(["plain", "lined", "black"].map((paper) => [paper, atFirst])));
      return { shelf: shelves.length };
    },
    get_shelf: ({ shelf }: { shelf: number }) => ({ shelf, sheets: count(find(shelf)) }),
    fill_shelf: add,
    take_sheets: (taken: Sheets) => {
      find(taken.shelf);
      const slack = { "one-more": 1, "keeps-one": -1 }[String(mistake)] ?? 0;
      const there = countThere(taken);
      if (taken.sheets > (there === 0 ? 0 : there + slack))
        throw new Refused("not_enough", `There are ${there} sheets.`);
      return add({ ...taken, sheets: mistake === "stays" ? 0 : -taken.sheets });
    },
  };
}

/** Serves sheets on a free port of loopback. */
export function serveSheets(options: SheetsOptions = {}): Promise<{ url: string; close(): Promise<void> }> {
  return servePlain({ name: "sheets", cases: sheetsCases, tokens: sheetsTokens, tools: makeTools(options) });
}
