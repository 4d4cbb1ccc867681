/** Changes what concerns the form as a whole, and the texts of fields. */
import type { Ending } from "../../../../../generated/types.ts";
import { newIdFrom } from "../../../../forms/operations/new-id.ts";
import { lexiconOf } from "../../reading/lexicon.ts";
import { type EditContext, impossible } from "../context.ts";
import type { CarryOuts } from "./carry-outs.ts";

export const FORM_FRAMES = {
  responseLimit: ({ count = 0 }, context) => setting(context, { response_limit: count }),
  closeOn: ({ day }, context) => setting(context, { closes_at: `${day}T23:59:59Z` }),
  oneResponse: (_, context) => setting(context, { one_response_per_email: true }),
  progress: (_, context) => setting(context, { show_progress: true }),
  noProgress: (_, context) => setting(context, { show_progress: false }),
  redirect: ({ link = "" }, context) => ending(context, { redirect_url: link }),
  title: (parts, context, text) => context.apply({ op: "change_form", title: context.quoted(parts, text) }),
  description: (parts, context, text) =>
    context.apply({ op: "change_form", description: context.quoted(parts, text) }),
  button: (parts, context, text) => setting(context, { submit_label: context.quoted(parts, text) }),
  thanks: (parts, context, text) =>
    ending(context, { title: { [context.form.default_language]: context.quoted(parts, text) } }),
  total(parts, context) {
    const fields = context.named(parts);
    const other = fields.find(({ type }) => type !== "number");
    if (other)
      throw impossible("edit_total_needs_numbers", { field: context.labelOf(other), type: other.type });
    const args = fields.map(({ id }) => ({
      op: "multiply" as const,
      args: [{ field: id, fallback: 0 }, parts.count ?? 1],
    }));
    const [first] = args;
    if (!first) return;
    const id = newIdFrom("total", "total", context.takenIds());
    const calculation = { id, expression: args.length === 1 ? first : { op: "add" as const, args } };
    context.apply({ op: "change_form", calculations: [...(context.form.calculations ?? []), calculation] });
  },
  translate({ languages = [] }, context) {
    context.apply({ op: "change_form", languages: [...new Set([...context.form.languages, ...languages])] });
  },
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
