/** Takes what is no field from the items that a prompt lists: instructions, remarks, prices and limits. */

import type { Warning } from "../../generated/types.ts";
import { meaningOf } from "./fields/meaning.ts";
import { fold } from "./lexicon/fold.ts";
import { type Grammar, stripFillers } from "./lexicon/grammar.ts";
import { instructionsIn } from "./lexicon/instructions.ts";
import { labelsIn } from "./lexicon/lexicon.ts";
import { wordSet } from "./lexicon/phrases.ts";
import { notUnderstood } from "./not-understood.ts";
import { quizRemark } from "./prompt/answer-keys.ts";
import { slotCapacity } from "./prompt/capacity.ts";
import { denialIn } from "./prompt/denials.ts";
import { conditionLast, isInstructionItem } from "./prompt/instructions.ts";
import type { Outline } from "./prompt/outline.ts";
import { type TotalRequest, totalIn } from "./prompt/prices.ts";
import { readRemark } from "./prompt/remarks.ts";
import { statedLimit } from "./prompt/stated-limits.ts";
import { statesPrice } from "./prompt/stated-prices.ts";

/** "…, close after 25 responses": instructions that stand in a list are no fields. */
export function takeInstructions(outline: Outline, grammar: Grammar, warnings: Warning[]): void {
  for (const { items } of outline.sections) {
    const added: string[] = [];
    const fields = items.filter(({ text, choices }) => {
      if ((choices?.length ?? 0) === 0 && statesPrice(text, grammar)) {
        outline.unused.push(text);
        return false;
      }
      if ((choices?.length ?? 0) > 0 || text.includes("(")) return true;
      if (isUnsupported(text, grammar)) {
        outline.unused.push(text);
        return false;
      }
      const denial = denialIn(text, grammar);
      const total = totalIn(text, grammar);
      const quiz = quizRemark(text, grammar);
      const remark = readRemark(text, grammar);
      const capacity = text.includes(":") ? undefined : slotCapacity(text, grammar);
      if (denial) outline.denials.push(denial);
      else if (capacity !== undefined) outline.capacities.push({ capacity, text });
      else if (quiz) outline.quiz = { ...outline.quiz, ...quiz };
      else if (total) {
        outline.totals.push(total);
        added.push(...factorsOf(total).filter((factor) => !isListed(factor, outline)));
      } else if (remark?.kind === "settings" || (remark?.kind === "required" && remark.fields === "all"))
        outline.remarks.push(remark);
      else if (isInstructionItem(text, grammar)) outline.instructions.push(text);
      else return !takeLimit(text, outline, grammar, warnings);
      return false;
    });
    if (
      asksForDomain(outline) &&
      !outline.sections.some((section) => section.items.some(({ text }) => isEmail(text, grammar)))
    )
      added.push(labelsIn(grammar.languages[0]!).fields.email);
    const all = [...fields, ...added.map((text) => ({ text }))];
    items.splice(0, items.length, ...all.map((item) => conditionLast(item, grammar)));
  }
}

/** "Only addresses @acme.com": where no field takes an address, the form needs one. */
function asksForDomain({ instructions }: Outline): boolean {
  return instructions.some((text) => /(?:^|\s)@[a-z0-9-]+\.[a-z]/i.test(text) && text.split(" ").length <= 6);
}

function isEmail(text: string, grammar: Grammar): boolean {
  const meaning = meaningOf(stripFillers(text.replace(/\([^()]*\)/g, "").trim(), grammar), grammar, false);
  return meaning?.concept === "email" || /@|mail/i.test(text);
}

/** "quantity x 15": what is multiplied, without the numbers. */
function factorsOf({ sum = "" }: TotalRequest): string[] {
  return sum.split(/ ?[x×*·+] /).filter((factor) => /^\p{L}[\p{L} ]{2,30}$/u.test(factor));
}

function isListed(name: string, { sections }: Outline): boolean {
  const words = fold(name);
  return sections.some(({ items }) =>
    items.some(({ text }) => !text.includes("=") && fold(text).includes(words)),
  );
}

/** "max 50 people" closes the form after so many responses. What "max 200 runners" counts is not clear, so it is named. */
function takeLimit(text: string, outline: Outline, grammar: Grammar, warnings: Warning[]): boolean {
  const limit = statedLimit(text, grammar);
  if (!limit) return false;
  const { number, countsResponses } = limit;
  if (countsResponses && number > 0)
    outline.remarks.push({ kind: "settings", settings: { response_limit: number } });
  else
    warnings.push(
      notUnderstood(
        text,
        `To close the form after so many responses, write "close after ${number} responses".`,
      ),
    );
  return true;
}

/** "our logo" in a list is no field: forms have no such thing. */
function isUnsupported(text: string, grammar: Grammar): boolean {
  const words = instructionsIn(grammar.languages[0]!).vocabulary.unsupported ?? [];
  return wordSet(words.filter((word) => word.includes(" "))).is(fold(text));
}
