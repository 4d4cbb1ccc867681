/** Edit commands that add, remove, rename and replace the choices of a field. */
import type { FormField } from "../../../generated/types.ts";
import { choicesOf } from "../fields/body.ts";
import { makeIds, slug } from "../fields/ids.ts";
import { meaningOf } from "../fields/meaning.ts";
import { fold } from "../lexicon/fold.ts";
import { labelsIn } from "../lexicon/lexicon.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import { addChoices, splitChoices } from "../prompt/choices.ts";
import { allFields, type EditContext, labelOf, listOf, refuse, replaceField, unquoted } from "./context.ts";
import { findField, namesField } from "./find.ts";
import {
  choiceHolders,
  choiceLabels,
  choiceNamed,
  type FieldWithChoices,
  fieldWithChoices,
  findChoice,
  hasChoices,
  isNoChoice,
  isSame,
} from "./find-choice.ts";
import type { Action } from "./read-instruction.ts";
import { uses } from "./remove.ts";

/** "Add the option Other to colour", "Add options Red and Blue to colour" */
export const addOption: Action = ({ value = "", what }, context) => {
  const field = what === undefined ? namedOrOnly(context) : withYesAndNo(what, context);
  const { choices, allowOther } = readChoices(value, context);
  const present = new Set(field.choices.flatMap((choice) => choiceLabels(choice).map(fold)));
  if (choices.some((text) => isNoChoice(text, context))) return false;
  const added = choices.filter((text) => !present.has(fold(text)));
  if (added.length === 0 && !allowOther)
    return refuse("edit_has_option", { field: labelOf(field, context), value });
  if (allowOther) acceptOther(field);
  const ids = makeIds(field.choices.map(({ id }) => id));
  const made = choicesOf(
    added.map((text) => ({ text })),
    context.texts,
  );
  field.choices.push(...made.map((choice) => ({ ...choice, id: ids.unique(slug(choice.id) || "choice") })));
  context.changed = field;
  context.changes.push(`Added ${value} to "${labelOf(field, context)}".`);
  return true;
};

/** "Add maybe to the attendance": a question of yes and no becomes one with choices, unless a condition depends on it. */
function withYesAndNo(what: string, context: EditContext): FieldWithChoices {
  const field = namesField(what, context) ? findField(what, context) : undefined;
  const isFree =
    field?.type === "yes_no" &&
    !allFields(context.form).some((one) => one.visible_if && uses(one.visible_if, field.id));
  if (!isFree) return fieldWithChoices(what, context);
  const { yes, no } = labelsIn(context.form.default_language).choices;
  const choices = choicesOf([{ text: yes }, { text: no }], context.texts);
  const { id, label, required, description } = field;
  const changed: FieldWithChoices = {
    id,
    type: "single_choice",
    label,
    ...(description && { description }),
    ...(required !== undefined && { required }),
    choices,
  };
  replaceField(field, changed, context);
  return changed;
}

/** "Remove the option Red from colour" */
export const removeOption: Action = ({ value = "", what }, context) => {
  const holder = what ?? holderOf(unquoted(value), context);
  if (holder === undefined) return false;
  const field = fieldWithChoices(holder, context);
  const gone = new Set(
    splitChoices(unquoted(value), context.grammar).map((one) => findChoice(field, one, context)),
  );
  if (field.choices.length - gone.size < (field.type === "ranking" ? 2 : 1))
    return refuse("edit_too_few_choices", { field: labelOf(field, context) });
  field.choices = field.choices.filter((choice) => !gone.has(choice));
  context.changed = field;
  context.changes.push(`Removed ${value} from "${labelOf(field, context)}".`);
  return true;
};

/** "Delete M from the sizes" */
export const removeFromChoices: Action = (slots, context) =>
  slots.holder !== undefined
    ? removeHeld(slots.holder, slots.value ?? "", context)
    : slots.what === undefined
      ? removeNamed(slots.value, context)
      : hasChoices(slots.what, context) && removeOption(slots, context);

