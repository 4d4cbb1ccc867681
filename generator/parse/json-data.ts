/** Converts the syntax tree of a YAML document to JSON data. */
import { define } from "@toolwright/json-schema";
import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
  type Document as Yaml,
} from "yaml";
import type { ResolveAlias } from "./aliases.ts";

/** Reports a node that JSON cannot represent. */
export type ReportProblem = (node: unknown, detail: string, hint?: string) => void;

/** Limit on nested maps and lists. Deeper ones would exhaust the stack of recursive functions. */
const maxDepth = 200;
/** Limit on values that aliases add: enough for any real file, and too few for an alias bomb. */
const maxAliased = 10_000;

/** Converts a YAML document to JSON data. Values that JSON cannot represent are reported and become null. */
export function toJson(yaml: Yaml, resolveAlias: ResolveAlias, report: ReportProblem): unknown {
  const ancestors = new Set<Node>();
  let aliased = 0;
  let exhausted = false;

  function toData(node: unknown, depth: number, viaAlias: boolean): unknown {
    if (viaAlias && ++aliased > maxAliased) return null;
    if (isAlias(node)) return resolveAliased(node, depth, viaAlias);
    if (isScalar(node)) return toScalar(node, report);
    return isMap(node) || isSeq(node) ? toCollection(node, depth, viaAlias) : null;
  }

  function toCollection(node: YAMLMap | YAMLSeq, depth: number, viaAlias: boolean): unknown {
    if (isCustom(node.tag)) report(node, `The tag ${node.tag} has no meaning here.`, "Remove the tag.");
    if (depth > maxDepth) {
      report(node, `This is nested more than ${maxDepth} levels deep.`);
      return null;
    }
    ancestors.add(node);
    const value = isSeq(node)
      ? node.items.map((item) => toData(item, depth + 1, viaAlias))
      : toObject(node.items, depth, viaAlias);
    ancestors.delete(node);
    return value;
  }

  function toObject(pairs: readonly Pair[], depth: number, viaAlias: boolean): unknown {
    const map: Record<string, unknown> = {};
    for (const { key, value } of pairs) {
      const name = keyText(key);
      if (name === undefined) report(key, "A key is a text, not a map, list or alias.");
      else if (isMergeKey(key)) report(key, mergeKey.detail, mergeKey.hint);
      else if (Object.hasOwn(map, name)) report(key, duplicateKeyDetail(name), "Remove one of them.");
      else define(map, name, toData(value, depth + 1, viaAlias));
      if (name?.isWellFormed() === false) report(key, halfPair);
    }
    return map;
  }

  function resolveAliased(node: Alias, depth: number, viaAlias: boolean): unknown {
    const target = resolveAlias(node);
    if (target === undefined) {
      report(node, `No value before it has the anchor &${node.source}.`);
      return null;
    }
    if (ancestors.has(target)) {
      const detail = "An alias cannot stand inside the value that it refers to.";
      report(node, detail, "For a recursive schema, use $ref.");
      return null;
    }
    const value = toData(target, depth, true);
    if (aliased > maxAliased && !exhausted && !viaAlias) {
      report(node, `Aliases stand for more than ${maxAliased} values here.`, "Use $ref for what is shared.");
      exhausted = true;
    }
    return value;
  }

  return toData(yaml.contents, 1, false);
}

const halfPair = "It contains half of a surrogate pair, which UTF-8 cannot encode.";

const mergeKey = {
  detail: "YAML 1.2 has no merge keys.",
  hint: "Write out its target, or share a schema with $ref. Quote a property of that name.",
};

/** Explains a duplicate key. In YAML `1` and `"1"` are different keys, and so are `null` and `"null"`; in JSON they are equal. */
function duplicateKeyDetail(name: string): string {
  return `As JSON, this is the key ${JSON.stringify(name)}, which the map already has.`;
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.value === "<<" && key.type === "PLAIN";
}

/** The key of a map as text, as JSON would write it: `1` and `null` are texts too. */
export function keyText(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  return key.value === null ? (key.source ?? "") : String(key.value);
}

function toScalar(node: Scalar, report: ReportProblem): unknown {
  const { value, tag, source } = node;
  if (isCustom(tag)) report(node, `The tag ${tag} has no meaning here.`, "Remove the tag.");
  if (typeof value === "number" && !Number.isFinite(value)) {
    report(node, `${source ?? value} is not a finite number.`);
    return null;
  }
  if (isInexact(value, source)) {
    report(node, `${source} is read as ${value}: whole numbers are exact up to ${Number.MAX_SAFE_INTEGER}.`);
  }
  if (typeof value === "string" && !value.isWellFormed()) report(node, halfPair);
  return value;
}

/** Whether a whole number loses digits when it is read. */
function isInexact(value: unknown, source = ""): boolean {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return false;
  const significant = (text: string) => text.replace(/e.*$|[-+.]/gi, "").replace(/^0+|0+$/g, "");
  return /^[-+]?\d+$/.test(source)
    ? significant(source) !== significant(String(value))
    : /^0[xo]/i.test(source);
}

/** Tells whether a tag is outside of YAML's JSON schema. The tags of that schema have no effect. */
function isCustom(tag: string | undefined): boolean {
  return tag !== undefined && !/^tag:yaml\.org,2002:(map|seq|str|int|float|bool|null)$/.test(tag);
}
