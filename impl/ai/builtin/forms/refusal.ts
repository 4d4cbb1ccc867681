/** Refuses prompts: says what was not understood, how to write it, and that no model reads sentences here. */
import type { FormStructure } from "../../../../generated/types.ts";
import { PromptNotUnderstood } from "../../../platform/failures/prompt-not-understood.ts";
import { toReason } from "../../../platform/failures/worded-refusal.ts";
import type { Sentence } from "../../../texts/sentences/sentence.ts";
import type { Prompt } from "../reading/prompt.ts";
import { clip } from "./texts.ts";
import { unreadParts } from "./warnings.ts";

/** For agents. Pages say it in the language of the account. */
const HOW =
  'Write what the form asks as a list, one field a line, such as "Name (required)", "Size: S, M, L" and "Comments (optional)".';
const MODEL = "No language model that reads sentences is set up here.";
const STRUCTURE = "Agents send the form as `structure`.";

const MAX_PART = 120;

/** @param understood a valid structure of the fields that were read */
export function notUnderstood(prompt: Prompt, understood?: FormStructure): PromptNotUnderstood {
  const [first, ...others] = unreadParts(prompt);
  const advice = [HOW, MODEL, ...(understood ? [] : [STRUCTURE])];
  if (!first) return refusalOf({ key: "prompt_empty" }, advice);
  const part = clip(prompt.textOf(first), MAX_PART);
  const key = others.length > 0 ? "prompt_parts" : "prompt_part";
  return refusalOf({ key, values: { part } }, advice, understood);
}

export function refusalOf(
  sentence: Sentence,
  advice: readonly string[] = [],
  understood?: FormStructure,
): PromptNotUnderstood {
  const reason = toReason(sentence);
  return new PromptNotUnderstood([reason.problem, ...advice].join(" "), [reason], understood);
}
