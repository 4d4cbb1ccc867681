/** Walks over the tokens of a formula, and reports what does not belong there. */
import { closestName } from "@toolwright/runtime/closest-name";
import type { Sentence } from "../../../texts/sentences/sentence.ts";
import { type Token, tokenize } from "./tokens.ts";

/** A syntax mistake in a formula. */
export interface Mistake {
  /** Index of the character. */
  readonly at: number;
  readonly sentence: Sentence;
}

export class FormulaMistake extends Error implements Mistake {
  override readonly name = "FormulaMistake";
  readonly at: number;
  readonly sentence: Sentence;

  constructor(at: number, sentence: Sentence) {
    super(sentence.key);
    this.at = at;
    this.sentence = sentence;
  }
}

/** Reading recurses, so it ends here. No stored tree needs as many levels. */
const MAX_DEPTH = 64;

export class Cursor {
  readonly formula: string;
  readonly #tokens: readonly Token[];
  #index = 0;
  #depth = 0;
  /** The most levels of brackets and functions so far. */
  deepest = 0;

  constructor(formula: string) {
    this.formula = formula;
    this.#tokens = tokenize(formula);
  }

  get token(): Token {
    return this.#tokens[this.#index]!;
  }

  take(): Token {
    const { token } = this;
    if (token.kind !== "end") this.#index += 1;
    return token;
  }

  /** Whether the next token is this sign or word. */
  is(value: string): boolean {
    const { kind, value: next } = this.token;
    return (kind === "sign" || kind === "word") && next === value;
  }

  /** Whether a bracket follows the next token, which is then the name of a function. */
  get isCall(): boolean {
    const next = this.#tokens[this.#index + 1];
    const isNamed = this.token.kind === "id" && this.formula[this.token.from] !== "{";
    return isNamed && next?.kind === "sign" && next.value === "(";
  }

  /** Takes one of these signs or words, if it is the next token. */
  takeOne<Value extends string>(...values: readonly Value[]): Value | undefined {
    const value = values.find((one) => this.is(one));
    if (value !== undefined) this.take();
    return value;
  }

  expect(sign: string): void {
    if (this.takeOne(sign) === undefined) this.fail({ key: "mistake_sign", values: { sign } });
  }

  /** Reads what stands in brackets, or behind a sign that may be repeated. */
  deeper<Read>(read: () => Read): Read {
    this.#depth += 1;
    this.deepest = Math.max(this.deepest, this.#depth);
    if (this.#depth > MAX_DEPTH) this.fail({ key: "mistake_deep", values: { most: MAX_DEPTH } });
    const result = read();
    this.#depth -= 1;
    return result;
  }

  /** @param token undefined: the next one */
  fail(sentence: Sentence, token: Token = this.token): never {
    const found = token.kind === "end" ? { key: "mistake_end" as const } : this.#showToken(token);
    const { value } = token;
    const wrong: Sentence | undefined =
      token.kind === "wrong"
        ? { key: value === "'" || value === '"' ? "mistake_quote" : "mistake_character" }
        : undefined;
    const values = { place: token.from + 1, found, mistake: wrong ?? sentence };
    throw new FormulaMistake(token.from, { key: "formula_mistake", values });
  }

  #showToken({ from, to }: Token): string {
    const text = this.formula.slice(from, to);
    return text.length > 40 ? `${text.slice(0, 40)}…` : text;
  }
}

/** How a sentence ends: with the name that was probably meant, if there is one. */
export function suggestName(name: string, known: readonly string[]): { readonly guess: Sentence | string } {
  const match = closestName(name, known);
  return { guess: match === undefined ? "." : { key: "did_you_mean", values: { match } } };
}
