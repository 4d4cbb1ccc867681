/** The findings between two lists of tools. */
import type { JsonSchema } from "@toolwright/json-schema";
import { canonical, isSchemaObject } from "@toolwright/json-schema";
import type { Declared, Published, PublishedTool } from "../surface/published-interface.ts";
import { readListed } from "../surface/resource-lists.ts";
import { type Code, type Finding, finding } from "./codes.ts";
import { short } from "./keyword-words.ts";
import { schemaFindings } from "./schemas.ts";
import { compareTexts, textFindings } from "./texts.ts";

export function toolFindings(old: Published, current: Published): Finding[] {
  return listFindings(old, current, "tool");
}

/** Compares two lists of resources and prompts, if both sides declare them. */
export function resourceFindings(old: Published, current: Published): Finding[] {
  const bothDeclare = old.declared !== undefined && current.declared !== undefined;
  const [before, after] = [old, current].map((side) =>
    bothDeclare ? (side.declared?.operations ?? []) : readListed(side),
  );
  if (!before || !after) return [];
  return (["resource", "prompt"] as const).flatMap((kind) => {
    const isOfKind = ({ name }: PublishedTool) => name.startsWith("prompt ") === (kind === "prompt");
    return listFindings(
      { ...old, tools: before.filter(isOfKind) },
      { ...current, tools: after.filter(isOfKind) },
      kind,
    );
  });
}

type ListedKind = "tool" | "resource" | "prompt";

function listFindings(old: Published, current: Published, kind: ListedKind): Finding[] {
  const before = new Map(old.tools.map((tool) => [tool.name, tool]));
  const after = new Map(current.tools.map((tool) => [tool.name, tool]));
  const added = current.tools.filter(({ name }) => !before.has(name));
  const kept = old.tools.filter(({ name }) => after.has(name));
  return [
    ...old.tools.filter(({ name }) => !after.has(name)).map((tool) => reportRemoved(tool, added, kind)),
    ...added.map(({ name }) => finding(`${kind}-added`, kind, `The ${kind} is new.`, { tool: name })),
    ...(kind === "tool" && isReordered(kept, current.tools)
      ? [finding("tools-reordered", "tools", "The order differs.")]
      : []),
    ...kept.flatMap((tool) => sameTool(tool, after.get(tool.name)!, [old.declared, current.declared])),
  ];
}

function reportRemoved(tool: PublishedTool, added: readonly PublishedTool[], kind: ListedKind): Finding {
  const like = added.find(({ inputSchema }) => canonical(inputSchema) === canonical(tool.inputSchema));
  const renamed = like === undefined ? "" : ` ${like.name} has the same input: perhaps it was renamed.`;
  return finding(`${kind}-removed`, kind, `The ${kind} is gone.${renamed}`, { tool: tool.name });
}

function isReordered(kept: readonly PublishedTool[], current: readonly PublishedTool[]): boolean {
  const names = new Set(kept.map(({ name }) => name));
  const order = current.filter(({ name }) => names.has(name)).map(({ name }) => name);
  return canonical(order) !== canonical(kept.map(({ name }) => name));
}

function sameTool(
  old: PublishedTool,
  current: PublishedTool,
  declared: readonly (Declared | undefined)[],
): Finding[] {
  const { name } = old;
  const [was = [], is = []] = declared.map((each) => each?.tools[name]?.exactlyOne ?? []);
  if (canonical([old, was]) === canonical([current, is])) return [];
  const bothDeclare = declared.every((each) => each !== undefined);
  const input = ({ inputSchema }: PublishedTool, rule: readonly string[]) =>
    bothDeclare ? withRule(inputSchema, rule) : inputSchema;
  const isOfSkill = name.startsWith("resource skill://");
  const changed = isOfSkill ? "text-edited" : "tool-description-changed";
  return [
    ...compareTexts({ tool: name, place: "", changed }, old, current),
    ...schemaFindings(name, "input", input(old, was), input(current, is)),
    ...textFindings(name, "input", old.inputSchema, current.inputSchema),
    ...outputs(old, current),
    ...hintFindings(name, old.annotations, current.annotations),
    ...otherKeys(old, current),
  ];
}

