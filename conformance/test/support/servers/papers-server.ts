/** Papers and their reviews on node:http alone: refusals are JSON-RPC errors, times have no zone, cursors are positions, and empty texts are kept as null. */
import { casesOf } from "../notes-server.ts";
import { Refused, servePlain } from "./plain-server.ts";

export const papersCases = casesOf(`${import.meta.dirname}/papers`);

export const papersTokens = [{ token: "pap.Yq3nKx7RwT2v", scopes: ["papers"] }];

/** Mistakes of the server. */
export type PapersMistake =
  | "publishes-drafts"
  | "upper-case-in-renaming"
  | "renaming-clears-note"
  /** No mistake: what a paper has already is refused. */
  | "refuses-same"
  | "forgets-title-when-published";

interface Paper {
  readonly paper: number;
  title: string;
  note: string | null;
  readonly author: string;
  readonly talk_at: string;
  state: "draft" | "in_review" | "accepted" | "published" | "retracted";
}

interface Review {
  readonly review: number;
  readonly of: number;
  verdict: "open" | "accepted" | "rejected";
}

class Papers {
  readonly #mistake: PapersMistake | undefined;
  readonly #papers: Paper[] = [];
  readonly #reviews: Review[] = [];

  constructor(mistake: PapersMistake | undefined) {
    this.#mistake = mistake;
  }

  readonly tools = {
    write_paper: ({
      title,
      note = "",
      ...rest
    }: Pick<Paper, "title" | "author" | "talk_at"> & { note?: string }) => {
      const paper: Paper = {
        paper: this.#papers.length + 1,
        title: readTitle(title),
        note: note.trim() || null,
        ...rest,
        state: "draft",
      };
      this.#papers.push(paper);
      return this.#show(paper);
    },
    rename_paper: ({ paper, title, note }: { paper: number; title?: string; note?: string }) => {
      const renamed = find(this.#papers, paper);
      const isSame = (title ?? renamed.title) === renamed.title && (note ?? renamed.note) === renamed.note;
      if (isSame && this.#mistake === "refuses-same")
        throw new Refused("BLANK", "The paper has that already.");
      if (title !== undefined) renamed.title = this.#readNewTitle(title);
      if (note !== undefined || this.#mistake === "renaming-clears-note") renamed.note = note?.trim() || null;
      return this.#show(renamed);
    },
    get_paper: ({ paper }: Pick<Paper, "paper">) => this.#show(find(this.#papers, paper)),
    list_papers: ({ limit = 20, cursor }: { readonly limit?: number; readonly cursor?: string }) => {
      const start = cursor === undefined ? 0 : this.#readCursor(cursor);
      const papers = this.#papers.slice(start, start + limit).map((paper) => this.#show(paper));
      const hasNext = this.#papers.length > start + limit;
      return { papers, next: hasNext ? Buffer.from(`p${start + limit}`).toString("base64url") : null };
    },
    ask_review: ({ paper }: Pick<Paper, "paper">) => {
      const reviewed = this.#move(paper, "draft", "in_review");
      const review: Review = { review: this.#reviews.length + 1, of: reviewed.paper, verdict: "open" };
      this.#reviews.push(review);
      return { ...review };
    },
    decide: ({ review: id, verdict, comment }: Review & { readonly comment?: string }) => {
      const review = find(this.#reviews, id);
      if (review.verdict !== "open") throw new Refused("DECIDED", "The review is decided.");
      if (verdict === "rejected" && comment === undefined)
        throw new Refused("COMMENT_NEEDED", "A rejection needs a comment.");
      review.verdict = verdict;
      find(this.#papers, review.of).state = verdict === "accepted" ? "accepted" : "draft";
      return { ...review };
    },
    publish: ({ paper }: Pick<Paper, "paper">) => {
      const isDraft = find(this.#papers, paper).state === "draft";
      const from = this.#mistake === "publishes-drafts" && isDraft ? "draft" : "accepted";
      const published = this.#move(paper, from, "published");
      if (this.#mistake === "forgets-title-when-published") published.title = "";
      return this.#show(published);
    },
    retract: ({ paper }: Pick<Paper, "paper">) => this.#show(this.#move(paper, "published", "retracted")),
  };

  #move(id: number, from: Paper["state"], to: Paper["state"]): Paper {
    const paper = find(this.#papers, id);
    if (paper.state !== from) throw new Refused("NOT_NOW", `Paper ${id} is ${paper.state}.`);
    paper.state = to;
    return paper;
  }

  #readNewTitle(title: string): string {
    const isUpper = this.#mistake === "upper-case-in-renaming" && title.length > 1;
    return isUpper ? readTitle(title).toUpperCase() : readTitle(title);
  }

  #readCursor(cursor: string): number {
    const position = /^p(\d+)$/.exec(Buffer.from(cursor, "base64url").toString())?.[1];
    if (position === undefined) throw new Refused("BAD_CURSOR", "No page has this cursor.");
    return Number(position);
  }

  #show(paper: Paper): object {
    return { ...paper, publish_until: paper.state === "accepted" ? "2031-05-14T09:00:00Z" : null };
  }
}

function readTitle(title: string): string {
  if (title.trim() === "") throw new Refused("BLANK", "A title has more than blanks.");
  return title.trim();
}

function find<Value>(all: readonly Value[], id: number): Value {
  const found = all[id - 1];
  if (found === undefined) throw new Refused("MISSING", `There is no ${id}.`);
  return found;
}

/** Serves papers on a free port of loopback. */
export function servePapers(mistake?: PapersMistake): Promise<{ url: string; close(): Promise<void> }> {
  const { tools } = new Papers(mistake);
  return servePlain({
    name: "papers",
    cases: papersCases,
    tokens: papersTokens,
    tools,
    refusesWithErrors: true,
  });
}
