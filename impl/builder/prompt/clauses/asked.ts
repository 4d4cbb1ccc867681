/** What the clauses of a sentence ask for, by its tokens. */
import type { Piece } from "./pieces.ts";
import type { Token } from "./tokens.ts";
import type { Actor, Deed } from "./verbs.ts";

/** From one token to before another. */
export type Span = readonly [number, number];

/** One thing that a sentence asks for, by the tokens that name it. */
export interface Asked {
  readonly kind: "noun" | "question";
  from: number;
  to: number;
  readonly deed: Deed;
  /** Where the verb of the object begins, if it is the first behind it. */
  readonly verbAt?: number;
  readonly separator: Piece["separator"];
  readonly comma: boolean;
  /** "at most three": what is said of it behind it. */
  readonly tails: Span[];
  /** Choices behind a colon. */
  choices?: readonly Span[];
  /** More than one of the choices may be taken. */
  several?: boolean;
  /** "whether they'd cook, serve or wash up": the verbs to choose from, behind the first. */
  options?: Span[];
  /** Whether "or" stands before the last of them. */
  chooses?: boolean;
  /** "how many loaves, rolls and cakes they want": the words that the first question begins with. */
  counted?: Span;
  /** "when and where it was lost": the words that the next question has, too. */
  shares?: Span;
  condition?: string;
  optional?: boolean;
  /** The verb is not known to be one of forms, so the object must be one. */
  readonly doubtful?: boolean;
}

/** What the clauses of a sentence ask for, and which of its words ask for nothing. */
export interface AskedReading {
  readonly asked: Asked[];
  /** Who gives what to whom, and reasons: they are read, and no field comes of them. */
  readonly leads: Span[];
  /** Of whom or what the sentence speaks first. */
  actor: Actor;
  /** Clauses that ask for nothing, as far as this reads. */
  readonly unused: Span[];
}

/** What the lexicon says of words. */
export interface Words {
  /** Whether they name a field. */
  readonly isField: (words: string) => boolean;
  /** Whether they say that several may be chosen. */
  readonly saysSeveral: (words: string) => boolean;
}

export interface State extends AskedReading, Words {
  readonly tokens: readonly Token[];
  readonly text: string;
  asks: boolean;
  deed: Deed;
  doubtful: boolean;
  condition: string | undefined;
  optional: boolean;
}
