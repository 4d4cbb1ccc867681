/** Makes a field from the line of a question. */
import { limits } from "../../../../generated/limits.ts";
import type { FileExtension } from "../../../../generated/types.ts";
import type { FieldType } from "../../fields/client/client-kind.ts";
import type { Problem } from "../marks/problem.ts";
import type { ChoiceText } from "../questions/choices.ts";
import type { Detail, Measure } from "../questions/detail.ts";
import { knownLabel } from "../questions/labels.ts";
import type { QuestionText } from "../questions/question-text.ts";
import type { Value } from "../values.ts";
import type { Words } from "../words.ts";
import { type BoundDetail, chooseType, readNumber } from "./field-type.ts";

/** A field with texts in one language, as the schema of structures has it otherwise. */
export interface FieldDraft {
  readonly type: FieldType;
  readonly label: string;
  /** Undefined: the text does not say. */
  readonly isRequired: boolean | undefined;
  readonly help: string | undefined;
  /** Texts by the names of the schema: `unit`, `placeholder`. */
  readonly texts: Readonly<Record<string, string>>;
  /** All but texts: `shuffle`, `step`. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly validation: Readonly<Record<string, unknown>>;
  readonly choices: readonly ChoiceText[];
  readonly rows: readonly ChoiceText[];
}

export interface MadeField {
  readonly draft: FieldDraft;
  readonly problems: readonly Problem[];
}

export function makeField(question: QuestionText, words: Words): MadeField {
  const type = chooseType(question, words);
  const maker = new FieldMaker(type, question);
  for (const detail of question.details) maker.apply(detail);
  if (type === "file_upload" && asksForPictures(question, words)) maker.acceptPictures();
  return maker.finish();
}

/** "Photos" are pictures, unless the line says which files it takes. */
function asksForPictures({ label, details }: QuestionText, words: Words): boolean {
  const saysFiles = details.some(({ kind }) => kind === "type" || kind === "format");
  return !saysFiles && knownLabel(label, words) === "labels.photo";
}

/** The names by which a type keeps its bounds; a type that is missing has its own way. */
const BOUNDS: Readonly<Partial<Record<FieldType, { readonly min: string; readonly max: string }>>> = {
  short_text: { min: "min_length", max: "max_length" },
  long_text: { min: "min_length", max: "max_length" },
  number: { min: "min", max: "max" },
  date: { min: "min", max: "max" },
  time: { min: "min", max: "max" },
  datetime: { min: "min", max: "max" },
  multiple_choice: { min: "min_selections", max: "max_selections" },
};

const MEASURES: Readonly<Partial<Record<FieldType, Measure>>> = {
  short_text: "characters",
  long_text: "characters",
  multiple_choice: "choices",
  rating: "stars",
};

const VALUES: Readonly<Partial<Record<FieldType, readonly Value["kind"][]>>> = {
  date: ["date", "today"],
  time: ["time"],
  datetime: ["datetime", "today"],
};

/** The most that a field of files can have. */
const MOST: Readonly<Record<string, number>> = {
  files: limits.files_per_field.max,
  megabytes: limits.file_size_mb.max,
};

/** The types of files that cameras and screens make. */
const PICTURES: readonly FileExtension[] = ["jpg", "png", "heic", "webp"];

const CHOICES: ReadonlySet<FieldType> = new Set<FieldType>([
  "single_choice",
  "multiple_choice",
  "dropdown",
  "ranking",
  "matrix",
]);
const WITHOUT_ANSWER: ReadonlySet<FieldType> = new Set<FieldType>(["statement", "section"]);

const FLAGS: Readonly<Record<string, readonly FieldType[]>> = {
  shuffle: ["single_choice", "multiple_choice", "dropdown", "ranking"],
  other: ["single_choice", "multiple_choice", "dropdown"],
  integer: ["number"],
  several: ["matrix"],
  all_rows: ["matrix"],
};

const KEYS: Readonly<Record<string, readonly FieldType[]>> = {
  unit: ["number"],
  example: ["short_text", "long_text", "email", "phone", "url", "number", "dropdown"],
  statement: ["consent"],
  link: ["consent"],
  country: ["phone"],
  domain: ["email"],
  blocked: ["email"],
  pattern: ["short_text", "long_text"],
  pattern_message: ["short_text", "long_text"],
  step: ["number", "scale"],
};

class FieldMaker {
  readonly #type: FieldType;
  readonly #question: QuestionText;
  readonly #texts: Record<string, string> = {};
  readonly #properties: Record<string, unknown> = {};
  readonly #validation: Record<string, unknown> = {};
  readonly #problems: Problem[] = [];
  readonly #ends: { at: number; text: string }[] = [];
  #isRequired: boolean | undefined;

