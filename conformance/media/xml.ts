/** Reads XML as browsers do, which refuse a file with one mistake as a whole. */
import { SaxesParser } from "saxes";

export interface XmlElement {
  /** With its prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text of this element and of those in it. */
  readonly text: string;
}

/** Thrown for what is not XML. */
export class XmlError extends Error {}

/** How much of the text before a mistake is shown. */
const shownCharacters = 40;

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/** Returns the root. @throws XmlError if the text is not XML */
export function readXml(source: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let hasTypes = false;
  const addText = (text: string) => {
    const last = open.at(-1);
    if (last !== undefined) last.text += text;
  };
  parser.on("doctype", () => {
    hasTypes = true;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value] as const);
    open.push({ name, attributes: new Map(values), children: [], text: "" });
  });
  parser.on("closetag", () => {
    const element = open.pop()!;
    const parent = open.at(-1);
    if (parent === undefined) root = element;
    else {
      parent.children.push(element);
      parent.text += element.text;
    }
  });
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("error", ({ message }) => {
    // A document type may declare entities of its own, which are not read.
    if (hasTypes && message.includes("undefined entity")) return;
    const before = source.slice(Math.max(0, parser.position - shownCharacters), parser.position);
    throw new XmlError(`it is not XML: ${message.replace(/\.$/, "")}, after ${JSON.stringify(before)}`);
  });
  parser.write(source).close();
  if (root === undefined) throw new XmlError("it is not XML: it has no element");
  return root;
}
