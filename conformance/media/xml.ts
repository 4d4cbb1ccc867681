/** Reads XML, as strictly as browsers and parsers do, which refuse a file with one mistake as a whole. */

export interface XmlElement {
  /** With its prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Of this element and those in it. */
  readonly text: string;
}

/** Thrown for what is not XML. */
export class XmlError extends Error {}

interface OpenElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
  readonly prefixes: ReadonlySet<string>;
}

const token =
  /<!--(?<comment>[\s\S]*?)-->|<!\[CDATA\[(?<data>[\s\S]*?)\]\]>|<\?[\s\S]*?\?>|(?<doctype><!DOCTYPE(?:[^[>"']|"[^"]*"|'[^']*'|\[(?:[^\]"']|"[^"]*"|'[^']*')*\])*>)|<\/(?<close>[^\s<>/=]+)\s*>|<(?<open>[^\s<>/=!?"'&]+)(?<attributes>(?:\s+[^\s<>/="'&]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/)?>|(?<text>[^<]+)/y;
const attribute = /\s+(?<name>[^\s=]+)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/g;
const ownEntities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
/** Characters that no XML may have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows no control characters but these three.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** Returns the root. @throws XmlError if the text is not XML */
export function readXml(source: string): XmlElement {
  const reader = new Reader();
  const text = source.replace(/^\uFEFF/, "");
  if (forbidden.test(text)) throw new XmlError("it has a character that XML forbids");
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const groups = token.exec(text)?.groups;
    if (groups === undefined) throw new XmlError(`it is no XML at ${JSON.stringify(excerpt(text, at))}`);
    reader.take(groups);
  }
  return reader.end();
}

function excerpt(text: string, at: number): string {
  return text.slice(at, at + 40);
}

/** Puts together the elements of one text. */
class Reader {
  readonly #open: OpenElement[] = [];
  #root: XmlElement | undefined;
  /** A document type may declare entities of its own, which are not read. */
  #hasTypes = false;

  take({ doctype, close, open, attributes, empty, text, data }: Record<string, string | undefined>): void {
    if (doctype !== undefined) this.#hasTypes = true;
    else if (close !== undefined) this.#close(close);
    else if (open !== undefined) this.#start(open, attributes ?? "", empty !== undefined);
    else if (data !== undefined || text !== undefined) this.#addText(data ?? this.#decode(text ?? ""));
  }

  end(): XmlElement {
    const last = this.#open.at(-1);
    if (last !== undefined) throw new XmlError(`<${last.name}> is not closed`);
    if (this.#root === undefined) throw new XmlError("it has no element");
    return this.#root;
  }

  #start(name: string, written: string, isEmpty: boolean): void {
    if (this.#root !== undefined && this.#open.length === 0)
      throw new XmlError(`<${name}> follows the end of <${this.#root.name}>`);
    const attributes = this.#readAttributes(name, written);
    const outer = this.#open.at(-1)?.prefixes ?? new Set(["xml", "xmlns"]);
    const own = [...attributes.keys()].filter((key) => key.startsWith("xmlns:")).map((key) => key.slice(6));
    const prefixes = own.length === 0 ? outer : new Set([...outer, ...own]);
    const unknown = [name, ...attributes.keys()].find(
      (each) => each.includes(":") && !prefixes.has(each.slice(0, each.indexOf(":"))),
    );
    if (unknown !== undefined) throw new XmlError(`the prefix of ${unknown} is not declared`);
    this.#open.push({ name, attributes, children: [], text: "", prefixes });
    if (isEmpty) this.#close(name);
  }

  #readAttributes(name: string, written: string): ReadonlyMap<string, string> {
    const attributes = new Map<string, string>();
    for (const { groups = {} } of written.matchAll(attribute)) {
      const key = groups.name ?? "";
      if (attributes.has(key)) throw new XmlError(`<${name}> has ${key} twice`);
      attributes.set(key, this.#decode(groups.double ?? groups.single ?? ""));
    }
    return attributes;
  }

  #close(name: string): void {
    const last = this.#open.pop();
    if (last?.name !== name) throw new XmlError(`</${name}> ends ${last ? `<${last.name}>` : "nothing"}`);
    const { attributes, children, text } = last;
    const element = { name, attributes, children, text };
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      this.#root = element;
      return;
    }
    parent.children.push(element);
    parent.text += text;
  }

  #addText(text: string): void {
    const last = this.#open.at(-1);
    if (last !== undefined) last.text += text;
    else if (/\S/.test(text))
      throw new XmlError(`${JSON.stringify(text.trim().slice(0, 40))} is in no element`);
  }

  #decode(text: string): string {
    return text.replaceAll(/&([^;\s&]*;)?/g, (found, name: string | undefined) => {
      const entity = name?.slice(0, -1) ?? "";
      const [, hex, digits] = /^#(?:x([\da-f]+)|(\d+))$/i.exec(entity) ?? [];
      if (hex !== undefined || digits !== undefined) return readCharacter(hex ? `0x${hex}` : digits!, found);
      const own = Object.hasOwn(ownEntities, entity) ? ownEntities[entity] : undefined;
      if (own !== undefined) return own;
      if (this.#hasTypes && entity !== "") return found;
      throw new XmlError(`${JSON.stringify(found)} is no entity`);
    });
  }
}

function readCharacter(digits: string, written: string): string {
  const code = Number(digits);
  const character = code <= 0x10_ffff ? String.fromCodePoint(code) : "\0";
  if (forbidden.test(character)) throw new XmlError(`${written} is a character that XML forbids`);
  return character;
}
