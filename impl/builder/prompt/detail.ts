/** Reads what stands in brackets or after a colon beside a label. */

import type { Draft } from "../fields/draft.ts";
import { needsChoices } from "../fields/kind.ts";
import { unitIn } from "../fields/units.ts";
import { findChoice, findKind } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { type Grammar, stripFillers, withoutStart } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { hasMarks } from "../lexicon/mark-brackets.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import { markAnswer, readTrueFalse, takeAnswer } from "./answer-keys.ts";
import { slotCapacity } from "./capacity.ts";
import { addChoices, splitChoices } from "./choices.ts";
import { applyClause, applyModifiers } from "./modifiers.ts";
import { readPrice } from "./prices.ts";
import { kindOfRemark } from "./selection-limits.ts";
import { splitOutside } from "./split.ts";

/** Reads the text in brackets or after a colon: modifiers, choices, an example or a description. */
export function readDetail(detail: string, draft: Draft, grammar: Grammar): void {
  if (readTrueFalse(detail, draft, grammar)) return;
  if (YES_NO.test(detail) && draft.choices.length === 0) {
    draft.kind ??= "yes_no";
    return;
  }
  const listed = takeAnswer(detail, draft, grammar);
  if (listed !== "") readListed(listed, draft, grammar);
  markAnswer(draft);
}

/** "y/n", "o/n", "t/n": the first letters of yes and no. */
const YES_NO = /^(?:[yjota]\/n|[kj]\/e|s[ií]?\/no?|i\/n|д\/н|ν\/ο)$/iu;

function readListed(detail: string, draft: Draft, grammar: Grammar): void {
  const example = withoutStart(detail, grammar.example);
  if (example !== detail) draft.placeholder = example.trim();
  else if (readEnds(detail, draft, grammar)) return;
  else if (draft.choices.length > 1 && saysSeveral(detail, grammar)) draft.kind = "multiple_choice";
  else readParts(withoutKind(withoutRemark(detail, draft, grammar), draft, grammar), draft, grammar);
}

/** A longer text is no list of choices with a remark. */
const MAX_DETAIL = 500;

/** "red, blue, green - pick several" and "bar, kitchen; several possible": a remark behind the choices is none of them. */
function withoutRemark(detail: string, draft: Draft, grammar: Grammar): string {
  if (detail.length > MAX_DETAIL) return detail;
  const [, list = "", mark = "", remark = ""] =
    /^([^;]+?)(;| [-–—])\s+([^,;/]+)$/.exec(detail) ?? several(detail, grammar);
  if (!list.includes(",") && !list.includes("/")) return withoutCount(detail, draft, grammar);
  const kind = kindOfRemark(remark, grammar);
  if (kind) {
    draft.kind = kind;
    return list;
  }
  if (remark.includes(",")) {
    for (const part of splitOutside(remark, /,/g))
      if (saysSeveral(part, grammar)) draft.kind = "multiple_choice";
      else applyClause(part, draft, grammar);
    return list;
  }
  const capacity = slotCapacity(remark, grammar);
  if (saysSeveral(remark, grammar)) draft.kind = "multiple_choice";
  else if (capacity !== undefined) draft.capacity = capacity;
  else if (!applyClause(remark, draft, grammar)) {
    if (mark !== ";" && remark.split(" ").length < 3) return detail;
    draft.description = remark;
  }
  return list;
}

/** "red, blue, green, choose one": the last part says how many may be chosen. */
function withoutCount(detail: string, draft: Draft, grammar: Grammar): string {
  const parts = splitOutside(detail, /,/g);
  const last = parts.at(-1)!;
  const mayBeMany = parts.length > 1 && last.split(" ").length > 1 && saysSeveral(last, grammar);
  const kind = mayBeMany ? "multiple_choice" : parts.length > 2 ? kindOfRemark(last, grammar) : undefined;
  if (!kind) return detail;
  draft.kind = kind;
  return parts.slice(0, -1).join(", ");
}

/** "bar, kitchen; several possible, at most two": each part of the remark says something of the choices. */
function several(detail: string, grammar: Grammar): readonly string[] {
  const found = /^([^;]+?)(;| [-–—])\s+([^;/]+)$/.exec(detail);
  const parts = splitOutside(found?.[3] ?? "", /,/g);
  const areRemarks = parts.every(
    (part) => saysSeveral(part, grammar) || applyClause(part, { label: "", choices: [] }, grammar),
  );
  return found && areRemarks ? found : [];
}

/** "they can pick several", "mehrere möglich" */
export function saysSeveral(text: string, grammar: Grammar): boolean {
  const languages = [...new Set([grammar.languages[0]!, "en" as const])];
  const words = languages.flatMap((language) => instructionsIn(language).vocabulary.several ?? []);
  return text.split(" ").length <= 7 && !/[,/]/.test(text) && wordSet(words).first(fold(text)) !== undefined;
}

/** `dropdown: HR, Sales` -> `HR, Sales`. */
function withoutKind(detail: string, draft: Draft, grammar: Grammar): string {
  const [, name = "", rest = ""] = /^([^:,]{1,40})(?::| [-–—])\s+(.+)$/.exec(detail) ?? [];
  const first =
    name === ""
      ? /^(dropdown|drop-down|auswahlliste|dropdown-liste|lista desplegable|liste déroulante|menu a tendina|keuzelijst|lista rozwijana) (?:(?:with|of|from|mit|aus|con|avec|met|z) )?(?=\S+(?: ?[/,|] ?\S+)+)/iu.exec(
          detail,
        )?.[0]
      : undefined;
  if (first) {
    draft.kind = "dropdown";
    return detail.slice(first.length);
  }
  const several =
    name === "" ? undefined : saysSeveral(name, grammar) ? "multiple_choice" : kindOfRemark(name, grammar);
  const kind = name === "" ? undefined : (several ?? findKind(name, grammar.languages)?.value);
  if (kind) draft.kind = kind;
  return kind || grammar.options.is(fold(name)) ? rest : detail;
}

