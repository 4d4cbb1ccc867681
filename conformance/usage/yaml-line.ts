import { type Document, isNode, type LineCounter } from "yaml";

/** Returns the line of a value in a YAML file, or of the innermost existing value around it. */
export function findLine(document: Document, lines: LineCounter, path: readonly string[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
