/** Turns the items that a prompt lists into drafts of fields, page by page. */
import type { Warning } from "../../generated/types.ts";
import { addTemplateFields } from "./add-template-fields.ts";
import { applyCapacities } from "./apply-capacities.ts";
import { withoutDenied } from "./denied-fields.ts";
import type { Draft, DraftSection } from "./fields/draft.ts";
import { type FieldMeaning, meaningOf } from "./fields/meaning.ts";
import { isPlausible } from "./fields/plausible.ts";
import { SHAPES } from "./fields/shapes.ts";
import { INTENTS, type Intent } from "./intents.ts";
import { findOpinion } from "./lexicon/dictionary.ts";
import { fold, phraseKey } from "./lexicon/fold.ts";
import { type Grammar, questionKind } from "./lexicon/grammar.ts";
import { labelsIn } from "./lexicon/lexicon.ts";
import { misspeltConcept } from "./lexicon/misspelt.ts";
import type { Kind } from "./lexicon/words.ts";
import { notUnderstood } from "./not-understood.ts";
import { NUMBERED } from "./prompt/colon.ts";
import { expand } from "./prompt/expand.ts";
import { readItem } from "./prompt/item.ts";
import type { Item, Outline, Section } from "./prompt/outline.ts";
import { secretOf } from "./secrets.ts";
import { takeInstructions } from "./take-instructions.ts";
import { firstItems, withinLimits } from "./within-limits.ts";

/** Drafts of all fields, section by section: those that the prompt names, and those that the purpose needs. */
export function draftSections(
  outline: Outline,
  intent: Intent | undefined,
  grammar: Grammar,
): { sections: DraftSection[]; warnings: Warning[] } {
  const warnings: Warning[] = [];
  takeInstructions(outline, grammar, warnings);
  const named = firstItems(outline.sections, warnings);
  const opinions = asksOpinions(named, intent, grammar);
  const sections = named
    .map((section) => draftSection(section, opinions, grammar, warnings))
    .filter(({ drafts }) => drafts.length > 0);
  applyCapacities(outline, sections, warnings);
  addTemplateFields(sections, outline, intent, grammar, warnings);
  const kept = withoutDenied(sections, outline, grammar);
  return { sections: withinLimits(kept, warnings), warnings };
}

/** Whether bare words are matters of opinion. They are in a feedback form that lists at least two of them. */
function asksOpinions(sections: readonly Section[], intent: Intent | undefined, grammar: Grammar): boolean {
  if (!intent || !INTENTS[intent].opinions) return false;
  const items = sections.flatMap((section) => section.items);
  return items.filter((item) => item.opinion || isOpinion(item, grammar)).length >= 2;
}

function isOpinion({ text }: Item, grammar: Grammar): boolean {
  if (findOpinion(text, grammar.languages)) return true;
  const meaning = meaningOf(text, grammar, false);
  return meaning !== undefined && SHAPES[meaning.concept].type === "rating";
}

function draftSection(
  { title, items }: Section,
  opinions: boolean,
  grammar: Grammar,
  warnings: Warning[],
): DraftSection {
  const named = title?.replace(NUMBERED, "").replace(/\)$/, "").trim();
  return { ...(named && { title: named }), drafts: draftItems(items, opinions, grammar, warnings) };
}

/** Reads each item into drafts. Repeated fields are kept once. Secrets are left out with a warning. */
export function draftItems(
  items: readonly Item[],
  opinions: boolean,
  grammar: Grammar,
  warnings: Warning[],
): Draft[] {
  const drafts = new Map<string, Draft>();
  const texts = new Map<string, string>();
  const reads = items.flatMap((item) =>
    expand(readItem(item, grammar), grammar).map((read) => ({ read, text: item.text })),
  );
  for (const { read, text } of reads) {
    const draft = spelt(read, grammar, warnings);
    const secret = secretOf(draft.label);
    if (secret) warnings.push(secret);
    else if (DENIED.test(draft.label) || !isPlausible(withMeaning(draft, opinions, grammar), grammar))
      warnings.push(notUnderstood(draft.label));
    else if (draft.label !== "" && !isStandardPart(draft, grammar)) {
      const key = `${phraseKey(draft.label) || draft.label} ${draft.onlyIf}`;
      if (!drafts.has(key)) {
        drafts.set(key, withMeaning(draft, opinions, grammar));
        texts.set(key, text);
      } else if (draft.required !== undefined && saysRequired(text)) {
        drafts.get(key)!.required = draft.required;
      } else if (fold(text) !== fold(texts.get(key) ?? ""))
        warnings.push(notUnderstood(text, `The form asks for "${draft.label}" already.`));
    }
  }
  return withConditions([...drafts.values()], grammar);
}