/** Reads several parts, some of which may be modifiers. Ranges among other parts are choices: "(under 18, 18-30, over 30)". */
function readParts(detail: string, draft: Draft, grammar: Grammar): void {
  const parts = splitChoices(detail, grammar);
  const areChoices = (part: string) =>
    hasMarks(part) || isTime(part) || findChoice(part, grammar.languages) !== undefined;
  if (parts.length > 1 && (parts.every(areChoices) || parts.every(isPrice))) {
    addChoices(parts, draft, grammar);
    return;
  }
  if (parts.length < 2 && applyClause(detail, draft, grammar)) return;
  const trial: Draft = { ...draft };
  if (draft.choices.length > 1 && parts.every((part) => applyClause(part, trial, grammar))) {
    Object.assign(draft, trial);
    return;
  }
  const others = parts.filter((part) => !applyClause(part, trial, grammar));
  const bounds = parts.filter((part) => setsBounds(part, grammar)).length;
  if (parts.length === 2 && bounds === 2 && areBothEnds(trial, draft)) {
    Object.assign(draft, trial);
    return;
  }
  if (bounds > 1 || (bounds === 1 && others.length > 0 && parts.length > 1 && !isDescribed(others))) {
    addChoices(parts, draft, grammar);
    return;
  }
  if (others.length > 0 && bounds < 2 && !/[,;|/]/.test(detail) && applyClause(detail, draft, grammar))
    return;
  const choices =
    others.length > 1 ? parts.filter((part) => others.includes(part) || isPlainKind(part, grammar)) : others;
  if (choices.length > others.length) {
    addChoices(choices, draft, grammar);
    return;
  }
  Object.assign(draft, trial);
  if (others.length > 1) addChoices(others, draft, grammar);
  else if (others[0]) readRest(others[0], parts.length > 1 ? others[0] : detail, draft, grammar);
}

/** "10 EUR" beside other amounts is a choice. */
function isPrice(part: string): boolean {
  const span = readPrice(fold(part), { label: "", choices: [] });
  return span?.start === 0 && span.end === part.length;
}

/** "9:00", "Saturday 14:00-15:00" */
function isTime(part: string): boolean {
  return /\d{1,2}(?:[:h]\d{2}| ?[ap]m| ?uhr| ?h)$/i.test(part);
}

/** Whether a part alone would be a kind of field, such as "Phone". Among choices it is a choice. */
function isPlainKind(part: string, grammar: Grammar): boolean {
  const trial: Draft = { label: "", choices: [] };
  if (!applyClause(part, trial, grammar) || trial.required !== undefined) return false;
  return trial.kind !== undefined && !needsChoices(trial.kind);
}

/** Whether a part is only a range or a bound of numbers. */
function setsBounds(part: string, grammar: Grammar): boolean {
  const trial: Draft = { label: "", choices: [] };
  return applyClause(part, trial, grammar) && trial.bounds !== undefined && trial.kind === undefined;
}

/** "minimum 6, maximum 25" */
function areBothEnds({ bounds }: Draft, before: Draft): boolean {
  return (
    before.bounds === undefined &&
    bounds?.min !== undefined &&
    bounds.max !== undefined &&
    bounds.min < bounds.max
  );
}

/** Whether several words beside a range describe it: "(1-10, whole numbers only)". */
function isDescribed(parts: readonly string[]): boolean {
  return parts.length === 1 && parts[0]!.split(" ").length > 2;
}

/** Reads the labels of the ends of a scale: "strongly disagree to strongly agree", "from poor to excellent". */
function readEnds(detail: string, draft: Draft, grammar: Grammar): boolean {
  const named = /^(-?\d{1,4}) ?(?:=|:(?!\d)) ?([^,;=]+)[,;] ?(-?\d{1,4}) ?(?:=|:(?!\d)) ?([^,;=]+)$/.exec(
    detail,
  );
  if (named) {
    const [, min, low = "", max, high = ""] = named;
    draft.bounds = { min: Number(min), max: Number(max) };
    draft.ends = [sentenceCase(low.trim()), sentenceCase(high.trim())];
    draft.kind = "scale";
    return draft.bounds.min! < draft.bounds.max!;
  }
  const parts = splitOutside(
    stripFillers(detail, grammar).replace(/^from /i, ""),
    / (?:to|bis|à|a|tot|till|til|do) | ?(?:→|->) ?/gi,
  );
  const [low, high] = parts;
  if (!low || !high || parts.length > 2 || !parts.every((part) => findChoice(part, grammar.languages)))
    return false;
  draft.ends = [sentenceCase(low), sentenceCase(high)];
  draft.kind ??= "scale";
  return true;
}

/** Reads a part that is not only modifiers: a kind of field with modifiers, or else a description of the field. */
function readRest(part: string, whole: string, draft: Draft, grammar: Grammar): void {
  const trial: Draft = { ...draft };
  const kind = findKind(applyModifiers(part, trial, grammar), grammar.languages)?.value;
  const unit = kind || draft.kind || draft.choices.length > 0 ? undefined : unitIn(part, grammar);
  if (unit !== undefined) Object.assign(draft, { kind: "number", unit });
  else if (kind) Object.assign(draft, trial, { kind });
  else draft.description = whole;
}
