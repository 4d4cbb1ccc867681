/** Reads a line of `output_as`: fixed text, and places such as `{status}` in braces. */

/** A place as the spec writes it. */
export interface WrittenPlace {
  /** Names of members, outermost first; empty for the item itself; undefined for any text. */
  readonly path: readonly string[] | undefined;
  readonly isBlock: boolean;
  /** The words for true and for false. */
  readonly words?: readonly string[];
  /** The text in the braces. */
  readonly text: string;
}

/** A part between `{?` and `?}`, which a line may lack. */
export interface WrittenOption {
  readonly optional: WrittenForm;
}

export type WrittenForm = readonly (string | WrittenPlace | WrittenOption)[];

/** A line that cannot be read back, and how to correct it. */
export interface LineMistake {
  readonly detail: string;
  readonly hint: string;
}

/** Doubled braces stand for single ones. */
const tokens = /\{\{|\}\}|\{\?|\?\}|\{([^{}?][^{}]*)\}|[{}]/g;

/** Divides a line into fixed text and places. */
export function readForm(line: string): { readonly form: WrittenForm; readonly mistake?: LineMistake } {
  const reader = new FormReader();
  let end = 0;
  for (const match of line.matchAll(tokens)) {
    reader.addText(line.slice(end, match.index));
    reader.addToken(match[0], match[1]);
    end = match.index + match[0].length;
  }
  reader.addText(line.slice(end));
  const form = reader.finish();
  const mistake = reader.mistake ?? findMistake(form, []);
  return { form, ...(mistake && { mistake }) };
}

type Parts = (string | WrittenPlace | WrittenOption)[];

class FormReader {
  mistake: LineMistake | undefined;
  readonly #whole: Parts = [];
  /** The optional part that is not closed yet. */
  #optional: Parts | undefined;

  addText(text: string): void {
    const parts = this.#optional ?? this.#whole;
    const last = parts.at(-1);
    if (typeof last === "string") parts[parts.length - 1] = last + text;
    else if (text !== "") parts.push(text);
  }

  /** Adds a place, or what braces mean. @param inner the text between braces */
  addToken(token: string, inner: string | undefined): void {
    if (inner !== undefined) (this.#optional ?? this.#whole).push(readPlace(inner));
    else if (token === "{{" || token === "}}") this.addText(token[0]!);
    else if (token === "{?" && this.#optional === undefined) this.#optional = [];
    else if (token === "?}" && this.#optional !== undefined) this.#closeOption(this.#optional);
    else this.mistake ??= singleBrace(token);
  }

  finish(): WrittenForm {
    if (this.#optional) this.mistake ??= singleBrace("{?");
    return this.#whole.length === 0 ? [""] : this.#whole;
  }

  #closeOption(optional: Parts): void {
    this.#whole.push({ optional });
    this.#optional = undefined;
  }
}

/** Reads what stands in braces: `name`, `owner/name`, `.`, `*`, `done:yes|no` or `notes...`. */
function readPlace(text: string): WrittenPlace {
  const isBlock = text.endsWith("...");
  const [name = "", words] = (isBlock ? text.slice(0, -"...".length) : text).split(":", 2);
  return {
    path: name === "*" ? undefined : toSteps(name),
    isBlock,
    ...(words !== undefined && { words: words.split("|") }),
    text,
  };
}

/** The steps to a member: `owner/name` -> `["owner", "name"]`, and none for `.`, the value itself. */
export function toSteps(name: string): readonly string[] {
  return name === "." ? [] : name.split("/");
}

function singleBrace(token: string): LineMistake {
  if (token.includes("?")) {
    return {
      detail: `A ${JSON.stringify(token)} has no counterpart.`,
      hint: "A part that a line may lack stands between `{?` and `?}`, and has no such part inside.",
    };
  }
  return {
    detail: `A ${JSON.stringify(token)} stands alone.`,
    hint: `Write \`${token}${token}\` for the character itself.`,
  };
}

/** Finds places that a reader cannot divide. @param after the parts behind the form */
function findMistake(form: WrittenForm, after: WrittenForm): LineMistake | undefined {
  for (const [index, part] of form.entries()) {
    const rest = [...form.slice(index + 1), ...after];
    if (typeof part === "string") continue;
    const mistake = "optional" in part ? findMistake(part.optional, rest) : findUndivided(part, rest);
    if (mistake) return mistake;
  }
  return undefined;
}

function findUndivided(place: WrittenPlace, rest: WrittenForm): LineMistake | undefined {
  const neighbour = nextPlaces(rest)[0];
  if (neighbour) {
    return {
      detail: `No text stands between \`{${place.text}}\` and \`{${neighbour.text}}\`, so a reader cannot tell them apart.`,
      hint: "Put text between them, or leave one out.",
    };
  }
  if (place.isBlock && rest.length > 0) {
    return {
      detail: `Text follows \`{${place.text}}\`, which takes all lines after it.`,
      hint: `Write \`{${place.text.replace(/\.+$/, "")}}\`, or begin another line.`,
    };
  }
  return undefined;
}

/** The places with which the rest of a line may begin. */
function nextPlaces([part, ...rest]: WrittenForm): readonly WrittenPlace[] {
  if (part === undefined || typeof part === "string") return [];
  return "optional" in part ? [...nextPlaces(part.optional), ...nextPlaces(rest)] : [part];
}