/** `exactlyOne` of a spec as JSON Schema. */
function withRule(schema: PublishedTool["inputSchema"], names: readonly string[]): JsonSchema {
  if (names.length === 0) return schema;
  const rule = { oneOf: names.map((name) => ({ required: [name] })) };
  return { ...schema, allOf: [...((schema.allOf as unknown[] | undefined) ?? []), rule] };
}

function outputs(
  { name, outputSchema: old }: PublishedTool,
  { outputSchema: current }: PublishedTool,
): Finding[] {
  if (old && current)
    return [...schemaFindings(name, "output", old, current), ...textFindings(name, "output", old, current)];
  const one = (code: Code, detail: string) => [finding(code, "output", detail, { tool: name })];
  if (old) return one("output-schema-removed", "There is no output schema any more.");
  return current ? one("output-schema-added", "There is an output schema now.") : [];
}

/** Keys that have findings of their own. */
const compared = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"];

/** These keys of `_meta` are compared as declarations of the spec. */
const declaredMeta = ["dev.toolwright/mode", "dev.toolwright/scopes"];

function otherKeys(old: PublishedTool, current: PublishedTool): Finding[] {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(current)])].filter(
    (key) => !compared.includes(key),
  );
  const added = newMetaKeys(old._meta, current._meta);
  const valueAt = (tool: PublishedTool, key: string) => {
    if (key === "_meta") return withoutKeys(tool[key], [...declaredMeta, ...added]);
    return key === "execution" ? withoutDefault(tool[key]) : tool[key];
  };
  const changed = keys
    .filter((key) => canonical([valueAt(old, key)]) !== canonical([valueAt(current, key)]))
    .map((key) =>
      finding(key === "icons" ? "text-edited" : "entry-changed", key, describeKey(key), {
        tool: old.name,
        before: short(valueAt(old, key)),
        after: short(valueAt(current, key)),
      }),
    );
  return [
    ...changed,
    ...added.map((key) => finding("meta-added", `_meta /${key}`, "The key is new.", { tool: old.name })),
  ];
}

/** New keys with the prefix of a vendor, which only clients of this vendor read. */
function newMetaKeys(old: unknown, current: unknown): string[] {
  const before = isSchemaObject(old) ? old : {};
  return Object.keys(isSchemaObject(current) ? current : {}).filter(
    (key) => key.includes("/") && !Object.hasOwn(before, key) && !declaredMeta.includes(key),
  );
}

function describeKey(key: string): string {
  return key === "icons" ? "The icons differ." : `${key} differs.`;
}

function withoutKeys(meta: unknown, keys: readonly string[]): unknown {
  if (typeof meta !== "object" || meta === null) return meta;
  const rest = Object.entries(meta).filter(([key]) => !keys.includes(key));
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

/** Removes `taskSupport: forbidden`, which is the default of MCP. */
function withoutDefault(execution: unknown): unknown {
  return canonical(execution) === '{"taskSupport":"forbidden"}' ? undefined : execution;
}

/** The value of a hint that is left out (MCP), and the value that promises something. */
const hints = {
  readOnlyHint: { absent: false, promise: true },
  destructiveHint: { absent: true, promise: false },
  idempotentHint: { absent: false, promise: true },
  openWorldHint: { absent: true, promise: false },
} as const;

type Annotations = Readonly<Record<string, unknown>> | undefined;

function hintFindings(tool: string, old: Annotations, current: Annotations): Finding[] {
  const found = Object.entries(hints).flatMap(([hint, { absent, promise }]): Finding[] => {
    const [was, is] = [old?.[hint], current?.[hint]];
    if (was === is) return [];
    const words = { tool, before: String(was ?? "left out"), after: String(is ?? "left out") };
    if ((was ?? absent) === (is ?? absent))
      return [finding("safety-hint-rewritten", `annotations /${hint}`, "Its value is the same.", words)];
    const code = (is ?? absent) === promise ? "safety-promise-added" : "safety-promise-lost";
    return [finding(code, `annotations /${hint}`, `${hint} is ${is ?? absent} now.`, words)];
  });
  if (old?.title === current?.title) return found;
  const words = { tool, before: String(old?.title ?? "none"), after: String(current?.title ?? "none") };
  return [...found, finding("text-edited", "annotations /title", "The title differs.", words)];
}
