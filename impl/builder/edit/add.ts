/** Edit commands that add sections and fields. */
import type { FormField } from "../../../generated/types.ts";
import type { Draft } from "../fields/draft.ts";
import { fieldId } from "../fields/ids.ts";
import { meaningOf } from "../fields/meaning.ts";
import { fold, phraseKey } from "../lexicon/fold.ts";
import { labelsIn } from "../lexicon/lexicon.ts";
import { splitChoices } from "../prompt/choices.ts";
import { withoutAlso } from "../prompt/list.ts";
import { applyClause } from "../prompt/modifiers.ts";
import { splitOutside } from "../prompt/split.ts";
import { addOption } from "./choices.ts";
import { allFields, type EditContext, labelOf, refuse, unquoted } from "./context.ts";
import { findField, isPronoun, namesField } from "./find.ts";
import type { FieldWithChoices } from "./find-choice.ts";
import { moveTo } from "./move.ts";
import { newFields } from "./new-fields.ts";
import { addBesideChoice } from "./option-place.ts";
import { endOf, extractPlace, insert, type Place } from "./place.ts";
import type { Action } from "./read-instruction.ts";

/** "Add a section called About you before the name", "Add a section Travel with arrival and departure" */
export const addSection: Action = ({ value = "", fields: list }, context) => {
  const { rest, place: beside } = extractPlace(value, context);
  const listed = extractPlace(list ?? "", context);
  const label = unquoted(rest);
  if (label === "") return refuse("edit_section_heading");
  if (/["“”„]/.test(label)) return false;
  const fields = list === undefined ? [] : newFields(listed.rest, context);
  if (list !== undefined && fields.length === 0) return false;
  const id = context.ids.unique(fieldId(label, "section"));
  insert(
    [{ id, type: "section", label: context.texts.heading(label) }, ...fields],
    beside ?? listed.place ?? endOf(context.form.pages.at(-1)!),
  );
  const beneath = fields.length > 0 ? ` with ${quoted(fields, context)}` : "";
  context.changes.push(`Added the section "${label}"${beneath}.`);
  return true;
};

/** 'Add a note that says "Doors open at 8"': a paragraph to read. */
export const addStatement: Action = ({ value = "" }, context) => {
  const { rest, place } = extractPlace(value, context);
  const text = unquoted(rest);
  if (!/^["“„«].+["“”»]$/u.test(rest) || /["“”„«»]/u.test(text)) return false;
  const id = context.ids.unique(fieldId(text, "note"));
  return addMade([{ id, type: "statement", label: context.texts.fromPrompt(text) }], place, context);
};

/** "Add a phone number after the email" */
export const addFields: Action = ({ what = "" }, context) => {
  const { last } = context;
  const { rest, place } = placed(plainQuestion(what, context), context);
  context.last = last;
  if (place && last && isPronoun(rest, context)) return moveTo([last], () => place, context);
  if (/[\p{L}\p{N}]\*(?=[,)/]| *$)/u.test(rest) && rest.includes("(")) return refuse("edit_right_answers");
  if (!place && addBesideChoice(rest, context)) return true;
  const more = place ? undefined : moreChoices(rest, context);
  if (more) return addOption({ value: rest, what: labelOf(more, context) }, context);
  const sizes = withoutHolder(rest, context);
  const sized = place ? undefined : sizesFor(sizes, context);
  if (sized)
    return addOption({ value: sizes.replace(/ ?\+ ?/g, ", "), what: labelOf(sized, context) }, context);
  const cased = place ? undefined : (sizeNamed(rest, context) ?? optionInCase(rest, context));
  if (cased) return addOption(cased, context);
  const asked = rest.replace(BOTH, "");
  const made = newFields(asked, context);
  if (made.length === 0) return false;
  const fields = asked === rest ? made : made.map(withDayAndTime);
  return addMade(fields, place, context);
};

/** "Let people upload a photo, only JPG": a field for files, with what is said of them. */
export const addUpload: Action = ({ what = "" }, context) => {
  const [, label = "", remark = ""] = /^([^,?(]+)(?:[,?(] ?([^()]*)\)?)?$/.exec(what) ?? [];
  const { rest, place } = extractPlace(withoutAlso(label, context.grammar), context);
  const fields = newFields(`${rest} (file upload${remark === "" ? "" : `, ${remark}`})`, context);
  const [file] = fields;
  if (fields.length !== 1 || file?.type !== "file_upload") return false;
  const said = Number(/(\d{1,6}) ?mb/i.exec(remark)?.[1] ?? 0);
  const most = file.validation?.max_file_size_mb ?? said;
  if (most < said) {
    const message = `"${said} MB" was read as ${most} MB: files of forms are no larger.`;
    context.warnings.push({ code: "read_as", message });
  }
  return addMade(fields, place, context);
};

/** "They must agree to the terms": a box that has to be ticked. */
export const addConsent: Action = ({ what = "" }, context) => {
  const { rest, place } = extractPlace(what, context);
  const fields = newFields(`a checkbox "I agree to ${unquoted(rest)}"`, context);
  if (fields.length !== 1 || fields[0]?.type !== "consent") return false;
  return addMade(fields, place, context);
};

function addMade(fields: FormField[], place: Place | undefined, context: EditContext): boolean {
  insert(fields, place ?? endOf(context.form.pages.at(-1)!));
  context.last = fields.at(-1);
  context.changes.push(`Added ${quoted(fields, context)}.`);
  return true;
}

/** 'a question "Where from?" with A and B' and "a yes/no question: Do you drive?" -> "Where from? (A and B)", "Do you drive? (yes/no)" */
export function plainQuestion(text: string, context: EditContext): string {
  const [, question, choices] = WITH_CHOICES.exec(text) ?? [];
  if (question && choices) return `${question} (${choices})`;
  const [, asked] = YES_NO.exec(text) ?? [];
  if (!asked) return text;
  const { yes, no } = labelsIn(context.grammar.languages[0]!).choices;
  return `${asked.replace(/[.,]$/, "")} (${yes}/${no})`;
}

const WITH_CHOICES =
  /^(?:\p{L}{1,5} )?(?:[\p{L}-]{1,20} )?(?:\p{L}{4,12} )?["“„«]([^"“”„«»()]{3,200})["“”»],? (?:with(?: the)?|mit(?: den)?|avec|con|com|met|z)(?: \p{L}{4,12})?:? ([^()"“”„«»]{3,300})$/iu;
const YES_NO =
  /^(?:a |an |eine |une |una |um |uma |een )?(?:yes ?(?:\/|or|-) ?no question|question with yes (?:or|and) no|ja\/nein-frage|question oui\/non|question par oui ou non|pregunta de s[ií] o no|domanda s[iì]\/no|domanda s[iì] o no|pergunta de sim ou não|ja\/nee-vraag),?:? ["“„«]?([^"“”„«»:]{3,200}?)["“”»]?$/iu;

/** "Remove vegan from dietary and add gluten free": a choice of the field whose choices were changed just before. */
function moreChoices(text: string, { changed, last, grammar }: EditContext): FormField | undefined {
  if (!changed || changed !== last || FIELD.test(fold(text))) return undefined;
  const parts = splitChoices(text, grammar);
  const areChoices = parts.every(
    (part) => part.split(" ").length < 4 && meaningOf(part, grammar, false)?.exact !== true,
  );
  return areChoices ? changed : undefined;
}

const FIELD =
  /(?:^| )(?:a|an|the|fields?|questions?|eine?|feld|frage|une?|champ|una?|campo|een|veld)(?: |$)|[:?(]/u;

/** "a tax number after the name, required, max 9 characters" -> "a tax number (required, max 9 characters)" and its place. */
function placed(text: string, context: EditContext): ReturnType<typeof extractPlace> {
  const whole = extractPlace(text, context);
  const [first = "", ...others] = splitOutside(text, /,/g);
  if (others.length === 0 || others.length > 5 || text.includes(":")) return whole;
  const remarks: string[] = [];
  let found = extractPlace(first, context);
  for (const other of others) {
    const beside = found.place ? undefined : extractPlace(`x ${other}`, context);
    if (beside?.place && beside.rest === "x") found = { rest: found.rest, place: beside.place };
    else if (isRemark(other, found.place !== undefined, context)) remarks.push(other);
    else return whole;
  }
  if (!found.place && remarks.length < others.length) return whole;
  return {
    rest: remarks.length === 0 ? found.rest : `${unquoted(found.rest)} (${remarks.join(", ")})`,
    place: found.place,
  };
}

/** "5 stars", "max 9 characters" say something of the field before; "phone" is another one. */
function isRemark(text: string, isPlaced: boolean, { grammar }: EditContext): boolean {
  const draft: Draft = { label: "", choices: [] };
  return (
    applyClause(text, draft, grammar) && (isPlaced || draft.kind === undefined || draft.bounds !== undefined)
  );
}

/** Languages that say "to the size" with an ending. */
const CASED: ReadonlySet<string> = new Set(["et", "fi", "hu", "lt", "lv"]);

/** Finnish "XL T-paidan kokoon": a value, and the name of a field with choices in another case than that of its label. */
function optionInCase(text: string, context: EditContext): { value: string; what: string } | undefined {
  if (!context.instructionLanguages.some((language) => CASED.has(language))) return undefined;
  const words = text.split(" ");
  for (let at = 1; at < words.length; at++) {
    const what = words.slice(at).join(" ");
    if (!namesField(what, context)) continue;
    const field = findField(what, context);
    if ("choices" in field && phraseKey(labelOf(field, context)) !== phraseKey(what))
      return {
        value: words
          .slice(0, at)
          .join(" ")
          .replace(/-\p{Ll}{1,3}$/u, ""),
        what,
      };
  }
  return undefined;
}

/** "la talla XL": a size behind the name of the field that has sizes. */
function sizeNamed(text: string, context: EditContext): { value: string; what: string } | undefined {
  const [, what = "", value = ""] = /^(.+) (\S+)$/.exec(text) ?? [];
  if (!SIZE.test(value) || !namesField(what, context)) return undefined;
  return "choices" in findField(what, context) ? { value, what } : undefined;
}

const SIZE = /^(?:\d?X{0,3}[SL]|M|X{1,3}L|\d{1,2}XL)$/;

/** "when they arrive (date and time)" */
const BOTH = / \((?:the )?date and time\)/i;

function withDayAndTime(field: FormField): FormField {
  if (field.type !== "date" && field.type !== "time") return field;
  const { id, label, required } = field;
  return { id, type: "datetime", label, ...(required !== undefined && { required }) };
}

/** "las tallas XL y XXL" -> "XL y XXL": the name of the field before its new choices. */
function withoutHolder(text: string, context: EditContext): string {
  const [, holder = "", sizes = ""] = /^(.{3,40}?) ((?:\d?X{1,3}[SL]|[SML])(?:[ ,+].*)?)$/.exec(text) ?? [];
  return sizes !== "" && namesField(holder, context) ? sizes : text;
}

/** "Add XL and XXL": sizes are choices of the one field whose choices are sizes, and no fields. */
function sizesFor(text: string, context: EditContext): FieldWithChoices | undefined {
  const sizes = splitChoices(text.replace(/ ?\+ ?/g, ", "), context.grammar);
  if (sizes.length === 0 || !sizes.every((size) => SIZE.test(size))) return undefined;
  const fields = allFields(context.form).filter(
    (field): field is FieldWithChoices =>
      "choices" in field && field.choices.every((choice) => SIZE.test(labelOf(choice, context))),
  );
  return fields.length === 1 ? fields[0] : undefined;
}

function quoted(fields: Parameters<typeof labelOf>[0][], context: EditContext): string {
  return fields.map((field) => `"${labelOf(field, context)}"`).join(", ");
}
