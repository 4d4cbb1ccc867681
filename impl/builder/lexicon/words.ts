import type { Intent } from "../intents.ts";
import type { Choice, Concept } from "./concepts.ts";

/** Kinds of field that a prompt can ask for by name, such as "dropdown" or "PDF upload". */
export const KINDS = [
  "short_text",
  "long_text",
  "number",
  "date",
  "time",
  "single_choice",
  "multiple_choice",
  "dropdown",
  "yes_no",
  "rating",
  "scale",
  "nps",
  "ranking",
  "matrix",
  "file_upload",
  "image",
  "signature",
  "consent",
  "email",
  "phone",
  "url",
] as const;

export type Kind = (typeof KINDS)[number];

/** Phrases with commas between. */
export type Phrases = string;

/**
 * What is understood in one language, beside its labels. Everything is matched without regard to case and accents.
 */
export interface Words {
  /** Other ways to name a concept, beside its label. */
  readonly aliases: Partial<Record<Concept, Phrases>>;
  /** Other ways to name a choice, beside its label. */
  readonly choices?: Partial<Record<Choice, Phrases>>;
  /** What a bare word means where people are asked for their opinion: "service" is then the service quality. */
  readonly opinions?: Partial<Record<Concept, Phrases>>;
  /** Words that lend their kind of answer to a label they carry: "rent" in "monthly rent" is an amount. */
  readonly headNouns?: Partial<Record<Concept, Phrases>>;
  /** Words that say what a form is for, beside the titles. */
  readonly intents: Partial<Record<Intent, Phrases>>;
  /** Phrases that name a kind of field and are no part of its label, wherever they stand: "dropdown", "upload". */
  readonly kinds: Partial<Record<Kind, Phrases>>;
  /** Words that name a kind of field only where they stand alone, as in "birthday (date)". */
  readonly kindNouns: Partial<Record<Kind, Phrases>>;
  readonly and: Phrases;
  readonly or: Phrases;
  /** Words behind which the fields are listed: "with", "asking for". */
  readonly openers: Phrases;
  /** Words behind which either the fields or the purpose of the form may stand: "to collect". */
  readonly purposes: Phrases;
  /** Words behind which matters of opinion are listed: "feedback on", "ask about". */
  readonly aspects: Phrases;
  /** Words behind which a survey names its topics: "about". */
  readonly topics?: Phrases;
  /** Words that ask to rate what follows: "rate", "please rate the following". */
  readonly ratings: Phrases;
  /** Words behind which choices are listed: "with the options". */
  readonly options: Phrases;
  readonly optional: Phrases;
  readonly required: Phrases;
  /** Between subject and predicate of a remark: "is", "should be". */
  readonly copulas: Phrases;
  /** At the start of a remark that changes a field: "make". */
  readonly changeVerbs: Phrases;
  /** All fields, or all others. */
  readonly all: Phrases;
  /** Before what is not meant by "all": "except". */
  readonly except: Phrases;
  /** Between the ends of a range: "to"; "-" is known in all languages. */
  readonly range: Phrases;
  /** Before a lower and an upper bound: "at least", "up to". */
  readonly atLeast: Phrases;
  readonly atMost: Phrases;
  /** What a range or a bound counts, and what stands around a range that is a scale. */
  readonly units: Readonly<Record<Unit, Phrases>>;
  /** At the start of a question that depends on the one before: "if yes". */
  readonly ifYes: Phrases;
  readonly ifNo: Phrases;
  /** Before an example of an answer. */
  readonly example: Phrases;
  /** Dropped before a label: articles, possessives, "please enter". */
  readonly fillers: Phrases;
  /** Dropped at the end of a label from which something was cut: "as a", "with". */
  readonly dangling: Phrases;
  /** Nouns that mean the form itself. */
  readonly form: Phrases;
  /** Words by which a sentence is recognised as talking to the builder: "create", "please". */
  readonly requests: Phrases;
  /** Frequent words by which the language is recognised. */
  readonly frequentWords: Phrases;
  /** Beginnings of questions, by what answers them. */
  readonly questions: Partial<Record<QuestionKind, Phrases>>;
  /** Whether the word that carries the meaning comes first, as in "nom du chien"; else last, as in "dog name". */
  readonly headFirst?: boolean;
  /** Endings of compound words that carry their meaning: "datum" in "Kaufdatum". */
  readonly endings?: Partial<Record<Concept, Phrases>>;
  /** Beginnings of sentences that somebody agrees to: "I accept". */
  readonly agree: Phrases;
  /** Beginnings of sentences about the one who asks, which are no titles: "we", "our company". */
  readonly statementStarts: Phrases;
  /** Parts that every form has anyway: "submit button", "thank you page". */
  readonly standardParts?: Phrases;
  /** Words that say that nobody shall be asked who they are. */
  readonly anonymous?: Phrases;
  /** Before the title of the form: "called", "with the title". */
  readonly titleMarkers?: Phrases;
  /** Before the languages of the form: "in", "translated into". */
  readonly languageMarkers: Phrases;
}

/** What kind of answer a question asks for, as its first words tell. The first kind that fits counts. */
export const QUESTION_KINDS = [
  "likely",
  "satisfied",
  "rate",
  "why",
  "count",
  "amount",
  "when",
  "yes_no",
  "open",
] as const;

export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** What a number in a prompt counts. */
export const UNITS = ["characters", "files", "selections", "stars", "scale"] as const;

export type Unit = (typeof UNITS)[number];
