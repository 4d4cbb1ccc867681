/** Checks the form as a whole against lines of the corpus that begin with `@`. */
import type { FormField, FormStructure } from "../../generated/types.ts";
import { formulaTree } from "../../impl/forms/answers/expression-trees.ts";
import { hasLabel, key, readLabel } from "./labels.ts";
import { isScored } from "./score-checks.ts";

/** Whether a form is as the line `@name value` says. */
export function holds(name: string, value: string, form: FormStructure): boolean {
  const fields = form.pages.flatMap((page) => page.fields);
  const index = (label: string) =>
    fields.findIndex(
      (field) => field.id === label.replace(/^#/, "") || hasLabel(field, label.split("|").map(key), form),
    );
  // If a new field and a field of the base form have the same words, the new one comes last.
  const lastIndex = (label: string) =>
    label.startsWith("#")
      ? index(label)
      : fields.findLastIndex((field) => hasLabel(field, label.split("|").map(key), form));
  const { settings } = form;
  const words = key(value);
  switch (name) {
    case "lang":
      return value === "all"
        ? form.languages.length === 24
        : value.split("|").some((one) => one.split(",").sort().join() === [...form.languages].sort().join());
    case "limit":
      return settings?.response_limit === Number(value);
    case "once":
      return settings?.one_response_per_email === true;
    case "progress":
      return settings?.show_progress === true;
    case "onebyone":
      return settings?.display === "one_question" || form.pages.every((page) => page.fields.length === 1);
    case "closes":
      return settings?.closes_at?.startsWith(value) === true;
    case "redirect":
      return form.endings?.some(({ redirect_url }) => redirect_url?.replace(/\/$/, "") === value) === true;
    case "button":
      return key(JSON.stringify(settings?.submit_label ?? "")).includes(words);
    case "title":
      return key(readLabel({ label: form.title }, form)).includes(words);
    case "description":
      return key(JSON.stringify(form.description ?? "")).includes(words);
    case "thanks":
      return key(JSON.stringify(form.endings ?? [])).includes(words);
    case "pages":
      return value.split("|").map(Number).includes(form.pages.length);
    case "gone":
      return !fields.some(({ id }) => id === value);
    case "order":
      return value.split(",").every((id, at) => fields[at]?.id === id);
    case "last":
      return index(value) === fields.length - 1 || hasLabel(fields.at(-1)!, value.split("|").map(key), form);
    case "after":
    case "before": {
      const [first = "", second = ""] = value.split(" ");
      const [anchor, other] = [index(first), lastIndex(second)];
      return anchor >= 0 && other === anchor + (name === "after" ? 1 : -1);
    }
    case "calc":
      return value.split(" ").every((term) => isCalculated(term, fields, form));
    case "score":
      return isScored(value, form);
    case "open":
      return fields.length > 0;
    default:
      throw new Error(`no check @${name}`);
  }
}

/** `mugs*8`: a calculation uses that field and that number. */
function isCalculated(term: string, fields: readonly FormField[], form: FormStructure): boolean {
  const expressions = JSON.stringify((form.calculations ?? []).map(formulaTree));
  return term.split("*").every((part) => {
    if (/^[\d.]+$/.test(part))
      return new RegExp(`(?<![\\d.])${part.replace(".", "\\.")}(?![\\d.])`).test(expressions);
    const named = fields.filter((field) => field.id === part || hasLabel(field, [key(part)], form));
    return named.some(({ id }) => expressions.includes(`"field":"${id}"`));
  });
}
