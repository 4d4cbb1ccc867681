/** Other wordings of an instruction that no template reads as it stands, tried one after the other. */

import { fold } from "../lexicon/fold.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { splitOutside } from "../prompt/split.ts";
import { type EditContext, listOf } from "./context.ts";
import { findField, namesField } from "./find.ts";
import { choiceHolders } from "./find-choice.ts";

/** "Phone -> Mobile number" -> "rename phone to Mobile number"; English is understood beside every language. */
export function withoutArrow(instruction: string): string[] {
  const [, left, right] = /^([^"]{1,80}|"[^"]*") ?(?:->|=>|→) ?(.{1,200})$/u.exec(instruction) ?? [];
  if (!left || !right) return [];
  const verbs = / and |, /.test(right)
    ? (["change", "replace", "rename"] as const)
    : (["change", "rename"] as const);
  return verbs.map((verb) => `${verb} ${left.trim()} ${verb === "replace" ? "by" : "to"} ${right}`);
}

/** "optional from now on" -> "optional": words at the end that change nothing. */
export function withoutTail(instruction: string, context: EditContext): string[] {
  const tail = wordSet(listOf("tails", context)).all(fold(instruction)).at(-1);
  return tail && tail.end === instruction.length && tail.start > 3
    ? [instruction.slice(0, tail.start).replace(/[\s,]+$/u, "")]
    : [];
}

/** "comments: at most 300 characters", "for the size, allow several": what is said of the field that stands first. */
export function topicFirst(instruction: string, context: EditContext): string[] {
  const [, topic = "", rest = ""] = /^(.{2,60}?)(?::| [-–—]|,) (.{3,})$/u.exec(instruction) ?? [];
  const lead = wordSet([...listOf("optionIn", context), ...listOf("about", context)]).start(fold(topic));
  const name = lead && lead.end < topic.length ? topic.slice(lead.end).trim() : topic;
  const isTopic = lead !== undefined || !/^.{2,60}?, /.test(instruction) || instruction.includes(`${topic}:`);
  if (!isTopic || !namesField(name, context)) return [];
  context.last = findField(name, context);
  return context.instructionLanguages.flatMap((language) => {
    const { pronouns, optionIn } = instructionsIn(language).vocabulary;
    const it = pronouns?.[0];
    if (!it) return [];
    return [
      rest,
      `${it} ${rest}`,
      `${rest} ${it}`,
      ...(optionIn?.[0] ? [`${rest} ${optionIn[0]} ${it}`] : []),
    ];
  });
}

/** "S is sold out, remove it" -> "remove S": the pronoun stands for what the remark before is about. */
export function aboutSubject(instruction: string, context: EditContext): string[] {
  const [remark = "", ...others] = splitOutside(instruction, /, (?:so )?|; (?:so )?/g);
  if (others.length !== 1) return [];
  const verb = wordSet(listOf("is", context)).first(fold(remark));
  const subject = verb ? remark.slice(0, verb.start).trim() : "";
  if (subject === "") return [];
  if (!namesField(subject, context) && choiceHolders(subject, context).length !== 1) return [];
  const pronoun = wordSet(listOf("pronouns", context)).first(fold(others[0]!));
  if (!pronoun) return [];
  return [others[0]!.slice(0, pronoun.start) + subject + others[0]!.slice(pronoun.end)];
}

/** Czech "telefon udělej povinný" -> "udělej telefon povinný": the verb behind the field that it is about. */
export function verbBehindField(text: string, context: EditContext): string | undefined {
  const words = text.split(" ");
  for (let count = 1; count < Math.min(words.length, 5); count++) {
    const rest = words.slice(count).join(" ");
    const verb = startsWithVerb(rest, context);
    if (verb === undefined) continue;
    const field = words.slice(0, count).join(" ");
    return namesField(field, context) ? `${rest.slice(0, verb)} ${field}${rest.slice(verb)}` : undefined;
  }
  return undefined;
}

function startsWithVerb(text: string, { instructionLanguages }: EditContext): number | undefined {
  const folded = fold(text.slice(0, 60));
  for (const language of instructionLanguages) {
    const { verbs, vocabulary } = instructionsIn(language);
    const found = language === "en" ? undefined : verbs.start(folded);
    const { mustBe = [], must = [], mustNotBe = [] } = vocabulary;
    const isModal = wordSet([...mustBe, ...must, ...mustNotBe]).start(folded) !== undefined;
    if (found && !isModal) return found.end;
  }
  return undefined;
}
