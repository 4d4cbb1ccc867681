/** Describes the contents of a PDF, from top to bottom, as data: texts with their styles. */
import type { Weight } from "./fonts.ts";
import { printable } from "./printable.ts";

/** How a text looks. */
export interface Style {
  readonly weight: Weight;
  /** In points. */
  readonly size: number;
  readonly colour: string;
  /** The element for screen readers (ISO 32000-1, 14.8.4). */
  readonly tag: "H1" | "H2" | "P";
}

const BLACK = "#16181d";
const GREY = "#57606a";

const styles = {
  title: { weight: "bold", size: 19, colour: BLACK, tag: "H1" },
  person: { weight: "bold", size: 12, colour: BLACK, tag: "P" },
  fact: { weight: "regular", size: 9, colour: GREY, tag: "P" },
  section: { weight: "bold", size: 13, colour: BLACK, tag: "H2" },
  question: { weight: "bold", size: 9.5, colour: GREY, tag: "P" },
  row: { weight: "regular", size: 11, colour: GREY, tag: "P" },
  answer: { weight: "regular", size: 11, colour: BLACK, tag: "P" },
  none: { weight: "regular", size: 11, colour: GREY, tag: "P" },
} satisfies Readonly<Record<string, Style>>;

type StyleName = keyof typeof styles;

export interface StyledText {
  /** Only visible characters, spaces and line breaks. */
  readonly text: string;
  readonly style: Style;
}

export type Block =
  | { readonly kind: "page" }
  | {
      readonly kind: "texts";
      /** The distance from what stands above. */
      readonly gap: number;
      /** The height that must be left on a page, so the texts stand together with the next ones. */
      readonly keep: number;
      /** One text, or two beside each other. */
      readonly texts: readonly [StyledText] | readonly [StyledText, StyledText];
    }
  | ({ readonly kind: "picture"; readonly gap: number; readonly keep: number } & PrintedPicture)
  // A line. It is left out where a page begins.
  | { readonly kind: "rule"; readonly gap: number; readonly keep: number };

export interface PrintedAnswer {
  readonly text: string;
  /** Whether the text says that there is no answer. */
  readonly isNone: boolean;
}

/** A picture in PNG or JPEG. */
export interface PrintedPicture {
  readonly content: Uint8Array;
  /** What it shows, for screen readers. */
  readonly alt: string;
}

export interface PrintedQuestion {
  readonly question: string;
  /** The statement of a consent. */
  readonly statement?: string | undefined;
  /** Stand above the answer. */
  readonly pictures?: readonly PrintedPicture[];
  /** The answer; that of each row if the question is a matrix. */
  readonly answer: PrintedAnswer | readonly (PrintedAnswer & { readonly row: string })[];
}

/** The room of a picture, in points. */
export const PICTURE = { width: 240, height: 150 };

export interface PrintedSection {
  readonly title: string | undefined;
  readonly questions: readonly PrintedQuestion[];
}

export interface PrintedResponse {
  /** The sender. */
  readonly person: string;
  /** When it came, and what else is known of it. */
  readonly facts: readonly string[];
  readonly sections: readonly PrintedSection[];
}

/** Lists the blocks of responses. Each response begins on a new page with the title of the form. */
export function responseBlocks(title: string, responses: readonly PrintedResponse[]): readonly Block[] {
  return responses.flatMap(({ person, facts, sections }): Block[] => [
    { kind: "page" },
    textBlock("title", title),
    textBlock("person", person, { gap: 6 }),
    ...facts.map((fact) => textBlock("fact", fact)),
    ...sections.flatMap(sectionBlocks),
  ]);
}

function sectionBlocks({ title, questions }: PrintedSection): Block[] {
  const heading = title === undefined ? [] : [textBlock("section", title, { gap: 10 })];
  return [{ kind: "rule", gap: 16, keep: 100 }, ...heading, ...questions.flatMap(questionBlocks)];
}

function questionBlocks({ question, statement, pictures = [], answer }: PrintedQuestion): Block[] {
  const asked = textBlock("question", question, { gap: 11, keep: 48 });
  const above = [
    ...(statement === undefined ? [] : [textBlock("row", statement)]),
    ...pictures.map((picture): Block => ({ kind: "picture", gap: 4, keep: PICTURE.height, ...picture })),
  ];
  if ("isNone" in answer) return [asked, ...above, textBlock(answer.isNone ? "none" : "answer", answer.text)];
  const rows = answer.map(({ row, text, isNone }): Block => {
    const texts = [styled("row", row), styled(isNone ? "none" : "answer", text)] as const;
    return { kind: "texts", gap: 1, keep: 32, texts };
  });
  return [asked, ...rows];
}

function textBlock(style: StyleName, text: string, { gap = 1, keep = 0 } = {}): Block {
  return { kind: "texts", gap, keep, texts: [styled(style, text)] };
}

/** Returns a text as it is printed. */
export function styled(style: StyleName, text: string): StyledText {
  return { text: printable(text).trim(), style: styles[style] };
}
