/** The positions of values in the text of a document. */
import { isAlias, isMap, isPair, isSeq, type Document as Yaml } from "yaml";
import type { Path } from "../diagnostics/diagnostic.ts";
import { aliasResolver } from "./aliases.ts";
import { keyText } from "./json-data.ts";
import { nodeRange } from "./syntax.ts";

/** Offsets in the text; `end` is exclusive. */
export type Range = readonly [start: number, end: number];

/**
 * Returns the range of a value (or its key). A missing value has the range of its nearest ancestor, an empty value the range of
 * its key.
 */
export type FindRange = (path: Path, key: boolean) => Range;

/** @param yaml a document that JSON can represent */
export function rangeFinder(yaml: Yaml): FindRange {
  const resolveAlias = aliasResolver(yaml);
  return (path, key) => {
    let node: unknown = yaml.contents;
    let range: Range = nodeRange(node) ?? [0, 1];
    for (const [index, step] of path.entries()) {
      const entry = findEntry(isAlias(node) ? resolveAlias(node) : node, step);
      const ofKey = nodeRange(entry?.key);
      const own = key && index === path.length - 1 ? ofKey : nodeRange(entry?.value);
      if (!own) return ofKey ?? range;
      range = own;
      node = entry?.value;
    }
    return range;
  };
}

/** An entry of a map or list; the key of an item is the item. */
function findEntry(node: unknown, step: string | number): { key: unknown; value: unknown } | undefined {
  if (isMap(node)) return node.items.find((pair) => isPair(pair) && keyText(pair.key) === String(step));
  if (!isSeq(node) || !(Number(step) in node.items)) return undefined;
  const item = node.items[Number(step)];
  return { key: item, value: item };
}
