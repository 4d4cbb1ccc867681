/** What the instructions of one edit work on: the form as it is after the instructions before. */
import type {
  FieldProperties,
  FormField,
  FormOperation,
  FormStructure,
  Language,
} from "../../../../generated/types.ts";
import { carryOut } from "../../../forms/operations/carry-out.ts";
import type { Sentence, SentenceKey, SentenceValues } from "../../../texts/sentences/sentence.ts";
import { Texts } from "../forms/texts.ts";
import type { Item } from "../items/item.ts";
import type { Parts } from "./cover.ts";
import type { EditText } from "./edit-text.ts";
import type { FrameName } from "./frame.ts";
import type { FieldsNamed } from "./slots.ts";

/** An instruction is understood, but cannot be carried out in this form. */
export class Impossible extends Error {
  /** A text exists in English only. */
  readonly reason: Sentence | string;

  constructor(reason: Sentence | string) {
    super("impossible");
    this.reason = reason;
  }
}

export function impossible(key: SentenceKey, values: SentenceValues = {}): Impossible {
  return new Impossible({ key, values });
}

export type CarryOut = (parts: Parts, context: EditContext, text: EditText) => void;
export type CarryOuts = Readonly<Partial<Record<FrameName, CarryOut>>>;

export class EditContext {
  form: FormStructure;
  /** The fields of the instruction before: what "it" and a clause without a field mean. */
  focus: readonly string[] = [];
  /** The items that new fields come from. */
  readonly added: Item[] = [];
  readonly texts: Texts;

  constructor(form: FormStructure, language: Language) {
    this.form = form;
    const others = form.languages.filter((one) => one !== form.default_language);
    this.texts = new Texts({ languages: [form.default_language, ...others], promptLanguage: language });
  }

  get fields(): readonly FormField[] {
    return this.form.pages.flatMap(({ fields }) => fields);
  }

  /** Carries out operations together; in between, the form may break rules. */
  apply(...operations: readonly FormOperation[]): void {
    const done = carryOut(this.form, operations);
    if ("problems" in done) throw new Impossible(done.problems.map(({ problem }) => problem).join(" "));
    this.form = done.structure;
  }

  /** Changes properties of a field; null removes one. */
  change({ id }: FormField, set: FieldProperties): void {
    this.apply({ op: "change_field", id, set });
  }

  takenIds(): Set<string> {
    const { hidden_fields = [], calculations = [] } = this.form;
    return new Set([...this.fields, ...hidden_fields, ...calculations].map(({ id }) => id));
  }

  /** The fields that a clause names, or those of the clause before. */
  named({ fields, except }: Pick<Parts, "fields" | "except">): FormField[] {
    const excepted = except ? this.#idsOf(except) : [];
    this.focus = this.#idsOf(fields).filter((id) => !excepted.includes(id));
    if (this.focus.length === 0) throw impossible("edit_which_field");
    return this.focus.flatMap((id) => this.fields.filter((field) => field.id === id));
  }

  oneNamed(parts: Parts): FormField {
    const [field, ...others] = this.named(parts);
    if (!field || others.length > 0) throw impossible("edit_which_field");
    return field;
  }

  /** The one field that a name means. */
  one(ids: readonly string[]): string {
    const named = this.fields.filter((field) => ids.includes(field.id));
    if (named[0] && named.length === 1) return named[0].id;
    const labels = named.map((field) => `"${this.labelOf(field)}"`).join(", ");
    throw impossible("edit_several_fields", { text: labels, fields: labels });
  }

  /** A text of the edit, in the form's default language; its translations are missing then. */
  text(text: string): string {
    this.texts.fromPrompt(text);
    return text;
  }

  /** The text of an instruction. */
  quoted({ texts }: Parts, { prompt }: EditText): string {
    return this.text(texts.map((range) => prompt.textOf(range)).join(" "));
  }

  labelOf({ id, label }: Pick<FormField, "id" | "label">): string {
    return label[this.form.default_language] ?? id;
  }

  #idsOf(named: FieldsNamed | undefined): readonly string[] {
    if (named?.kind === "named") return named.fields.map((field) => this.one(field.ids));
    const asked = this.fields.filter(({ type }) => type !== "statement" && type !== "section");
    const isOfFocus = ({ id }: FormField) => this.focus.includes(id) === (named?.kind !== "rest");
    return asked.filter((field) => named?.kind === "all" || isOfFocus(field)).map(({ id }) => id);
  }
}
