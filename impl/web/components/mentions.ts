/** Texts that mention answers, such as "Thank you, {{name}}". */
import type { Calculation, FormField, FormStructure } from "../../../generated/types.ts";
import { shownDigits } from "../../forms/amounts.ts";
import type { Answers, StoredAnswer } from "../../forms/answers/answer.ts";
import { answerTo } from "../../forms/answers/condition.ts";
import { compiledCalculations } from "../../forms/answers/expression-trees.ts";
import { changingIds, openCalculations } from "../../forms/answers/open-calculations.ts";
import { takesAnswer } from "../../forms/fields/client/client-kinds.ts";
import { questionKind } from "../../forms/fields/kinds.ts";
import { MISSING, mentionables, type TextPart, textParts } from "../../forms/mention.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import type { Digits } from "../../texts/number.ts";
import { shorten } from "../../texts/shorten.ts";
import type { Translation } from "../../texts/translate.ts";
import type { LiveMentions } from "../live-mentions.ts";

/** Replaces the mentions in texts of a form with the answers so far. */
export interface Mentions {
  /** Fills in a text. Answers that can still change on this page are marked for the script. */
  show(text: string): Html;
  plain(text: string): string;
  /** Returns whether a text can change while the respondent fills in the page. */
  isLive(text: string): boolean;
  /** Returns the data for the script; undefined: no mention can change on this page. */
  live(texts: readonly string[]): LiveMentions | undefined;
}

/** The maximum length of a mentioned answer: a text may mention long answers hundreds of times. */
const MENTIONED_LENGTH = 500;

/**
 * @param open ids of the fields that the respondent can answer on this page
 * @param secret ids of results that this page must not show
 */
export function createMentions(
  structure: FormStructure,
  answers: Answers,
  t: Translation,
  open: ReadonlySet<string> = new Set(),
  secret: ReadonlySet<string> = new Set(),
): Mentions {
  const named = mentionables(structure);
  const digits = shownDigits(structure);
  const all = compiledCalculations(structure);
  const changing = changingIds(all, open).difference(secret);
  const parts = (text: string) => textParts(text, (id) => named.has(id));
  const idsIn = (text: string) => parts(text).flatMap((part) => (typeof part === "string" ? [] : [part.id]));
  const values = new Map<string, string>();
  const value = (id: string) => {
    const known =
      (secret.has(id) ? MISSING : values.get(id)) ??
      shorten(drawMention(named.get(id), answerTo(answers, id), t, digits.get(id)), MENTIONED_LENGTH);
    values.set(id, known);
    return known;
  };
  const isLive = (text: string) => idsIn(text).some((id) => changing.has(id));

  function drawPart(part: TextPart): Html | string {
    if (typeof part === "string") return part;
    if (!changing.has(part.id)) return value(part.id);
    return html`<span${attributes({ "data-show": part.id })}>${value(part.id)}</span>`;
  }

  return {
    show: (text) => html`${parts(text).map(drawPart)}`,
    plain: (text) =>
      parts(text)
        .map((part) => (typeof part === "string" ? part : value(part.id)))
        .join(""),
    isLive,
    live(texts) {
      const wanted = new Set(texts.flatMap(idsIn).filter((id) => changing.has(id)));
      if (wanted.size === 0) return undefined;
      const calculations = openCalculations(all, answers, wanted, open);
      const shown = [...digits].filter(([id]) => wanted.has(id));
      return { locale: t.locale, calculations, digits: Object.fromEntries(shown) };
    },
  };
}

function drawMention(
  what: FormField | Calculation | "hidden" | undefined,
  answer: StoredAnswer | undefined,
  t: Translation,
  digits: Digits | undefined,
): string {
  if (answer === undefined || what === undefined) return MISSING;
  if (typeof answer === "number") return t.number(answer, digits);
  if (typeof answer === "boolean") return t.say(answer ? "yes" : "no");
  if (what === "hidden" || "formula" in what) return String(answer);
  return t.allOf([answer].flat().map((one) => answerText(what, one, t)));
}

/** Formats one answer to a field as text: choices by their labels, dates in the format of the language. */
export function answerText(field: FormField, answer: unknown, t: Translation): string {
  if (typeof answer === "object" && answer !== null && "other" in answer) return String(answer.other);
  const text = String(answer);
  if ("choices" in field) {
    const choice = field.choices.find(({ id }) => id === text);
    return choice ? t.of(choice.label) : text;
  }
  return takesAnswer(field) ? (questionKind(field).words?.(text, t) ?? text) : text;
}
