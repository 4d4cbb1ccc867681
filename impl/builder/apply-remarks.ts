/** Applies sentences such as "all fields are optional" to the drafts. */
import type { Draft, DraftSection } from "./fields/draft.ts";
import { meaningOf } from "./fields/meaning.ts";
import { SHAPES } from "./fields/shapes.ts";
import { phraseKey } from "./lexicon/fold.ts";
import { type Grammar, stripFillers } from "./lexicon/grammar.ts";
import type { Remark } from "./prompt/remarks.ts";

/** Applies the remarks in their order. A remark that names a field wins over one about all fields. */
export function applyRemarks(remarks: readonly Remark[], sections: DraftSection[], grammar: Grammar): void {
  const named = new Set<Draft>();
  function setRequired(name: string, required: boolean): void {
    const draft = findDraft(name, sections, grammar) ?? addDraft(name, sections, grammar);
    draft.required = required;
    named.add(draft);
  }
  for (const remark of remarks) {
    if (remark.kind !== "required") continue;
    for (const name of remark.except) setRequired(name, !remark.required);
    for (const name of remark.fields === "all" ? [] : remark.fields) setRequired(name, remark.required);
  }
  for (const remark of remarks) {
    if (remark.kind !== "required" || remark.fields !== "all") continue;
    for (const draft of sections.flatMap(({ drafts }) => drafts))
      if (!named.has(draft)) draft.required = remark.required;
  }
  if (!remarks.some((remark) => remark.kind === "required" && remark.fields === "all"))
    makeOthersOptional(sections);
}

/** Where some fields are marked as required and none as optional, the others are optional. */
function makeOthersOptional(sections: readonly DraftSection[]): void {
  const drafts = sections.flatMap((section) => section.drafts);
  const isMarked = drafts.some(({ required }) => required === true);
  if (!isMarked || drafts.some(({ required }) => required === false)) return;
  for (const draft of drafts.filter((one) => !isAgreement(one))) draft.required ??= false;
}

/** A consent stays required, whatever the prompt says about other fields. */
function isAgreement({ meaning, kind }: Draft): boolean {
  return kind === "consent" || (meaning !== undefined && SHAPES[meaning.concept].type === "consent");
}

function findDraft(name: string, sections: readonly DraftSection[], grammar: Grammar): Draft | undefined {
  const drafts = sections.flatMap((section) => section.drafts);
  const bare = stripFillers(name, grammar);
  const meaning = meaningOf(bare, grammar, false);
  return (
    drafts.find(({ label }) => phraseKey(label) === phraseKey(bare)) ??
    drafts.find((draft) => meaning?.exact && draft.meaning?.concept === meaning.concept) ??
    drafts.find(({ label }) => ` ${phraseKey(label)} `.includes(` ${phraseKey(bare)} `))
  );
}

function addDraft(name: string, sections: DraftSection[], grammar: Grammar): Draft {
  const label = stripFillers(name, grammar);
  const meaning = meaningOf(label, grammar, false);
  const draft: Draft = { label, choices: [], ...(meaning && { meaning }) };
  if (sections.length === 0) sections.push({ drafts: [] });
  sections.at(-1)!.drafts.push(draft);
  return draft;
}
