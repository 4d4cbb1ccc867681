/** The findings about texts and defaults in two schemas: same place, other words. */
import type { JsonSchema } from "@toolwright/json-schema";
import { canonical } from "@toolwright/json-schema";
import { conjuncts, makeGraph, type Node } from "@toolwright/json-schema/graph";
import { type Code, type Finding, finding } from "./codes.ts";
import { short, shortPair } from "./keyword-words.ts";
import type { Side } from "./schemas.ts";

/** A text, and a default value, at a place. */
interface Said {
  readonly description?: string;
  readonly title?: string;
  readonly default?: { readonly value: unknown };
}

type Texts = Pick<Said, "title" | "description">;

/** Places deeper than this are not compared: recursion would not end. */
const maxDepth = 8;

export function textFindings(tool: string, side: Side, old: JsonSchema, current: JsonSchema): Finding[] {
  const [before, after] = [collectTexts(old), collectTexts(current)];
  return [...before].flatMap(([place, was]) => {
    const is = after.get(place);
    return is ? comparePlace(tool, side, place, was, is) : [];
  });
}

function comparePlace(tool: string, side: Side, place: string, was: Said, is: Said): Finding[] {
  const at = place === "" ? side : `${side} ${place}`;
  const found = compareTexts(tool, at, was, is, `${side}-description-changed`);
  if (side === "input" && canonical([was.default]) !== canonical([is.default]))
    found.push(
      finding("input-default-changed", at, "The default differs.", {
        tool,
        before: was.default ? short(was.default.value) : "none",
        after: is.default ? short(is.default.value) : "none",
      }),
    );
  return found;
}

/** Compares the texts of a tool or a part of it: its title and its description. */
export function compareTexts(tool: string, at: string, was: Texts, is: Texts, changed: Code): Finding[] {
  const found = (code: Code, text: keyof Texts, most: number) => {
    const [before, after] = shortPair(was[text], is[text], most);
    return finding(code, at === "" ? text : at, `The ${text} differs.`, { tool, before, after });
  };
  const kind = textChange(was.description, is.description);
  return [
    ...(kind ? [found(kind === "words" ? changed : "text-edited", "description", 200)] : []),
    ...(was.title === is.title ? [] : [found("text-edited", "title", 80)]),
  ];
}

/** Whether two texts differ, and whether in their words or only in how they are written. */
export function textChange(one?: string, other?: string): "words" | "writing" | undefined {
  if (one === other) return undefined;
  const words = (text = "") => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
  return words(one) === words(other) ? "writing" : "words";
}

/** Returns the texts of a schema at each place of a value. */
function collectTexts(schema: JsonSchema): Map<string, Said> {
  const found = new Map<string, Said>();
  visit(makeGraph(schema), "", 0, new Set());
  return found;

  function visit(node: Node, place: string, depth: number, above: ReadonlySet<Node>): void {
    if (depth > maxDepth || above.has(node) || found.size > 2_000) return;
    const parts = conjuncts([node]);
    // If several schemas have texts for a place, the outer one wins.
    const said = parts.map(readTexts);
    found.set(place, Object.assign({}, ...said.toReversed(), found.get(place)));
    const inside = new Set([...above, node]);
    for (const [step, child] of parts.flatMap(listBelow)) visit(child, `${place}/${step}`, depth + 1, inside);
  }
}

function listBelow({ properties, prefix, rest, additional }: Node): [step: string | number, child: Node][] {
  return [
    ...properties,
    ...prefix.entries(),
    ...(rest ? [["*", rest] as const] : []),
    ...(additional ? [["{other}", additional] as const] : []),
  ].map(([step, child]) => [step, child]);
}

function readTexts({ schema, fallback }: Node): Said {
  if (typeof schema !== "object") return {};
  const { description, title } = schema;
  return {
    ...(typeof description === "string" && { description }),
    ...(typeof title === "string" && { title }),
    ...(fallback && { default: fallback }),
  };
}
