/** Prints the parts of a form in the notation. */
import type { Choice, FormField, FormStructure, Language, LocalizedText } from "../../../generated/types.ts";
import { isRetired } from "../structure/retirement.ts";
import { readDocument } from "./document.ts";
import { listDoubts } from "./doubts.ts";
import { divideEnding } from "./ending-texts.ts";
import { makeField } from "./fields/field.ts";
import { quote } from "./marks/quotes.ts";
import { asks } from "./questions/question-text.ts";
import { writeNumber } from "./values.ts";
import { getWords, type WordName, type Words } from "./words.ts";

export class Printer {
  readonly #structure: FormStructure;
  readonly #language: Language;
  readonly #words: Words;

  constructor(structure: FormStructure, language: Language) {
    this.#structure = structure;
    this.#language = language;
    this.#words = getWords(language);
  }

  print(): string {
    const { title, description, pages } = this.#structure;
    const head = [this.#title(this.#say(title)), ...this.#help(description)];
    const blocks = pages.flatMap(({ title: name, fields }, index) => {
      const isNeeded = index > 0 || name !== undefined;
      const heading = isNeeded ? [`# ${name ? this.#text(this.#say(name)) : ""}`.trimEnd()] : [];
      const shown = fields.filter((field) => !isRetired(field));
      return ["", ...heading, ...shown.flatMap((field) => this.#field(field))];
    });
    return [...head, ...blocks, ...this.#settings(), ""].join("\n");
  }

  #say(text: LocalizedText): string {
    return text[this.#language] ?? text[this.#structure.default_language] ?? "";
  }

  /** Prints the title; without marks, if the first line is then still read as the title. */
  #title(title: string): string {
    const read = readDocument(title, this.#words);
    const isClear = read.title === title && listDoubts(read, this.#words).length === 0;
    return isOnOneLine(title) && isClear ? title : `# ${this.#text(title)}`;
  }

  #help(help: LocalizedText | undefined): string[] {
    return help === undefined ? [] : [`> ${this.#text(this.#say(help))}`];
  }

  /** A text where nothing but white space ends it. */
  #text(text: string): string {
    return /^["“‹]|^\s|\s$/.test(text) || !isOnOneLine(text) ? quote(text) : text;
  }

  /** A text among marks. */
  #item(text: string): string {
    return /^[\p{L}\p{N}][\p{L}\p{N} '’.?!%€$&+-]*$/u.test(text) && !/\s$/.test(text) ? text : quote(text);
  }

  #field(field: FormField): string[] {
    const label = this.#say(field.label);
    const help = this.#help(field.description);
    if (field.type === "section") return ["", `## ${this.#text(label)}`, ...help];
    const isOptional = field.type === "email" && field.required === false;
    const details = [...this.#details(field), ...(isOptional ? [this.#word("flags.optional")] : [])];
    const below = this.#below(field);
    const isRequired = "required" in field && field.required === true;
    const write = (name: string, shown: readonly string[]) =>
      `${name}${shown.length > 0 ? ` (${shown.join(", ")})` : ""}${isRequired ? " *" : ""}`;
    const type = this.#word(`types.${field.type}`);
    // Lines below a question could be its choices, unless its type is given.
    const isPlain = field.type === "short_text" && details.length === 0 && asks(label);
    const written = [...(isPlain ? [] : [write(label, details)]), write(label, [type, ...details])];
    const plain = isOnOneLine(label) ? written : [];
    const line =
      plain.find((each) => this.#readsAs(each, below, field)) ?? write(quote(label), [type, ...details]);
    return [line, ...below, ...help];
  }

  /** Whether a line without quotes is read as the field. */
  #readsAs(line: string, below: readonly string[], field: FormField): boolean {
    const document = readDocument(`#\n${[line, ...below].join("\n")}`, this.#words);
    const { elements, problems, unread, title } = document;
    const [only, ...others] = elements;
    if (only?.kind !== "question" || others.length > 0 || problems.length > 0) return false;
    if (unread.length > 0 || title !== undefined || only.question.bracketList) return false;
    if (listDoubts(document, this.#words).some(({ kind }) => kind === "several")) return false;
    const { draft, problems: ofField } = makeField(only.question, this.#words);
    const choices = "choices" in field ? field.choices.filter(isShown).length : undefined;
    const isWhole = choices === undefined || draft.choices.length === choices;
    return (
      ofField.length === 0 && draft.type === field.type && draft.label === this.#say(field.label) && isWhole
    );
  }

  #word(name: WordName): string {
    return this.#words.write(name);
  }

  #key(name: WordName, text: string): string {
    return `${this.#word(name)} = ${this.#item(text)}`;
  }

  #flag(name: WordName, isSet: boolean | undefined): string[] {
    return isSet ? [this.#word(name)] : [];
  }

  #bounds(min: number | string | undefined, max: number | string | undefined, measure?: WordName): string[] {
    const write = (value: number | string) => {
      if (typeof value === "number") return writeNumber(value);
      return value === "today" ? this.#word("values.today") : value;
    };
    const unit = measure ? ` ${this.#word(measure)}` : "";
    if (min !== undefined && max !== undefined)
      return [`${write(min)} ${this.#word("bounds.to")} ${write(max)}${unit}`];
    if (min !== undefined) return [`${this.#word("bounds.at_least")} ${write(min)}${unit}`];
    return max === undefined ? [] : [`${this.#word("bounds.at_most")} ${write(max)}${unit}`];
  }

  /** All but the type, which is needed where no other detail tells it. */
  #details(field: FormField): string[] {
    const placeholder = "placeholder" in field ? field.placeholder : undefined;
    const example = placeholder ? [this.#key("keys.example", this.#say(placeholder))] : [];
    return [...this.#detailsOfType(field), ...example];
  }

  #detailsOfType(field: FormField): string[] {
    switch (field.type) {
      case "short_text":
      case "long_text":
        return this.#textDetails(field);
      case "email":
        return [
          ...(field.validation?.allowed_domains ?? []).map((domain) => this.#key("keys.domain", domain)),
          ...(field.validation?.blocked_domains ?? []).map((domain) => this.#key("keys.blocked", domain)),
        ];
      case "phone":
        return field.default_country ? [this.#key("keys.country", field.default_country)] : [];
      case "number":
        return this.#numberDetails(field);
      case "date":
      case "time":
      case "datetime":
        return this.#bounds(field.validation?.min, field.validation?.max);
      case "consent":
        return this.#consentDetails(field);
      case "rating":
        return [`${field.max} ${this.#word("measures.stars")}`];
      case "scale":
        return this.#scaleDetails(field);
      case "matrix":
        return [
          ...this.#flag("flags.several", field.multiple),
          ...this.#flag("flags.all_rows", field.validation?.require_all_rows),
        ];
      case "file_upload":
        return this.#fileDetails(field);
      default:
        return this.#choiceDetails(field);
    }
  }

  #textDetails({ validation = {} }: Extract<FormField, { type: "short_text" | "long_text" }>): string[] {
    const { min_length, max_length, pattern, pattern_message } = validation;
    return [
      ...this.#bounds(min_length, max_length, "measures.characters"),
      ...(pattern === undefined ? [] : [this.#key("keys.pattern", pattern)]),
      ...(pattern_message ? [this.#key("keys.pattern_message", this.#say(pattern_message))] : []),
    ];
  }

  #numberDetails({ unit, validation = {} }: Extract<FormField, { type: "number" }>): string[] {
    const { min, max, step, integer } = validation;
    return [
      ...this.#bounds(min, max),
      ...(step === undefined ? [] : [`${this.#word("keys.step")} = ${step}`]),
      ...this.#flag("flags.integer", integer),
      ...(unit ? [this.#key("keys.unit", this.#say(unit))] : []),
    ];
  }

  #consentDetails({ label, statement, link }: Extract<FormField, { type: "consent" }>): string[] {
    const said = this.#say(statement);
    return [
      ...(said === this.#say(label) ? [] : [this.#key("keys.statement", said)]),
      ...(link === undefined ? [] : [this.#key("keys.link", link)]),
    ];
  }

  #scaleDetails({ min, max, step, min_label, max_label }: Extract<FormField, { type: "scale" }>): string[] {
    const end = (at: number, text: LocalizedText | undefined) =>
      text ? [`${at} = ${this.#item(this.#say(text))}`] : [];
    return [
      ...this.#bounds(min, max),
      ...(step === undefined ? [] : [`${this.#word("keys.step")} = ${step}`]),
      ...end(min, min_label),
      ...end(max, max_label),
    ];
  }

  #fileDetails({ validation = {} }: Extract<FormField, { type: "file_upload" }>): string[] {
    const { accept = [], max_files, max_file_size_mb } = validation;
    return [
      ...accept,
      ...this.#bounds(undefined, max_files, "measures.files"),
      ...this.#bounds(undefined, max_file_size_mb, "measures.megabytes"),
    ];
  }

  #choiceDetails(field: FormField): string[] {
    const isMultiple = field.type === "multiple_choice";
    const { min_selections: min, max_selections: max } = isMultiple ? (field.validation ?? {}) : {};
    return [
      ...this.#bounds(min, max, "measures.choices"),
      ...this.#flag("flags.other", "allow_other" in field && field.allow_other),
      ...this.#flag("flags.shuffle", "shuffle" in field && field.shuffle),
    ];
  }

  /** Choices, each on a line; a matrix as a table. */
  #below(field: FormField): string[] {
    if (field.type === "matrix")
      return this.#table(field.rows.filter(isShown), field.columns.filter(isShown));
    if (!("choices" in field)) return [];
    return field.choices.filter(isShown).map((choice) => {
      const capacity = "capacity" in choice ? choice.capacity : undefined;
      const places = capacity === undefined ? "" : ` (${capacity} ${this.#word("measures.places")})`;
      return `- ${this.#choice(this.#say(choice.label))}${places}`;
    });
  }

  /** Prints a choice; without quotes, if the line is then still read as the same text. */
  #choice(text: string): string {
    return /^[\p{L}\p{N}][^()[\]{}"“”‹›\n\r]*$/u.test(text) && !/[\s*✓✔✅]$/u.test(text) ? text : quote(text);
  }

  #table(rows: readonly Choice[], columns: readonly Choice[]): string[] {
    const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
    const cell = ({ label }: Choice) => this.#item(this.#say(label));
    return [
      line(["", ...columns.map(cell)]),
      line(["---", ...columns.map(() => "---")]),
      ...rows.map((row) => line([cell(row), ...columns.map(() => "")])),
    ];
  }

  #settings(): string[] {
    const { settings = {}, endings = [], languages } = this.#structure;
    const [ending] = endings.length === 1 && endings[0]?.when === undefined ? endings : [];
    const others = languages.filter((code) => code !== this.#language);
    const names = new Intl.DisplayNames([this.#language], { type: "language" });
    const lines = [
      ...this.#setting("button", settings.submit_label && this.#text(this.#say(settings.submit_label))),
      ...this.#setting("thanks", ending && this.#headline(this.#say(ending.title), ending)),
      ...this.#setting("message", ending?.message && this.#text(this.#say(ending.message))),
      ...this.#setting("redirect", ending?.redirect_url),
      ...this.#setting("opens", settings.opens_at),
      ...this.#setting("closes", settings.closes_at),
      ...this.#setting("closed_text", settings.closed_text && this.#text(this.#say(settings.closed_text))),
      ...this.#setting("full_text", settings.full_text && this.#text(this.#say(settings.full_text))),
      ...this.#setting("limit", settings.response_limit?.toString()),
      ...this.#setting("once", this.#answer(settings.one_response_per_email)),
      ...this.#setting("progress", this.#answer(settings.show_progress)),
      ...this.#setting("one_question", this.#answer(settings.display && settings.display === "one_question")),
      ...this.#setting("imprint", settings.imprint_url),
      ...this.#setting("privacy", settings.privacy_url),
      ...this.#setting("keep", this.#answer(settings.keep_answers)),
      ...this.#setting("languages", others.map((code) => names.of(code)).join(", ") || undefined),
    ];
    return lines.length === 0 ? [] : ["", "---", ...lines];
  }

  /** Prints the headline of an ending; in quotes, if a part of it would be read as the text below it. */
  #headline(text: string, { message }: { readonly message?: LocalizedText }): string {
    return message === undefined && divideEnding(text).message !== undefined ? quote(text) : this.#text(text);
  }

  #setting(key: string, value: string | undefined): string[] {
    return value === undefined ? [] : [`${capital(this.#word(`settings.${key}` as WordName))}: ${value}`];
  }

  #answer(value: boolean | undefined): string | undefined {
    return value === undefined ? undefined : this.#word(value ? "values.yes" : "values.no");
  }
}

/** Two quotes beside each other could begin a text of several lines. */
function isOnOneLine(text: string): boolean {
  return !/[\n\r]|["“‹]{2}/.test(text);
}

function isShown(choice: Choice): boolean {
  return choice.retired !== true;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
