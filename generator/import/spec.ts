import type { SchemaObject } from "../model/schema.ts";
import { define } from "../parse/json-data.ts";
import type { SpecSource } from "../parse/source.ts";
import { escapeLimits, proseKeys } from "../resolve/limits.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { uriOf } from "../schema/reference.ts";
import { rewrite } from "../schema/walk.ts";
import type { Draft } from "./draft.ts";
import { acceptGap, authGap, limitGaps, modeGap, scopeGap, toolGap } from "./gaps.ts";
import { type Entry, extraOf, type Listing } from "./listing.ts";
import { annotationsBeyond, type Modes } from "./modes.ts";
import type { ToolNames } from "./tool-names.ts";
import { yamlText } from "./yaml.ts";

/** Everything that has been decided about an imported spec. */
export interface Plan {
  readonly listing: Listing;
  readonly modes: Modes;
  readonly names: readonly ToolNames[];
  readonly toolPrefix?: string;
  readonly draft: Draft;
  /** Rule -> why it is broken. */
  readonly accept: Readonly<Record<string, string>>;
}

/** The files of the spec. */
export function writeSpec(plan: Plan): SpecSource[] {
  const { listing, names, draft } = plan;
  return [
    { path: "service.yaml", text: serviceText(plan) },
    ...listing.tools.map((entry, index) => ({
      path: `tools/${names[index]!.file}.yaml`,
      text: toolText(entry, index, plan),
    })),
    ...draft.types.map(({ name, schema }) => ({
      path: `types/${name}.yaml`,
      text: `${modeline("../", "type")}${yamlText(escaped(relative(schema, "")))}`,
    })),
  ];
}

function serviceText({ listing, modes, toolPrefix, accept }: Plan): string {
  const { server, instructions, endpoint, bearer, tools } = listing;
  const identity = {
    ...server,
    ...(instructions !== undefined && { instructions }),
    ...(toolPrefix !== undefined && { toolPrefix }),
  };
  const blocks = [
    `# ${oneLine(`${server.name} ${server.version}`)}, as \`toolwright import\` found it. Lines that say GAP are for you to fill in.\n${yamlText({ toolwright: 1 })}`,
    yamlText({ server: escaped(identity) }),
    yamlText({ endpoint }),
    authGap + yamlText({ auth: { scheme: bearer ? "bearer" : "none" } }),
    scopeGap,
    modeGap + yamlText({ modes: modes.modes }),
    limitGaps,
    ...(Object.keys(accept).length > 0 ? [acceptGap + yamlText({ accept })] : []),
    yamlText({ tools: tools.map(({ name }) => name) }),
  ];
  return `${modeline("", "service")}${blocks.join("\n")}`;
}

function toolText(entry: Entry, index: number, { names, modes, draft }: Plan): string {
  const { file, method } = names[index]!;
  const schemaOf = (side: "input" | "output"): unknown => {
    const root = draft.roots.find((candidate) => candidate.tool === index && candidate.side === side);
    return root && escaped(relative(root.schema, "../types/"));
  };
  const head = {
    ...(file !== entry.name && { name: entry.name }),
    ...(method !== undefined && { method }),
    mode: modes.modeOf(entry),
  };
  const { title, description, icons, execution, _meta } = entry;
  const output = schemaOf("output");
  const extra = extraOf(entry);
  const annotations = annotationsBeyond(entry);
  const body = {
    ...(title !== undefined && { title: escapeLimits(title) }),
    ...(description !== undefined && { description: escapeLimits(description) }),
    input: schemaOf("input"),
    ...(output !== undefined && { output }),
    ...(annotations && { annotations }),
    ...(icons && { icons }),
    ...(execution && { execution }),
    ...(_meta && { _meta }),
    ...(Object.keys(extra).length > 0 && { manifest: extra }),
  };
  return `${modeline("../", "tool")}${yamlText(head)}${toolGap}${yamlText(body)}`;
}

/** A text that ends no comment. */
function oneLine(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, " ");
}

/** First line of a file: where an editor finds the shape of it, in the folder of generated files beside the spec. */
function modeline(up: string, language: string): string {
  return `# yaml-language-server: $schema=${up}../generated/schema/${language}.json\n`;
}

/** A schema whose references to types are paths. */
function relative(schema: SchemaObject, toTypes: string): unknown {
  const types = uriOf("types/");
  return rewrite(schema, (object) =>
    typeof object.$ref === "string" && object.$ref.startsWith(types)
      ? { ...object, $ref: toTypes + object.$ref.slice(types.length) }
      : object,
  );
}

/** Data in which `${limits.` in a title or a description stands for itself. */
function escaped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(escaped);
  if (!isSchemaObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value))
    define(copy, key, typeof child === "string" && proseKeys.has(key) ? escapeLimits(child) : escaped(child));
  return copy;
}
