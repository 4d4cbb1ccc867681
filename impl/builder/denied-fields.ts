/** Leaves out what a prompt says that the form must not ask for. */
import type { FormStructure } from "../../generated/types.ts";
import type { Draft, DraftSection } from "./fields/draft.ts";
import { meaningOf } from "./fields/meaning.ts";
import type { Concept } from "./lexicon/concepts.ts";
import { phraseKey } from "./lexicon/fold.ts";
import type { Grammar } from "./lexicon/grammar.ts";
import type { Denial } from "./prompt/denials.ts";
import type { Outline } from "./prompt/outline.ts";
import { IDENTIFYING, NAMES } from "./templates.ts";

/** Whether the prompt says that the form must not ask for this. "Anonymous" leaves out no field that the prompt lists. */
export function isDenied(draft: Draft, denials: readonly Denial[], grammar: Grammar): boolean {
  return denials.some(
    ({ names }) =>
      names !== "identity" &&
      names.some((name) => {
        const meaning = meaningOf(name, grammar, false);
        if (meaning?.exact && draft.meaning?.exact)
          return deniedWith(meaning.concept).includes(draft.meaning.concept);
        return phraseKey(name) === phraseKey(draft.label);
      }),
  );
}

const PHONES: readonly Concept[] = ["phone", "mobile"];

/** Concepts that one name denies together: "no names", "no phone number". */
function deniedWith(concept: Concept): readonly Concept[] {
  return [NAMES, PHONES].find((group) => group.includes(concept)) ?? [concept];
}

/** The sections without the fields that the prompt denies. */
export function withoutDenied(
  sections: readonly DraftSection[],
  { denials }: Outline,
  grammar: Grammar,
): DraftSection[] {
  return sections
    .map((section) => ({
      ...section,
      drafts: section.drafts.filter((draft) => !isDenied(draft, denials, grammar)),
    }))
    .filter(({ drafts }) => drafts.length > 0);
}

/** The sentences that are carried out. "Anonymous" is not, where a field still says who responds. */
export function carriedOut(denials: readonly Denial[], form: FormStructure): string[] {
  const identifying: readonly string[] = [...IDENTIFYING, ...NAMES].filter(
    (concept) => concept !== "attendance",
  );
  const identifies = form.pages.some(({ fields }) => fields.some(({ id }) => identifying.includes(id)));
  return denials.filter(({ names }) => names !== "identity" || !identifies).map(({ text }) => text);
}
