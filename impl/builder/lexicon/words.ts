/** The words of one language that prompts are read by. */
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

/** What prompts may say in one language, beside its labels. All of it is matched without regard to case and accents. */
export interface Words {
  /** Other ways to name a concept, beside its label. */
  readonly aliases: Partial<Record<Concept, Phrases>>;
  /** Other ways to name a choice, beside its label. */
  readonly choices?: Partial<Record<Choice, Phrases>>;
  /** Words that mean a concept where a form asks for opinions: "service" is then the service quality. */
  readonly opinions?: Partial<Record<Concept, Phrases>>;
  /** Head nouns that give a label its type of answer: "monthly rent" is an amount. */
  readonly headNouns?: Partial<Record<Concept, Phrases>>;
  /** Words that say what a form is for, beside the titles. */
  readonly intents: Partial<Record<Intent, Phrases>>;
  /** Phrases that name a kind of field and are never part of its label: "dropdown", "upload". */
  readonly kinds: Partial<Record<Kind, Phrases>>;
  /** Words that name a kind of field only where they stand alone, as in "birthday (date)". */
  readonly kindNouns: Partial<Record<Kind, Phrases>>;
  readonly and: Phrases;
  readonly or: Phrases;
  /** Words before a list of fields: "with", "asking for". */
  readonly openers: Phrases;
  /** Words before either the fields or the purpose of the form: "to collect". */
  readonly purposes: Phrases;
  /** Words before a list of matters of opinion: "feedback on", "ask about". */
  readonly aspects: Phrases;
  /** Words before the topics of a survey: "about". */
  readonly topics?: Phrases;
  /** Words that ask to rate what follows: "rate", "please rate the following". */
  readonly ratings: Phrases;
  /** Words before a list of choices: "with the options". */
  readonly options: Phrases;
  readonly optional: Phrases;
  readonly required: Phrases;
  /** Between subject and predicate of a remark: "is", "should be". */
  readonly copulas: Phrases;
  /** At the start of a remark that changes a field: "make". */
  readonly changeVerbs: Phrases;
  /** All fields, or all others. */
  readonly all: Phrases;
  /** Before exceptions from "all": "except". */
  readonly except: Phrases;
  /** Between the ends of a range: "to"; "-" is known in all languages. */
  readonly range: Phrases;
  /** Before a lower and an upper bound: "at least", "up to". */
  readonly atLeast: Phrases;
  readonly atMost: Phrases;
  /** What the number of a range or a bound counts; `scale` also names a scale before its range. */
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
  /** Words that address the builder: "create", "please". */
  readonly requests: Phrases;
  /** Frequent words, by which the language of a prompt is detected. */
  readonly frequentWords: Phrases;
  /** Beginnings of questions, by what answers them. */
  readonly questions: Partial<Record<QuestionKind, Phrases>>;
  /** Whether the head noun comes first, as in "nom du chien"; else it comes last, as in "dog name". */
  readonly headFirst?: boolean;
  /** Head nouns at the end of compound words: "datum" in "Kaufdatum". */
  readonly endings?: Partial<Record<Concept, Phrases>>;
  /** Beginnings of sentences that respondents agree to: "I accept". */
  readonly agree: Phrases;
  /** Beginnings of statements, which are no titles: "we", "our company". */
  readonly statementStarts: Phrases;
  /** Parts that every form has: "submit button", "thank you page". */
  readonly standardParts?: Phrases;
  /** Endings of nouns and adjectives in other cases or with an article, by which names of fields are recognised. */
  readonly inflections?: Phrases;
  /** Endings that make a question of a verb: Finnish "tulevatko" (at the first word), Hungarian "kér-e" (at any). */
  readonly askEndings?: Phrases;
  /** Words that make a question of the word before: "imaju li". */
  readonly askParticles?: Phrases;
  readonly people?: PeoplePhrases;
  readonly answers: AnswerWords;
  /** Words that say that respondents stay anonymous. */
  readonly anonymous?: Phrases;
  /** Before the title of the form: "called", "with the title". */
  readonly titleMarkers?: Phrases;
  /** Before the languages of the form: "in", "translated into". */
  readonly languageMarkers: Phrases;
}

/**
 * Words that say what a label takes which names no concept. `~` marks words that have other meanings, too, and `=` words that
 * are no last part of a compound word.
 */
export interface AnswerWords {
  /** Head nouns of texts, and of numbers that are only names: "code", "licence plate", "type". */
  readonly codes: Phrases;
  /** Behind a word that means both a count and a name: "telephone" in "number of telephone". */
  readonly numbered?: Phrases;
  /** Last words of how often: "per week". */
  readonly rates: Phrases;
  /** Head nouns of numbers: "weight", "income". */
  readonly measures: Phrases;
  /** What is counted, as a plural: "chairs". */
  readonly counted: Phrases;
  readonly dates: Phrases;
  /** Last words before a day: "since". */
  readonly dateEnds: Phrases;
  readonly times: Phrases;
  /** Last words before a time: "arrived at". */
  readonly timeEnds?: Phrases;
  /** Last words of what yes or no answers: "needed". */
  readonly states: Phrases;
  /** Last words that do not change what the label takes: "so far". */
  readonly tails?: Phrases;
  /** First words of questions that yes or no answers, where a noun follows: "can", "will". */
  readonly asks?: Phrases;
  /** Words behind the head noun: "of", "per". */
  readonly cuts: Phrases;
  /** Words for units: "watts", "metreinä". */
  readonly units: Phrases;
}

/** How sentences say what respondents give, or what the owner wants to know: "Guests should state their name". */
export interface PeoplePhrases {
  /** Before the list, at the start of a sentence: "we want to know". */
  readonly wants: Phrases;
  /** Between the people and their verb: "should", "let". */
  readonly modals: Phrases;
  /** Verbs before the list, in all forms: "enter", "choose". */
  readonly gives: Phrases;
  /** Verbs behind parts of the list, where the language has them there: "angeben". */
  readonly finals?: Phrases;
  /** What makes sending a file optional: "can", "may". */
  readonly may: Phrases;
  /** Verbs that ask for a file, for a long text and for a signature. */
  readonly uploads: Phrases;
  readonly describes: Phrases;
  readonly signs: Phrases;
  /** Beginnings of indirect questions: "whether", "how many". */
  readonly indirect: Phrases;
}

/** Kinds of questions, by their first words. The first kind that fits counts. */
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
export const UNITS = ["characters", "files", "selections", "stars", "scale", "years"] as const;

export type Unit = (typeof UNITS)[number];