/** "Email (required)" behind "name, email" says whether the field is required. */
function saysRequired(text: string): boolean {
  return /^[^()]{2,60} \((?:required|optional)\)$/i.test(text);
}

/** "no children under 6" asks for no field. */
const DENIED =
  /^(?:no|without|keine?|ohne|pas de|sans|aucune?|sin|senza|nessun[oa]?|geen|zonder|bez|sem|inga|utan|ingen|uden) \p{L}[^?]*$/iu;

/** "emial" is read as "Email", and the warning says so. */
function spelt(draft: Draft, grammar: Grammar, warnings: Warning[]): Draft {
  const language = grammar.languages[0]!;
  if (draft.kind || draft.choices.length > 0 || draft.rows || meaningOf(draft.label, grammar, false))
    return draft;
  const concept = misspeltConcept(draft.label, language);
  if (!concept) return draft;
  const label = labelsIn(language).fields[concept];
  const message = `"${draft.label}" was read as "${label}".`;
  warnings.push({ code: "read_as", message });
  return { ...draft, label };
}

/** "Do you have allergies? If yes, which?": the first is a yes/no question, although allergies are usually a text. */
function withConditions(drafts: Draft[], grammar: Grammar): Draft[] {
  return drafts.map((draft, index) => {
    const decides = drafts[index + 1]?.onlyIf !== undefined && draft.choices.length === 0 && !draft.kind;
    const kind = questionKind(draft.label, grammar);
    const isAsked = kind === "yes_no" || (kind === undefined && draft.label.endsWith("?"));
    return decides && isAsked ? { ...draft, kind: "yes_no" } : draft;
  });
}

/** "a submit button", "a thank you page": every form has these anyway. */
function isStandardPart({ label }: Draft, grammar: Grammar): boolean {
  return grammar.standardParts.is(fold(label));
}

/** "service" in a list of opinions is the quality of service; with choices it is a service to choose. */
function withMeaning(draft: Draft, opinions: boolean, grammar: Grammar): Draft {
  const isOpinion = (opinions || draft.opinion !== undefined) && draft.choices.length === 0;
  const meaning = meaningOf(draft.label, grammar, isOpinion);
  if (draft.price && !draft.kind && draft.choices.length === 0 && isCounted(meaning))
    return { ...draft, ...(meaning && { meaning }), kind: "number", bounds: { min: 0, ...draft.bounds } };
  const kind = draft.kind ?? (isOpinion ? opinionKind(draft, meaning, opinions) : undefined);
  return { ...draft, ...(meaning && { meaning }), ...(kind && { kind }) };
}

/** What has a price is counted, unless it is something else for certain. */
function isCounted(meaning: FieldMeaning | undefined): boolean {
  return !meaning || ["short_text", "number"].includes(SHAPES[meaning.concept].type);
}

/** The kind of field for an opinion; undefined: the lexicon decides. */
function opinionKind(
  { opinion, label }: Draft,
  meaning: FieldMeaning | undefined,
  opinions: boolean,
): Kind | undefined {
  if (opinion === undefined || label.endsWith("?")) return undefined;
  if (opinion === "rated") return meaning && SHAPES[meaning.concept].type === "scale" ? undefined : "rating";
  if (meaning?.exact) return undefined;
  return opinions ? "rating" : "long_text";
}
