/** The words of single items: questions, choices, files, ratings and consents that a sentence asks for. */
import type { Grammar } from "../../lexicon/grammar.ts";
import { labelsIn } from "../../lexicon/lexicon.ts";
import { saidByRespondent } from "../consents.ts";
import { isKnown } from "../known.ts";
import type { Item } from "../outline.ts";
import type { Alternatives } from "./alternatives.ts";
import type { Asked, Span } from "./asked.ts";
import { withCondition } from "./noun-phrases.ts";
import { questionOf } from "./questions.ts";
import { type Token, tokensOf, wordsOf } from "./tokens.ts";

export function finished(text: string, optional: boolean | undefined, condition: string | undefined): string {
  const marked = optional ? `${text} (optional)` : text;
  if (condition === undefined) return marked;
  if (condition === "yes" || condition === "no") return `if ${condition} ${marked}`;
  return `${marked} (if ${condition.replace(/^(?:it|this|that)(?: is| was|'s|’s) (?:an? |the )?/iu, "")})`;
}

export function slice(text: string, tokens: readonly Token[], [from, to]: Span): string {
  return text.slice(tokens[from]!.start, tokens[to - 1]!.end);
}

function choiceText(text: string, tokens: readonly Token[], span: Span): string {
  return slice(text, tokens, span).replace(/^(?:an?|the) /iu, "");
}

export function alternativesItem(
  { head, first, choices }: Alternatives,
  tokens: readonly Token[],
  text: string,
): Item {
  if (head) {
    const last = choices.at(-1)!;
    const isAside = head.to <= choices[0]![0];
    const asked = questionOf(tokens.slice(head.from, isAside ? head.to : last[1]), text);
    return {
      text: finished(`"${asked}"`, head.optional, head.condition),
      choices: choices.map((one) => choiceText(text, tokens, one)),
    };
  }
  const texts = choices.map((one) => choiceText(text, tokens, one));
  const shared = sharedNoun(texts);
  const said = (label: string) => finished(label, first?.optional, first?.condition);
  if (shared) return { text: said(shared.noun), choices: shared.choices };
  return { text: said(`"${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}?"`), choices: texts };
}

/** "short", "medium", "long trek" -> a trek that is short, medium or long. */
function sharedNoun(texts: readonly string[]): { noun: string; choices: string[] } | undefined {
  const last = texts.at(-1)!.split(" ");
  const others = texts.slice(0, -1).map((text) => text.split(" ").length);
  if (last.length < 2 || others.some((count) => count !== last.length - 1)) return undefined;
  return { noun: last.at(-1)!, choices: [...texts.slice(0, -1), last.slice(0, -1).join(" ")] };
}

/** A question, what is chosen, uploaded, rated, described or signed. */
export function otherItem(
  each: Asked,
  tokens: readonly Token[],
  text: string,
  grammar: Grammar,
): Item[] | undefined {
  const { deed, kind, condition, optional } = each;
  if (deed === "sign")
    return [
      {
        text: finished(labelsIn(grammar.languages[0]!).fields.signature, optional, condition),
        kind: "signature",
      },
    ];
  const plain = slice(text, tokens, [each.from, each.to]);
  const tails = each.tails.map((tail) => ` (${slice(text, tokens, tail).replace(/^which /iu, "")})`).join("");
  const choices = each.choices?.map((one) => choiceText(text, tokens, one));
  if (kind === "question") {
    const options =
      each.chooses && /^(?:whether|if)$/.test(tokens[each.from]!.word)
        ? optionsOf(each.options!, tokens)
        : undefined;
    if (options)
      return [
        {
          text: finished(`"${questionOf(tokens.slice(each.from, each.to), text)}"`, optional, condition),
          choices: options.map((one) => slice(text, tokens, one)),
        },
      ];
    const isBracket = tokens[each.to - 1]!.part === "bracket";
    const bracket = isBracket ? ` ${slice(text, tokens, [each.to - 1, each.to])}` : "";
    const label = askedFor(each, isBracket ? each.to - 1 : each.to, tokens, text);
    return [
      {
        text: finished(`${label}${bracket}${tails}`, optional, condition),
        ...(choices && { choices }),
        ...(each.several && { kind: "multiple_choice" as const }),
        ...(asksKind(each, tokens) ?? (deed === "describe" && { kind: "long_text" as const })),
      },
    ];
  }
  const own = withCondition(plain, each);
  const item = (kinds: Item["kind"]): Item[] => [
    {
      text: finished(`${own.text}${tails}`, own.optional, own.condition),
      ...(choices && { choices }),
      ...(kinds && !isKnown(plain, grammar) && { kind: kinds }),
    },
  ];
  if (deed === "rate")
    return [
      {
        text: finished(plain, optional, condition),
        opinion: "rated",
        ...(tails !== "" && { shared: tails.trim().slice(1, -1) }),
      },
    ];
  if (deed === "upload") return item("file_upload");
  if (deed === "describe") return item("long_text");
  if (choices && deed === "choose" && !each.several && /^(?:an?|one)$/.test(tokens[each.from]!.word))
    return item("single_choice");
  return item(choices && (each.several || choosesSeveral(each, tokens)) ? "multiple_choice" : undefined);
}

