/** Reads a sentence as instructions. Where a clause means nothing alone, several are read as one, or one as several. */
import { PromptNotUnderstood } from "../../failures/prompt-not-understood.ts";
import { type Reason, reasonOf, type WordedRefusal } from "../../failures/worded-refusal.ts";
import type { Sentence } from "../../texts/sentences/sentence.ts";
import { clip } from "../texts.ts";
import { isAside, withoutAsides } from "./asides.ts";
import type { EditContext } from "./context.ts";
import { refuse } from "./context.ts";
import { readClause } from "./read-clause.ts";
import type { Reading } from "./read-instruction.ts";
import { restore, snapshot } from "./snapshot.ts";
import { clauses, plainInstruction } from "./split-instructions.ts";

/** The longest sentence that is given back about a change or a refusal. */
export const MAX_SENTENCE = 1000;

export const UNDERSTOOD: Sentence = { key: "edits_understood" };

/** A clause that was not understood, and what came of it. */
interface Failure {
  readonly instruction: string;
  readonly reading: Exclude<Reading, "done">;
}

/** Sentences with more clauses are read clause by clause only, so that the time stays linear. */
const MAX_JOINED = 8;
const MAX_LENGTH = 400;
/** So many clauses are tried in one sentence beside each one alone. */
const MAX_TRIES = 12;

/**
 * Carries out the instructions of a sentence, all of them. Returns how many there are; what only gives a reason is none.
 *
 * @throws Refusal which names the first clause that is not understood
 */
export function readSentence(sentence: string, context: EditContext): number {
  const bare = withoutAsides(sentence, context);
  const reader = new SentenceReader(bare, context);
  const failure = reader.readFrom(0);
  if (failure) throw refusalOf(failure);
  return reader.done;
}

class SentenceReader {
  done = 0;
  readonly #sentence: string;
  readonly #context: EditContext;
  readonly #spans: readonly { start: number; end: number }[];
  #tries = MAX_TRIES;

  constructor(sentence: string, context: EditContext) {
    this.#sentence = sentence;
    this.#context = context;
    this.#spans = clauses(sentence, context).filter(({ start, end }) =>
      /[\p{L}\p{N}]/u.test(sentence.slice(start, end)),
    );
  }

  /** Reads the clauses from one on: the clause alone, else together with the next ones. Undefined: all are read. */
  readFrom(index: number): Failure | undefined {
    const spans = this.#spans;
    if (index >= spans.length) return undefined;
    const isShort = spans.length <= MAX_JOINED && this.#sentence.length <= MAX_LENGTH;
    const most = isShort ? Math.min(index + 3, spans.length) : index + 1;
    let failure: Failure | undefined;
    for (let end = index + 1; end <= most; end++) {
      if (end > index + 1 && this.#tries-- <= 0) break;
      const before = isShort ? snapshot(this.#context) : undefined;
      const found = this.#readClauses(index, end) ?? this.readFrom(end);
      if (found === undefined) return undefined;
      failure ??= found;
      if (before) restore(this.#context, before);
    }
    return failure;
  }

  #readClauses(index: number, end: number): Failure | undefined {
    const text = this.#sentence.slice(this.#spans[index]!.start, this.#spans[end - 1]!.end);
    const instruction = plainInstruction(text, this.#context);
    const reading = readClause(instruction, this.#context, end > index + 1);
    if (reading !== "done") {
      if (end === index + 1 && isAside(instruction, this.#context)) return undefined;
      return { instruction, reading };
    }
    this.done++;
    return undefined;
  }
}

function refusalOf({ instruction, reading }: Failure): WordedRefusal {
  const quoted = clip(instruction, 120);
  if (reading === "not understood")
    return refuse("edit_not_understood", { instruction: quoted, understood: UNDERSTOOD });
  const message = clip(`"${quoted}": ${reading.message}`, MAX_SENTENCE);
  const [{ sentence }] = reading.reasons as [Reason];
  const reasons = sentence
    ? [reasonOf({ key: "edit_of", values: { instruction: quoted, reason: sentence } })]
    : [];
  return new PromptNotUnderstood(message, reasons);
}
