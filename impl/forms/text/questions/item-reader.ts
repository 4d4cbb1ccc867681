/** Reads one detail of a bracket, such as `1 to 10` or `example = Jane`. */
import type { FieldType } from "../../fields/client/client-kind.ts";
import { readQuotation } from "../marks/quotes.ts";
import { type Span, trimSpan } from "../marks/span.ts";
import { readTokens, type Token } from "../marks/tokens.ts";
import { numberAt, valueAt } from "../values.ts";
import { ofGroup, oneOf, type WordName, type Words } from "../words.ts";
import type { Detail, Flag, Key, Measure, NameOf } from "./detail.ts";
import { extensions } from "./extensions.ts";
import units from "./units.json" with { type: "json" };

const ALONE: ReadonlySet<string> = new Set(units.alone.split(", "));
const BESIDE: ReadonlySet<string> = new Set(units.beside.split(", "));

export class ItemReader {
  /** Texts of the form within the item. */
  readonly texts: Span[] = [];
  /** The place of the sign before such a text. */
  markFrom = 0;
  readonly #source: string;
  readonly #words: Words;
  readonly #span: Span;
  readonly #tokens: readonly Token[];
  readonly #details: Detail[] = [];
  #at = 0;

  constructor(source: string, words: Words, span: Span) {
    this.#source = source;
    this.#words = words;
    this.#span = span;
    this.#tokens = readTokens(source, span);
  }

  /** Reads all details one after the other; undefined if a token is not a detail. */
  read(): readonly Detail[] | undefined {
    if (this.#tokens.length === 0) return undefined;
    while (this.#at < this.#tokens.length) {
      const details = this.#next();
      if (details === undefined) return undefined;
      this.#details.push(...details);
    }
    return this.#details;
  }

  #next(): readonly Detail[] | undefined {
    return (
      this.#readKeyed() ??
      this.#end() ??
      this.#choose() ??
      this.#range() ??
      this.#readBound() ??
      this.#boundBehind() ??
      this.#count() ??
      this.#word() ??
      this.#formats() ??
      this.#unit()
    );
  }

  /** `example = Jane`; `step 0.5` needs no sign. */
  #readKeyed(): Detail[] | undefined {
    const found = this.#words.at(this.#tokens, this.#at, ofGroup("keys"));
    if (!found) return undefined;
    const key = found.name.slice("keys.".length) as Key;
    const text = this.#textBehind(found.to);
    if (text !== undefined) return [{ kind: "key", key, text }];
    const number = key === "step" ? numberAt(this.#tokens, found.to) : undefined;
    if (number?.value.kind !== "number") return undefined;
    this.#at = number.to;
    return [{ kind: "key", key, text: String(number.value.number) }];
  }

  /** `1 = bad`. */
  #end(): Detail[] | undefined {
    const number = numberAt(this.#tokens, this.#at);
    if (number?.value.kind !== "number") return undefined;
    const text = this.#textBehind(number.to);
    return text === undefined ? undefined : [{ kind: "end", at: number.value.number, text }];
  }

  /** The text behind `=`, up to the end of the item. */
  #textBehind(at: number): string | undefined {
    const sign = this.#tokens[at];
    if (sign?.key !== "=") return undefined;
    const span = trimSpan(this.#source, { from: sign.to, to: this.#span.to });
    const quoted = readQuotation(this.#source, span.from, span.to);
    const text = quoted?.to === span.to ? quoted.inner : span;
    if (text.to === text.from) return undefined;
    this.texts.push(text);
    this.markFrom = sign.from;
    this.#at = this.#tokens.length;
    return this.#source.slice(text.from, text.to);
  }

  /** `choose up to 2`, `choose 1 to 3`. */
  #choose(): Detail[] | undefined {
    const verb = this.#words.at(this.#tokens, this.#at, oneOf("bounds.choose"));
    const whole = this.#words.at(this.#tokens, this.#at, ofGroup("types"));
    if (!verb || (whole && whole.to > verb.to)) return undefined;
    const before = this.#at;
    this.#at = verb.to;
    const bounds = this.#range() ?? this.#readBound() ?? this.#exactly();
    if (bounds === undefined || !bounds.every(isCountOfChoices)) {
      this.#at = before;
      return undefined;
    }
    const chosen = bounds.map((bound) => ({ ...bound, measure: "choices" as const }));
    return [{ kind: "type", type: "multiple_choice" }, ...chosen];
  }

  #exactly(): Detail[] | undefined {
    const number = numberAt(this.#tokens, this.#at);
    if (!number) return undefined;
    const { value } = number;
    const measure = this.#measureAt(number.to);
    this.#at = measure?.to ?? number.to;
    return (["min", "max"] as const).map((side) => ({
      kind: "bound",
      side,
      value,
      measure: measure?.measure,
    }));
  }