  constructor(type: FieldType, question: QuestionText) {
    this.#type = type;
    this.#question = question;
    this.#isRequired = question.hasStar || undefined;
    if (type === "rating") this.#properties.max = 5;
    if (type === "scale") Object.assign(this.#properties, { min: 1, max: 10 });
  }

  apply(detail: Detail): void {
    if (!this.#takes(detail)) this.#reportMisplaced();
  }

  /** Phones offer their camera where a question takes pictures only. */
  acceptPictures(): void {
    this.#validation.accept = PICTURES;
  }

  finish(): MadeField {
    const { label, help, choices, rows = [] } = this.#question;
    this.#checkChoices();
    this.#checkRange();
    this.#nameEnds();
    if (this.#type === "consent") this.#texts.statement ??= label;
    const draft: FieldDraft = {
      type: this.#type,
      label,
      isRequired: this.#isRequired,
      help,
      texts: this.#texts,
      properties: this.#properties,
      validation: this.#validation,
      choices,
      rows,
    };
    return { draft, problems: this.#problems };
  }

  /** Applies a detail. @returns false if the type has no such detail */
  #takes(detail: Detail): boolean {
    switch (detail.kind) {
      case "type":
        return this.#takesType(detail.type);
      case "flag":
        return this.#takesFlag(detail.flag);
      case "bound":
        return this.#takesBound(detail);
      case "count":
        return this.#takesCount(detail.count, detail.measure);
      case "key":
        return this.#takesKey(detail.key, detail.text);
      case "end":
        this.#ends.push(detail);
        return this.#type === "scale";
      case "format":
        return this.#takesFormats(detail.formats);
      case "unit":
        this.#texts.unit = detail.text;
        return this.#type === "number";
    }
  }

  #takesType(type: FieldType): boolean {
    const isMenu = this.#type === "dropdown" && type === "single_choice";
    const isGrid = this.#type === "matrix" && (type === "single_choice" || type === "multiple_choice");
    if (isGrid && type === "multiple_choice") this.#properties.multiple = true;
    return type === this.#type || isMenu || isGrid;
  }

  #takesFlag(flag: string): boolean {
    if (flag === "required" || flag === "optional") {
      this.#isRequired = flag === "required";
      return !WITHOUT_ANSWER.has(this.#type);
    }
    if (flag === "integer") this.#validation.integer = true;
    else if (flag === "all_rows") this.#validation.require_all_rows = true;
    else this.#properties[PROPERTIES[flag] ?? flag] = true;
    return FLAGS[flag]?.includes(this.#type) ?? false;
  }

  #takesBound({ side, value, measure }: BoundDetail): boolean {
    const type = this.#type;
    if (type === "file_upload")
      return side === "max" && this.#takesCount(readNumber(value), measure ?? "files");
    if (measure !== undefined && measure !== MEASURES[type]) return false;
    if (!(VALUES[type] ?? ["number"]).includes(value.kind)) return false;
    const plain = value.kind === "number" ? value.number : value.text;
    if (type === "rating") {
      if (side === "max") this.#properties.max = plain;
      return side === "max" || plain === 1;
    }
    if (type === "scale") this.#properties[side] = plain;
    const place = BOUNDS[type]?.[side];
    if (place !== undefined) this.#validation[place] = plain;
    return type === "scale" || place !== undefined;
  }

  #takesCount(count: number | undefined, measure: Measure | undefined): boolean {
    if (count === undefined || count > (MOST[measure ?? ""] ?? count)) return false;
    if (this.#type === "rating" && measure === "stars") this.#properties.max = count;
    else if (this.#type === "file_upload" && measure === "files") this.#validation.max_files = count;
    else if (this.#type === "file_upload" && measure === "megabytes")
      this.#validation.max_file_size_mb = count;
    else return false;
    return true;
  }

  #takesKey(key: string, text: string): boolean {
    if (!KEYS[key]?.includes(this.#type)) return false;
    if (key === "step") {
      const step = Number(text.replace(",", "."));
      if (this.#type === "number") this.#validation.step = step;
      else this.#properties.step = step;
      return Number.isFinite(step);
    }
    if (key === "unit" || key === "statement") this.#texts[key] = text;
    else if (key === "example") this.#texts.placeholder = text;
    else if (key === "link") this.#properties.link = text;
    else if (key === "country") this.#properties.default_country = text.toUpperCase();
    else if (key === "pattern") this.#validation.pattern = text;
    else if (key === "pattern_message") this.#validation.pattern_message = text;
    else this.#addDomain(key === "domain" ? "allowed_domains" : "blocked_domains", text);
    return true;
  }

  #addDomain(place: string, domain: string): void {
    const known = this.#validation[place];
    this.#validation[place] = [...(Array.isArray(known) ? known : []), domain];
  }

  #takesFormats(formats: readonly string[]): boolean {
    const known = this.#validation.accept;
    this.#validation.accept = [...new Set([...(Array.isArray(known) ? known : []), ...formats])];
    return this.#type === "file_upload";
  }

  #checkChoices(): void {
    const { choices, rows, labelSpan, problems } = this.#question;
    const isOpen = problems.length > 0;
    const needs = CHOICES.has(this.#type);
    const isMissing = choices.length === 0 || (this.#type === "matrix" && !rows);
    if (needs && isMissing && !isOpen) this.#problems.push({ code: "choices_missing", span: labelSpan });
    if (!needs && choices.length > 0) this.#reportMisplaced();
    const limited = choices.some(({ capacity }) => capacity !== undefined);
    if (limited && (this.#type === "ranking" || this.#type === "matrix")) this.#reportMisplaced();
  }

  #checkRange(): void {
    const { min: low, max: high } = BOUNDS[this.#type] ?? { min: "", max: "" };
    const [min, max] =
      this.#type === "scale"
        ? [this.#properties.min, this.#properties.max]
        : [this.#validation[low], this.#validation[high]];
    if (min === "today" || max === "today" || min === undefined || max === undefined) return;
    const isReversed = typeof min === "number" ? min > Number(max) : String(min) > String(max);
    if (isReversed) this.#problems.push({ code: "range_reversed", span: this.#question.span });
  }

  #nameEnds(): void {
    for (const { at, text } of this.#ends) {
      if (at === this.#properties.min) this.#texts.min_label = text;
      else if (at === this.#properties.max) this.#texts.max_label = text;
      else this.#reportMisplaced();
    }
  }

  #reportMisplaced(): void {
    const types = new Set(
      this.#question.details.flatMap((detail) => (detail.kind === "type" ? detail.type : [])),
    );
    this.#problems.push({
      code: types.size > 1 ? "types_differ" : "detail_misplaced",
      span: this.#question.span,
      type: this.#type,
    });
  }
}

const PROPERTIES: Readonly<Record<string, string>> = { other: "allow_other", several: "multiple" };
