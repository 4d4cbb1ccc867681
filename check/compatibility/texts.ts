/** Compares the texts and defaults of two schemas, place by place. */
import type { JsonSchema } from "@toolwright/json-schema";
import { canonical } from "@toolwright/json-schema";
import { conjuncts, makeGraph, type Node } from "@toolwright/json-schema/graph";
import { type Code, type Finding, finding } from "./codes.ts";
import { short, shortPair } from "./keyword-words.ts";
import type { Side } from "./schemas.ts";

interface Texts {
  readonly title?: string;
  readonly description?: string;
}

/** The texts of a schema for one place of a value, and the default there. */
interface PlaceTexts extends Texts {
  readonly default?: { readonly value: unknown };
}

/** Places deeper than this are not compared: recursion would not end. */
const maxDepth = 8;

/** Returns the findings for the places that both schemas of a tool have. */
export function textFindings(tool: string, side: Side, old: JsonSchema, current: JsonSchema): Finding[] {
  const [before, after] = [collectTexts(old), collectTexts(current)];
  return [...before].flatMap(([path, was]) => {
    const is = after.get(path);
    if (is === undefined) return [];
    const place = path === "" ? side : `${side} ${path}`;
    const texts = compareTexts({ tool, place, changed: `${side}-description-changed` }, was, is);
    return side === "input" ? [...texts, ...compareDefaults({ tool, place }, was, is)] : texts;
  });
}

interface ComparedPlace {
  readonly tool: string;
  /** The place in the tool; empty for the tool itself. */
  readonly place: string;
}

function compareDefaults({ tool, place }: ComparedPlace, was: PlaceTexts, is: PlaceTexts): Finding[] {
  if (canonical([was.default]) === canonical([is.default])) return [];
  const show = (text: PlaceTexts) => (text.default ? short(text.default.value) : "none");
  const words = { tool, before: show(was), after: show(is) };
  return [finding("input-default-changed", place, "The default differs.", words)];
}

/** Compares the title and the description of a tool or a part of it. @param compared `changed`: the code of a description with other words */
export function compareTexts(
  { tool, place, changed }: ComparedPlace & { readonly changed: Code },
  was: Texts,
  is: Texts,
): Finding[] {
  const report = (code: Code, text: keyof Texts, maxLength: number) => {
    const [before, after] = shortPair(was[text], is[text], maxLength);
    return finding(code, place === "" ? text : place, `The ${text} differs.`, { tool, before, after });
  };
  const change = textChange(was.description, is.description);
  return [
    ...(change ? [report(change === "words" ? changed : "text-edited", "description", 200)] : []),
    ...(was.title === is.title ? [] : [report("text-edited", "title", 80)]),
  ];
}

/** Returns how two texts differ: in their words, or just in case, punctuation and white space; undefined: they are equal. */
export function textChange(one?: string, other?: string): "words" | "writing" | undefined {
  if (one === other) return undefined;
  const words = (text = "") => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
  return words(one) === words(other) ? "writing" : "words";
}

/** Returns the texts of a schema at each place of a value. */
function collectTexts(schema: JsonSchema): Map<string, PlaceTexts> {
  const found = new Map<string, PlaceTexts>();
  visit(makeGraph(schema), "", 0, new Set());
  return found;

  function visit(node: Node, place: string, depth: number, above: ReadonlySet<Node>): void {
    if (depth > maxDepth || above.has(node) || found.size > 2_000) return;
    const parts = conjuncts([node]);
    // If several schemas have texts for a place, the outer one wins.
    const texts = parts.map(readTexts);
    found.set(place, Object.assign({}, ...texts.toReversed(), found.get(place)));
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

function readTexts({ schema, fallback }: Node): PlaceTexts {
  if (typeof schema !== "object") return {};
  const { description, title } = schema;
  return {
    ...(typeof description === "string" && { description }),
    ...(typeof title === "string" && { title }),
    ...(fallback && { default: fallback }),
  };
}
