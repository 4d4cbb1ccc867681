/** Changes what concerns the form as a whole, and when fields are shown. */
import type { Ending, FieldCondition, FormOperation } from "../../../../../generated/types.ts";
import { oppositeTest } from "../../../../forms/answers/expression.ts";
import { lexiconOf } from "../../reading/lexicon.ts";
import type { CarryOut, CarryOuts, EditContext } from "../context.ts";
import type { Parts } from "../cover.ts";
import grammar from "../grammar.json" with { type: "json" };

/** What a word says of settings and theme. */
const LOOKS = new Map<string, FormOperation>(
  Object.entries(grammar.looks).map(([cue, change]) => [cue, { op: "change_form", ...change }]),
);

const look: CarryOut = ({ cues }, context) =>
  context.apply(...[...cues].flatMap((cue) => LOOKS.get(cue) ?? []));

export const FORM_FRAMES = {
  responseLimit: ({ count = 0 }, context) => setting(context, { response_limit: count }),
  closeOn: ({ day }, context) => setting(context, { closes_at: `${day}T23:59:59Z` }),
  look,
  colour: look,
  redirect: ({ link = "" }, context) => ending(context, { redirect_url: link }),
  title: (parts, context, text) => context.apply({ op: "change_form", title: context.quoted(parts, text) }),
  description: (parts, context, text) =>
    context.apply({ op: "change_form", description: context.quoted(parts, text) }),
  button: (parts, context, text) => setting(context, { submit_label: context.quoted(parts, text) }),
  thanks: (parts, context, text) =>
    ending(context, { title: { [context.form.default_language]: context.quoted(parts, text) } }),
  translate: ({ languages = [] }, context) =>
    context.apply({ op: "change_form", languages: [...new Set([...context.form.languages, ...languages])] }),
  showIf: (parts, context) => show(parts, context, (condition) => condition),
  hideIf: (parts, context) => show(parts, context, oppositeTest),
} satisfies CarryOuts;

function setting(context: EditContext, settings: Readonly<Record<string, unknown>>): void {
  context.apply({ op: "change_form", settings });
}

function ending(context: EditContext, set: Partial<Ending>): void {
  const [first, ...others] = context.form.endings ?? [];
  const language = context.form.default_language;
  const title = { [language]: lexiconOf(language).labels.texts.thanks };
  context.apply({ op: "change_form", endings: [{ id: "ending", title, ...first, ...set }, ...others] });
}

function show(parts: Parts, context: EditContext, when: (condition: FieldCondition) => FieldCondition): void {
  for (const field of context.named(parts))
    if (parts.condition) context.change(field, { visible_if: when(parts.condition) });
}
