/** Asks a model until its answer is usable: at most two repair rounds, which show it its mistakes. */
import { Refusal } from "@toolwright/runtime";
import { jsonIn } from "./json-in-text.ts";
import { type Conversation, type LanguageModel, type Message, ModelFailure } from "./language-model.ts";
import { inOneLine } from "./providers/provider-failure.ts";
import type { Json } from "./read-json.ts";
import { linksNamedIn, type Unasked, unaskedProblem, withoutUnasked } from "./unrequested-content.ts";

/** The value, or sentences for the model about the problems of its answer. */
export type Reading<T> = { readonly value: T } | { readonly problems: readonly string[] };

/** A model's answer, and the parts that were removed because the prompt does not ask for them. */
interface Usable<T> {
  readonly value: T;
  readonly unasked: readonly Unasked[];
}

/** Reads the object in a model's answer, without unrequested parts. */
type Read<T> = (answer: Json, unasked: readonly Unasked[]) => Reading<T>;

const REPAIRS = 2;
/** How many mistakes are shown at once. */
const MAX_SHOWN = 12;
/** The length from which an answer is shown to the model only in part, since the model knows the rest. */
const MAX_ECHO = 20_000;

/** Whether the model failed at a request that another generator may do: it did not refuse it. */
export function isModelFailure(error: unknown): error is Refusal {
  if (!(error instanceof Refusal) || error.code !== "generation_failed") return false;
  return typeof error.details.reason === "string" && error.details.reason !== "refused";
}

/** The end of messages about a failure without effects. */
const NOTHING_STORED = "Nothing was stored and no quota used.";

/**
 * @param read checks the object that the model answered with
 * @param consequence of a failure, as a sentence; "": the caller says it
 * @throws Refusal generation_failed when the model does not answer or its last answer is not usable either; retryable unless the
 * model refuses, or does not accept the service's key
 */
export async function askUntilUsable<T>(
  model: LanguageModel,
  conversation: Conversation,
  read: Read<T>,
  signal: AbortSignal,
  consequence = NOTHING_STORED,
): Promise<Usable<T>> {
  const named = linksNamedIn(conversation.messages.map(({ text }) => text).join("\n"));
  let messages: readonly Message[] = conversation.messages;
  for (let repairs = 0; ; repairs++) {
    const { text } = await parseAnswer(model, { ...conversation, messages }, signal, consequence);
    const { reading, unasked } = readText(text, named, read);
    if ("value" in reading) return { value: reading.value, unasked };
    if (repairs === REPAIRS) throw unusable(text, reading.problems, consequence);
    messages = [
      ...messages,
      { role: "assistant", text: text.slice(0, MAX_ECHO) || "(nothing)" },
      { role: "user", text: correction(reading.problems) },
    ];
  }
}

async function parseAnswer(
  model: LanguageModel,
  conversation: Conversation,
  signal: AbortSignal,
  consequence: string,
) {
  try {
    return await model.answer(conversation, signal);
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    const message = `${error.message} ${consequence}`.trim();
    const final = error.isFinal ? ({ retryable: false } as const) : undefined;
    throw new Refusal("generation_failed", message, { reason: error.reason }, final);
  }
}

function readText<T>(text: string, named: ReadonlySet<string>, read: Read<T>) {
  const written = jsonIn(text);
  if (written === undefined)
    return { reading: { problems: ["The answer has no JSON object in it."] }, unasked: [] };
  const { answer, unasked } = withoutUnasked(written, named);
  const reading = read(answer, unasked);
  if ("value" in reading || unasked.length === 0) return { reading, unasked };
  return { reading: { problems: [...reading.problems, unaskedProblem(unasked)] }, unasked };
}

function correction(problems: readonly string[]): string {
  const shown = problems.slice(0, MAX_SHOWN).map((problem) => `- ${problem}`);
  if (problems.length > MAX_SHOWN) shown.push(`- and ${problems.length - MAX_SHOWN} more`);
  return `Your answer cannot be used:\n${shown.join("\n")}\nAnswer again with the whole corrected JSON object, and nothing else.`;
}

function unusable(text: string, problems: readonly string[], consequence: string): Refusal {
  const [first = ""] = problems;
  const said = jsonIn(text) === undefined && text !== "" ? ` The model says: "${inOneLine(text)}"` : "";
  const advice = consequence === "" ? "" : ` ${consequence} Try again, or say it in other words.`;
  return new Refusal(
    "generation_failed",
    `The language model gave no usable result, even after ${REPAIRS} corrections.${advice} The last mistake: ${first}${said}`,
    { reason: "unusable", problems: problems.slice(0, MAX_SHOWN) },
  );
}
