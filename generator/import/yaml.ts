import { Document, isCollection, isPair, isScalar, type Node, Scalar, visit } from "yaml";

const width = 110;
/** A map or a list is written on one line when its JSON is not longer. */
const shortJson = 95;

/**
 * Prints JSON data as YAML 1.2 in the way a person writes it: multi-line texts as literal blocks, long ones folded, small maps and
 * lists on one line. Parsing the result gives the same data.
 */
export function yamlText(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, version: "1.2" });
  visit(document, {
    Scalar(key, scalar, ancestors) {
      const style = chooseStyle(scalar.value, key === "key" || ancestors.some(isFlow));
      if (style) scalar.type = style;
      // A spec refuses integers that a double cannot hold exactly. Written as a float, the number is accepted.
      if (Number.isInteger(scalar.value) && !Number.isSafeInteger(scalar.value)) scalar.format = "EXP";
    },
    Collection(_, collection) {
      collection.flow = collection !== document.contents && isShort(collection as Node, document);
    },
  });
  const text = document.toString({
    lineWidth: width,
    indentSeq: true,
    // The yaml package breaks double-quoted texts at their line breaks, and then loses a line of one space.
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
  // The package indents the first line of a block even where it is empty. In texts, U+2028 is no line break, as it is for /m.
  return text.replaceAll(/(?<![^\n]) +(?=\n)/g, "");
}

function isFlow(node: unknown): boolean {
  return isCollection(node) && node.flow === true;
}

function chooseStyle(value: unknown, onOneLine: boolean): Scalar.Type | undefined {
  if (typeof value !== "string") return undefined;
  if (needsEscapes.test(value) || value === mergeKey) return Scalar.QUOTE_DOUBLE;
  if (onOneLine) return undefined;
  if (value.includes("\n")) return Scalar.BLOCK_LITERAL;
  return value.length > width - 20 ? Scalar.BLOCK_FOLDED : undefined;
}

/** Needs quotes: parsers of YAML 1.1 read it as the merge key, and a spec refuses it. */
const mergeKey = "<<";

/** Control characters, other line breaks, half surrogates, and blanks at the start or at the ends of lines need escapes. */
const needsEscapes =
  /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Surrogate}\ufeff]|[ \t]+(\n|$)|^[ \t]/u;

/** Tells whether a collection fits on one line: scalars without line breaks, and at most one level of short lists. */
function isShort(collection: Node, document: Document): boolean {
  const data: unknown = collection.toJS(document);
  if (JSON.stringify(data).length > shortJson || !isCollection(collection)) return false;
  return collection.items.every((item) => {
    const value = isPair(item) ? item.value : item;
    return isScalar(value) ? isInline(value.value) : isCollection(value) && value.items.every(isPlainItem);
  });
}

function isPlainItem(item: unknown): boolean {
  const value = isPair(item) ? item.value : item;
  return isScalar(value) && isInline(value.value);
}

function isInline(value: unknown): boolean {
  return typeof value !== "string" || !value.includes("\n");
}