  /** `1 to 10`, `1-10`, `between 1 and 10`, also of dates. */
  #range(): Detail[] | undefined {
    const lead = this.#words.at(this.#tokens, this.#at, oneOf("bounds.between"));
    const min = valueAt(this.#tokens, lead?.to ?? this.#at, this.#words);
    if (!min) return undefined;
    const between = this.#words.at(this.#tokens, min.to, oneOf("bounds.to", ...(lead ? AND : [])));
    const max = between && valueAt(this.#tokens, between.to, this.#words);
    if (!max) return undefined;
    const measure = this.#measureAt(max.to);
    this.#at = measure?.to ?? max.to;
    return [
      { kind: "bound", side: "min", value: min.value, measure: measure?.measure },
      { kind: "bound", side: "max", value: max.value, measure: measure?.measure },
    ];
  }

  /** `at least 3`, `up to 200 characters`, `from today`. */
  #readBound(): Detail[] | undefined {
    const lead = this.#words.at(this.#tokens, this.#at, oneOf("bounds.at_least", "bounds.at_most"));
    const value = lead && valueAt(this.#tokens, this.#behindStop(lead.to), this.#words);
    if (!value) return undefined;
    const measure = this.#measureAt(value.to);
    this.#at = measure?.to ?? value.to;
    const side = lead.name === "bounds.at_least" ? "min" : "max";
    return [{ kind: "bound", side, value: value.value, measure: measure?.measure }];
  }

  /** `120 max`. In English and elsewhere `90 min` are minutes. */
  #boundBehind(): Detail[] | undefined {
    const value = numberAt(this.#tokens, this.#at);
    const word = value && this.#words.at(this.#tokens, value.to, oneOf("bounds.at_most"));
    const end = word && this.#behindStop(word.to);
    if (end !== this.#tokens.length || !value) return undefined;
    this.#at = end;
    return [{ kind: "bound", side: "max", value: value.value, measure: undefined }];
  }

  /** `12 places`. */
  #count(): Detail[] | undefined {
    const number = numberAt(this.#tokens, this.#at);
    const measure = number && this.#measureAt(number.to);
    if (!measure || number.value.kind !== "number") return undefined;
    this.#at = measure.to;
    return [{ kind: "count", count: number.value.number, measure: measure.measure }];
  }

  /** Skips the full stop of an abbreviation, as in `max. 5` and `req.`. */
  #behindStop(at: number): number {
    return this.#tokens[at]?.key === "." ? at + 1 : at;
  }

  #measureAt(at: number): { readonly measure: Measure; readonly to: number } | undefined {
    const found = this.#words.at(this.#tokens, at, ofGroup("measures"));
    return found && { measure: found.name.slice("measures.".length) as Measure, to: found.to };
  }

  /** A type or a flag, whichever is longer. */
  #word(): Detail[] | undefined {
    const found = this.#words.at(this.#tokens, this.#at, isTypeOrFlag);
    if (!found) return undefined;
    this.#at = this.#behindStop(found.to);
    const [group, name] = found.name.split(".");
    return group === "types"
      ? [{ kind: "type", type: name as FieldType }]
      : [{ kind: "flag", flag: name as Flag }];
  }

  /** `pdf`, `pdf or docx`, `pdf/docx`. */
  #formats(): Detail[] | undefined {
    const formats: string[] = [];
    let at = this.#at;
    for (let named = extensions(this.#tokens[at]?.key); named; named = extensions(this.#tokens[at]?.key)) {
      formats.push(...named);
      at++;
      this.#at = at;
      const joint = this.#words.at(this.#tokens, at, oneOf("joins.or", "joins.and"));
      at = joint?.to ?? (this.#tokens[at]?.key === "/" ? at + 1 : at);
    }
    return formats.length === 0 ? undefined : [{ kind: "format", formats }];
  }

  #unit(): Detail[] | undefined {
    const token = this.#tokens[this.#at];
    if (!token) return undefined;
    const span = { from: token.from, to: this.#span.to };
    const text = this.#source.slice(span.from, span.to);
    const isClear = ALONE.has(text);
    if (!isClear && !BESIDE.has(text)) return undefined;
    this.texts.push(span);
    this.markFrom = span.from;
    this.#at = this.#tokens.length;
    return [{ kind: "unit", text, isClear: isClear || this.#details.length > 0 }];
  }
}

const AND = ["bounds.and"] as const;

function isCountOfChoices(detail: Detail): boolean {
  return (
    detail.kind === "bound" &&
    detail.value.kind === "number" &&
    (detail.measure === undefined || detail.measure === "choices")
  );
}

function isTypeOrFlag(name: WordName): name is `types.${NameOf<"types">}` | `flags.${Flag}` {
  return name.startsWith("types.") || name.startsWith("flags.");
}