/** "ticks the months they could host": a box is ticked, and several things are named. */
function choosesSeveral({ from, to, verbAt }: Asked, tokens: readonly Token[]): boolean {
  const end = tokens.findIndex(
    ({ part }, at) => at > from && at < to && /^(?:prep|subject|that|asks)$/.test(part),
  );
  const head = tokens[(end < 0 ? to : end) - 1]!;
  const isTicked = tokens.slice(verbAt ?? from, from).some(({ word }) => /^(?:tick|check|cross)/.test(word));
  return isTicked || (head.part === "noun" && /[^su]s$/.test(head.word));
}

/** The verbs of "whether they'd cook, serve or wash up"; the first stands at the end of the question. */
function optionsOf([first, ...others]: readonly Span[], tokens: readonly Token[]): Span[] | undefined {
  const verb = tokens.findLastIndex(
    ({ part }, at) => at > first![0] + 1 && at < first![1] && /^(?:verb|adj|noun)$/.test(part),
  );
  return verb < 0 || first![1] - verb > 4 ? undefined : [[verb, first![1]], ...others];
}

/** "in how many minutes", "from what time": the words behind the preposition say what is asked for. */
function asksKind(
  { from, to, tails }: Asked,
  tokens: readonly Token[],
): { kind: NonNullable<Item["kind"]> } | undefined {
  if (tails.some(([start, end]) => tokens.slice(start, end).some(({ word }) => wordsOf("lengths").has(word))))
    return { kind: "long_text" };
  if (
    tokens[from]!.word === "how" &&
    tokens[to - 2]!.word === "in" &&
    wordsOf("units").has(tokens[to - 1]!.word)
  )
    return { kind: "number" };
  if (tokens[from]!.part !== "prep") return undefined;
  const [asks = "", noun = ""] = tokens.slice(from + 1, from + 3).map(({ word }) => word);
  if (asks === "how" && noun === "many") return { kind: "number" };
  if (/^(?:what|which)$/.test(asks) && noun === "time") return { kind: "time" };
  return (asks === "when" && /^(?:by|until|till|since|from)$/.test(tokens[from]!.word)) ||
    /^(?:day|date)$/.test(noun)
    ? { kind: "date" }
    : undefined;
}

/** "when and where it was lost" asks "When was it lost?", too. */
function askedFor(
  { from, shares, counted }: Asked,
  to: number,
  tokens: readonly Token[],
  text: string,
): string {
  if (!shares && !counted) return questionOf(tokens.slice(from, to), text);
  const own = slice(text, tokens, [from, to]);
  const whole = counted ? `${slice(text, tokens, counted)} ${own}` : `${own} ${slice(text, tokens, shares!)}`;
  return questionOf(tokensOf(whole), whole);
}

export function consentItem(
  first: Asked,
  last: Asked,
  tokens: readonly Token[],
  text: string,
): Item[] | undefined {
  const rules = slice(text, tokens, [first.from, last.to]);
  if (/^(?:it|this|that)$/iu.test(rules)) return undefined;
  const verb = slice(text, tokens, [first.verbAt ?? first.from, first.from]).replace(
    /^.*\b(agrees?|accepts?|confirms?|promises?|consents?|acknowledges?)/iu,
    "$1",
  );
  const base = verb.replace(/^(\p{L}+?)s(?= |$)/u, "$1").trim();
  const said = saidByRespondent(rules.replace(/\bour\b/giu, "the"));
  return [{ text: finished(`I ${base} ${said}`, first.optional, first.condition), kind: "consent" }];
}