/** "Take out size S": the field and the choice beside each other. */
function removeHeld(holder: string, value: string, context: EditContext): boolean {
  if (!hasChoices(holder, context)) return false;
  const field = fieldWithChoices(holder, context);
  const parts = splitChoices(unquoted(value), context.grammar);
  if (!parts.every((part) => choiceNamed(field, part))) return false;
  return removeOption({ value, what: labelOf(field, context) }, context);
}

function removeNamed(value: string | undefined, context: EditContext): boolean {
  const what = holderOf(value, context);
  return what !== undefined && value !== undefined && removeOption({ value, what }, context);
}

/** The label of the field that has a choice: of the one named last, else of the only one. Undefined where a field has that name. */
function holderOf(value: string | undefined, context: EditContext): string | undefined {
  if (value === undefined || namesField(value, context)) return undefined;
  const holders = choiceHolders(value, context);
  const last = holders.find((field) => field === context.last);
  const holder = last ?? (holders.length === 1 ? holders[0] : undefined);
  return holder && labelOf(holder, context);
}

/** "Rename the option Red to Dark red in colour" */
export const renameOption: Action = ({ value = "", new: name = "", what = "" }, context) => {
  if (what === "" && renameAll(value, name, context)) return true;
  const holder = what === "" ? holderOf(unquoted(value), context) : what;
  // "say plant-based, and allow a free answer": the name ends somewhere in between.
  if (holder === undefined || (unquoted(name) === name && /, /.test(name))) return false;
  if (/["“”„«»]/.test(unquoted(name))) return false;
  const field = fieldWithChoices(holder, context);
  findChoice(field, value, context).label = context.texts.choice(unquoted(name));
  context.changes.push(`Renamed ${value} to ${name} in "${labelOf(field, context)}".`);
  return true;
};

/** "Replace S, M and L by small, medium and large" */
function renameAll(values: string, names: string, context: EditContext): boolean {
  const [from, to] = [values, names].map((list) => splitChoices(list, context.grammar)) as [
    string[],
    string[],
  ];
  if (from.length < 2 || from.length !== to.length) return false;
  const holders = choiceHolders(from[0]!, context).filter((field) =>
    from.every((one) => choiceNamed(field, one)),
  );
  const [field] = holders;
  if (!field || holders.length > 1) return false;
  const choices = from.map((one) => findChoice(field, one, context));
  for (const [index, choice] of choices.entries())
    choice.label = context.texts.choice(sentenceCase(unquoted(to[index]!)));
  context.changes.push(`Renamed ${values} to ${names} in "${labelOf(field, context)}".`);
  return true;
}

/** "Allow other for colour" */
export const allowOther: Action = ({ what }, context) => {
  const field = what === undefined ? namedOrOnly(context) : fieldWithChoices(what, context);
  acceptOther(field);
  context.changes.push(`"${labelOf(field, context)}" accepts an answer of one's own.`);
  return true;
};

/** "Shuffle the options of colour" */
export const shuffle: Action = ({ what = "" }, context) => {
  const field = fieldWithChoices(what, context);
  if (!("shuffle" in field) && field.type === "ranking") return refuse("edit_ranking_not_shuffled");
  Object.assign(field, { shuffle: true });
  context.changes.push(`The choices of "${labelOf(field, context)}" stand in a random order.`);
  return true;
};

/** "Sizes should be XS, S, M": these choices instead of those that are there; same ones keep their ids. */
export const setChoices: Action = ({ what = "", list = "" }, context) => {
  if (!hasChoices(what, context) || limitsIn(list, context) || DENIAL.test(list)) return false;
  const { choices, allowOther: other } = readChoices(list, context);
  if (choices.length < 2 || choices.some((text) => isNoChoice(text, context))) return false;
  const field = fieldWithChoices(what, context);
  const ids = makeIds(field.choices.map(({ id }) => id));
  const made = choicesOf(
    choices.map((text) => ({ text })),
    context.texts,
  );
  field.choices = made.map(
    (choice, index) =>
      field.choices.find((old) => choiceLabels(old).some((label) => isSame(label, choices[index]!))) ?? {
        ...choice,
        id: ids.unique(choice.id),
      },
  );
  if (other) acceptOther(field);
  context.changes.push(`"${labelOf(field, context)}" has the choices ${list}.`);
  return true;
};

/** "Replace the sizes with Kids and Adult": a list of choices, none of which names a field. */
export const replaceChoices: Action = (slots, context) => {
  const parts = splitChoices(slots.list ?? "", context.grammar);
  const areChoices = parts.some((part) => meaningOf(part, context.grammar, false)?.exact !== true);
  return areChoices && setChoices(slots, context);
};

/** "single choice, not multiple" */
const DENIAL = /(?:^|, )(?:and )?(?:not|nicht|pas|no|non|niet|nie|não) /i;

/** "People should be able to pick several sizes" */
export const severalAnswers: Action = ({ what = "" }, context) => {
  const field = fieldWithChoices(what, context);
  if (field.type === "ranking") return refuse("edit_ranking_of_all", { field: labelOf(field, context) });
  const several = { ...field, type: "multiple_choice" } as FormField;
  if ("placeholder" in several) delete several.placeholder;
  replaceField(field, several, context);
  context.changes.push(`"${labelOf(field, context)}" takes several answers.`);
  return true;
};

/** "at most 500 characters long, open until 31.12.2027" lists no choices; "under 18, 18-30" does. */
export function limitsIn(list: string, { grammar }: EditContext): boolean {
  const bounds = (part: string) =>
    [grammar.atMost, grammar.atLeast].some((pattern) => [...fold(part).matchAll(pattern)].length > 0);
  return list
    .split(",")
    .some((part) => DATE.test(part) || (part.trim().split(" ").length > 3 && bounds(part)));
}

const DATE = /\d{1,2}\.? \p{L}{3,10} \d{4}|\d{1,2}[./-] ?\d{1,2}[./-] ?\d{4}|\d{4}-\d{2}-\d{2}/u;

function readChoices(text: string, context: EditContext): { choices: string[]; allowOther: boolean } {
  const { grammar } = context;
  const draft = { label: "", choices: [] as string[], allowOther: false };
  const quoted = QUOTED_ONE.exec(text)?.[1];
  const parts = quoted
    ? [quoted]
    : splitChoices(text.replace(/["“”„«»]/g, "").replace(/ \+ /g, ", "), grammar);
  const own = new Set([...listOf("other", context), ...listOf("ownAnswer", context)].map(fold));
  const isOwn = (part: string) =>
    own.has(
      fold(part)
        .replace(/^(?:an?|eine?|une?|una) /, "")
        .replace(/ (?:option|answer|choice|field|feld)$/, ""),
    );
  if (parts.some(isOwn)) draft.allowOther = true;
  addChoices(
    parts.filter((part) => !isOwn(part)),
    draft,
    grammar,
  );
  return draft;
}

/** 'an "I don't know"' */
const QUOTED_ONE = /^(?:\p{L}{1,4} )?["“„«]\s?([^"“”„«»]+?)\s?["”“»]$/u;

function acceptOther(field: FieldWithChoices): void {
  if (field.type === "ranking") refuse("edit_ranking_no_other");
  else field.allow_other = true;
}

/** Where an option is added without the name of its field. */
/** The field that was named last, if it has choices, or the only one that has. */
function namedOrOnly(context: EditContext): FieldWithChoices {
  const { last } = context;
  return last && "choices" in last && allFields(context.form).includes(last)
    ? last
    : onlyFieldWithChoices(context);
}

function onlyFieldWithChoices(context: EditContext): FieldWithChoices {
  const fields = allFields(context.form).filter((field): field is FieldWithChoices => "choices" in field);
  if (fields.length === 1) return fields[0]!;
  return refuse("edit_which_choices");
}
