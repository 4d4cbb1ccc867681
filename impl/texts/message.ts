/**
 * Reads messages in the syntax of ICU MessageFormat: `{name}` is replaced by a value, `{count, plural, one {# file} other {#
 * files}}` by the form for a number, and quotes as in `'{'` keep a brace. The form `=0` is for the number 0 alone. Other types of
 * arguments are errors.
 */

/** A text, or an argument for a value. */
type Piece = string | Argument;

interface Argument {
  readonly name: string;
  /** Undefined: the value itself. */
  readonly plural?: PluralForms;
}

/** The forms by plural category (Unicode CLDR), and `=0` for the number 0. */
interface PluralForms {
  readonly other: readonly Piece[];
  readonly [category: string]: readonly Piece[];
}

type Write = (name: string) => string;

/**
 * @param value writes the value of a name
 * @param category the plural category of a value, for messages with plurals
 */
export function fillMessage(message: string, value: Write, category: Write = () => "other"): string {
  return fill(readMessage(message), value, category);
}

function fill(pieces: readonly Piece[], value: Write, category: Write): string {
  let filled = "";
  for (const piece of pieces) {
    if (typeof piece === "string") filled += piece;
    else if (piece.plural === undefined) filled += value(piece.name);
    else filled += fill(choose(piece.plural, value(piece.name), category(piece.name)), value, category);
  }
  return filled;
}

function choose(forms: PluralForms, number: string, category: string): readonly Piece[] {
  return (number === "0" ? forms["=0"] : undefined) ?? forms[category] ?? forms.other;
}

/** The message in each of its plural forms, by category, with `{name}` for its values. */
export function pluralForms(message: string): Readonly<Record<string, string>> {
  const pieces = readMessage(message);
  const categories = pieces.flatMap((piece) =>
    Object.keys((typeof piece === "object" && piece.plural) || {}),
  );
  const form = (category: string) =>
    fill(
      pieces,
      (name) => `{${name}}`,
      () => category,
    );
  return Object.fromEntries((categories.length > 0 ? categories : ["other"]).map((one) => [one, form(one)]));
}

const messages = new Map<string, readonly Piece[]>();

/** @throws where the message is not in the syntax */
export function readMessage(message: string): readonly Piece[] {
  let pieces = messages.get(message);
  if (pieces === undefined) {
    pieces = new MessageReader(message).read();
    messages.set(message, pieces);
  }
  return pieces;
}

const TEXT = /(?:[^'{}]|''|'[{}](?:[^']|'')*'|'(?![{}]))+/y;
/** Matches text in a plural, where `#` is the number. */
const TEXT_IN_PLURAL = /(?:[^'{}#]|''|'[{}#](?:[^']|'')*'|'(?![{}#]))+/y;

class MessageReader {
  readonly #message: string;
  #at = 0;

  constructor(message: string) {
    this.#message = message;
  }

  read(): Piece[] {
    const pieces = this.#pieces();
    if (this.#at < this.#message.length) this.#fail("ends a brace that nothing has begun");
    return pieces;
  }

  /** Parses pieces. @param number the name of the number for `#` */
  #pieces(number?: string): Piece[] {
    const pieces: Piece[] = [];
    for (;;) {
      const text = this.#match(number === undefined ? TEXT : TEXT_IN_PLURAL);
      if (text !== undefined) pieces.push(unquote(text));
      else if (number !== undefined && this.#match(/#/y)) pieces.push({ name: number });
      else if (this.#match(/\{\s*/y)) pieces.push(this.#argument());
      else return pieces;
    }
  }

  #argument(): Argument {
    const name = this.#expect(/\w+/y, "the name of a value");
    if (this.#match(/\s*\}/y)) return { name };
    this.#expect(/\s*,\s*plural\s*,/y, "} or the type plural");
    const forms: Record<string, readonly Piece[]> = {};
    while (!this.#match(/\s*\}/y)) {
      const category = this.#expect(/\s*(?:=0|zero|one|two|few|many|other)\b/y, "a plural category").trim();
      this.#expect(/\s*\{/y, "{");
      forms[category] = this.#pieces(name);
      this.#expect(/\}/y, "}");
    }
    const { other } = forms;
    if (other === undefined) this.#fail("ends a plural without the form other");
    return { name, plural: { ...forms, other } };
  }

  #expect(pattern: RegExp, what: string): string {
    return this.#match(pattern) ?? this.#fail(`should be ${what}`);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [match] = pattern.exec(this.#message) ?? [];
    this.#at += match?.length ?? 0;
    return match;
  }

  #fail(problem: string): never {
    throw new Error(`Character ${this.#at + 1} ${problem}: ${this.#message}`);
  }
}

function unquote(text: string): string {
  return text.replace(
    /''|'([{}#](?:[^']|'')*)'/g,
    (_, quoted?: string) => quoted?.replaceAll("''", "'") ?? "'",
  );
}
