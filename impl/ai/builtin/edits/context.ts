/** What the instructions of one edit work on: the form as it is after the instructions before. */
import type {
  FieldProperties,
  FormField,
  FormOperation,
  FormStructure,
  Language,
} from "../../../../generated/types.ts";
import { carryOut } from "../../../forms/operations/carry-out.ts";
import { newIdFrom } from "../../../forms/operations/new-id.ts";
import type { Sentence, SentenceKey, SentenceValues } from "../../../texts/sentences/sentence.ts";
import { Texts } from "../forms/texts.ts";
import type { Item } from "../items/item.ts";
import type { Parts } from "./cover.ts";
import type { EditText } from "./edit-text.ts";
import type { FieldsNamed } from "./slot-types.ts";

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

/** Where a field goes, and what makes that place. */
export interface Where {
  readonly after?: string;
  readonly before?: string;
  readonly page?: string;
  readonly operations?: readonly FormOperation[];
}

export class EditContext {
  form: FormStructure;
  /** The fields of the instruction before: what "it" and a clause without a field mean. */
  focus: readonly string[] = [];
  /** Whether the instruction before made fields required or optional. */
  required: boolean | undefined;
  /** The items of lists that new fields come from. */
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

  /** Adds fields one behind the other. */
  add(fields: readonly FormField[], { operations = [], ...place }: Where): void {
    const added = fields.map((field, index): FormOperation => {
      const before = fields[index - 1];
      const beside = before && place.page === undefined ? { after: before.id } : place;
      return { op: "add_field", field: { ...field }, ...beside };
    });
    this.apply(...operations, ...added);
    this.focus = fields.map(({ id }) => id);
  }

  takenIds(): Set<string> {
    const { hidden_fields = [], calculations = [] } = this.form;
    return new Set([...this.fields, ...hidden_fields, ...calculations].map(({ id }) => id));
  }

  newPageId(number: number): string {
    return newIdFrom(`page_${number}`, "page", new Set(this.form.pages.map(({ id }) => id)));
  }

  field(id: string): FormField {
    const field = this.fields.find((one) => one.id === id);
    if (!field) throw impossible("edit_names_no_field", { text: id });
    return field;
  }

  /** The fields that a clause names, or those of the clause before. */
  named({ fields, except }: Pick<Parts, "fields" | "except">): FormField[] {
    const excepted = except ? this.#idsOf(except) : [];
    const named = this.#idsOf(fields).filter((id) => !excepted.includes(id));
    if (named.length === 0) throw impossible("edit_which_field");
    this.focus = named;
    return named.map((id) => this.field(id));
  }

  oneNamed(parts: Parts): FormField {
    const [field, ...others] = this.named(parts);
    if (!field || others.length > 0) throw impossible("edit_which_field");
    return field;
  }

  /** The one field that a name means. */
  one(ids: readonly string[]): string {
    const [id, ...others] = ids;
    if (id === undefined) throw impossible("edit_which_field");
    if (others.length === 0) return id;
    const labels = ids.map((each) => `"${this.labelOf(this.field(each))}"`).join(", ");
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
    const asked = this.fields
      .filter(({ type }) => type !== "statement" && type !== "section")
      .map(({ id }) => id);
    if (named?.kind === "all") return asked;
    return asked.filter((id) => this.focus.includes(id) === (named?.kind !== "rest"));
  }
}
