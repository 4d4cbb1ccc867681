/** Prints the files of an imported spec. */
import type { Entry, Listing } from "@toolwright/check/surface";
import { define, isSchemaObject, rewrite, type SchemaObject } from "@toolwright/json-schema";
import { manifestKeys } from "../language/index.ts";
import type { SpecSource } from "../parse/source.ts";
import { escapeLimits, proseKeys } from "../resolve/limits.ts";
import { toUri } from "../schema/reference.ts";
import type { SchemaSet } from "./definitions.ts";
import gaps from "./gaps.json" with { type: "json" };
import type { Guess } from "./guesses/index.ts";
import type { IdPlace, ReadTool } from "./guesses/things.ts";
import type { SeenOutputs } from "./imported-tools.ts";
import { annotationsBeyond, type Modes } from "./modes.ts";
import { metaBeside, type Offer, toolUi } from "./offers.ts";
import type { ToolNames } from "./type-names.ts";
import { yamlText } from "./yaml.ts";

/** Everything that has been decided about an imported spec. */
export interface Plan {
  readonly listing: Listing;
  readonly seen: SeenOutputs;
  readonly modes: Modes;
  readonly names: readonly ToolNames[];
  readonly toolPrefix?: string;
  readonly schemas: SchemaSet;
  /** The words of the tools' names, and the places with ids of things. */
  readonly tools: readonly ReadTool[];
  readonly ids: readonly IdPlace[];
  /** Thing -> the name of the type of its ids. */
  readonly typeOf: ReadonlyMap<string, string>;
  readonly guesses: readonly Guess[];
  /** Whether guesses count, or stand in comments. */
  readonly areGuessesLive: boolean;
  readonly offers: readonly Offer[];
  readonly notes: readonly string[];
  /** Rule -> why it is broken. */
  readonly accept: Readonly<Record<string, string>>;
}

/** Prints the files of the spec. */
export function writeSpec(plan: Plan): SpecSource[] {
  const { listing, names, schemas } = plan;
  return [
    { path: "service.yaml", text: serviceText(plan) },
    ...listing.tools.map((entry, index) => ({
      path: `tools/${names[index]!.file}.yaml`,
      text: toolText(entry, index, plan),
    })),
    ...plan.offers.map(({ key, path, data }) => ({
      path,
      text: `${modeline("../", key === "prompts" ? "prompt" : "resource")}${gap("offer")}${yamlText(escapeTexts(data))}`,
    })),
    ...schemas.types.map(({ name, schema }) => ({
      path: `types/${name}.yaml`,
      text: `${modeline("../", "type")}${yamlText(escapeTexts(relative(schema, "")))}`,
    })),
  ];
}

function serviceText(plan: Plan): string {
  const { listing, modes, toolPrefix, accept, offers } = plan;
  const { server, instructions, endpoint, scheme, tools } = listing;
  const identity = {
    ...server,
    ...(instructions !== undefined && { instructions }),
    ...(toolPrefix !== undefined && { toolPrefix }),
  };
  const blocks = [
    `# ${oneLine(`${server.name} ${server.version}`)}, as \`toolwright import\` read it. Lines with GAP are for you to fill in.\n${yamlText({ toolwright: 1 })}`,
    yamlText({ server: escapeTexts(identity) }),
    // The suite asks the server that was imported: a card that a spec promises must be there.
    yamlText({
      endpoint: { ...endpoint, ...(endpoint.transport === "streamable-http" && { serverCard: false }) },
    }),
    gap("auth") + yamlText({ auth: { scheme } }),
    gap("scope"),
    gap("mode") + yamlText({ modes: modes.modes }),
    gap("limit"),
    entitiesText(plan),
    ...(Object.keys(accept).length > 0 ? [gap("accept") + yamlText({ accept })] : []),
    yamlText({ tools: tools.map(({ name }) => name) }),
    ...(["resources", "prompts"] as const).flatMap((folder) => {
      const names = offers.filter(({ path }) => path.startsWith(`${folder}/`)).map(({ name }) => name);
      return names.length > 0 ? [yamlText({ [folder]: names })] : [];
    }),
  ];
  return `${modeline("", "service")}${blocks.join("\n")}`;
}

/** The entities that the names of tools suggest; else what entities look like. */
function entitiesText(plan: Plan): string {
  const guessed = plan.guesses.filter(({ tool }) => tool === undefined);
  if (guessed.length === 0) return gap("behaviour");
  const text = `entities:\n${guessed.map(guessText).join("")}`;
  return gap(plan.areGuessesLive ? "liveEntities" : "entities") + inComments(text, plan);
}

/** The keys of a tool that the names of its arguments and results suggest. */
function toolGuesses(index: number, plan: Plan): string {
  const guessed = plan.guesses.filter(({ tool }) => tool === index);
  if (guessed.length === 0) return "";
  return gap(plan.areGuessesLive ? "liveGuess" : "guess") + inComments(guessed.map(guessText).join(""), plan);
}

function inComments(text: string, { areGuessesLive }: Plan): string {
  return areGuessesLive ? text : text.replace(/^/gm, "# ").replace(/# $/, "");
}

/** An entity stands below `entities`, a key of a tool at the start of a line. */
function guessText({ tool, key, value }: Guess): string {
  const text = yamlText({ [key]: value });
  return tool === undefined ? text.replace(/^(?=.)/gm, "  ") : text;
}

/** The lines in which a guess stands that counts. */
export function findGuess(
  guess: Guess,
  { names }: Plan,
  sources: readonly SpecSource[],
): { readonly path: string; readonly firstLine: number; readonly lastLine: number } {
  const path = guess.tool === undefined ? "service.yaml" : `tools/${names[guess.tool]!.file}.yaml`;
  const text = sources.find((source) => source.path === path)?.text ?? "";
  const own = guessText(guess);
  const before = text.slice(0, text.indexOf(`\n${own}`) + 1);
  const firstLine = before.split("\n").length;
  return { path, firstLine, lastLine: firstLine + own.trimEnd().split("\n").length - 1 };
}

function toolText(entry: Entry, index: number, plan: Plan): string {
  const { names, modes, schemas, offers } = plan;
  const { file, method } = names[index]!;
  const importSchema = (side: "input" | "output"): unknown => {
    const root = schemas.roots.find((candidate) => candidate.tool === index && candidate.side === side);
    return root && escapeTexts(relative(root.schema, "../types/"));
  };
  const head = {
    ...(file !== entry.name && { name: entry.name }),
    ...(method !== undefined && { method }),
    mode: modes.modeOf(entry),
  };
  const { title, description, icons, execution } = entry;
  const ui = toolUi(entry._meta, offers);
  const _meta = metaBeside(entry._meta, ui);
  const results = resultKeys(entry, importSchema("output"), plan);
  const extra = readExtra(entry);
  const annotations = annotationsBeyond(entry);
  const body = {
    ...(title !== undefined && { title: escapeLimits(title) }),
    ...(description !== undefined && { description: escapeLimits(description) }),
    input: importSchema("input"),
    ...results.keys,
    ...(annotations && { annotations }),
    ...(icons && { icons }),
    ...(execution && { execution }),
    ...(ui && { ui }),
    ...(_meta && { _meta }),
    ...(Object.keys(extra).length > 0 && { manifest: extra }),
  };
  const gaps = gap("tool") + results.comment;
  return `${modeline("../", "tool")}${yamlText(head)}${gaps}${toolGuesses(index, plan)}${yamlText(body)}`;
}

/** The keys about the results of a tool, and the comment on them. */
function resultKeys(
  { name, outputSchema }: Entry,
  output: unknown,
  { seen }: Plan,
): { readonly keys: SchemaObject; readonly comment: string } {
  if (output === undefined) return { keys: {}, comment: gap("text") };
  if (outputSchema !== undefined) return { keys: { output }, comment: "" };
  return {
    keys: { output_as: "text", output },
    comment: gap(seen.get(name)?.isGuess ? "made" : "seen"),
  };
}

/** The text without line breaks and control characters, so that it stays inside a comment. */
function oneLine(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, " ");
}

/** The first line of a file. It tells an editor where the JSON Schema of the file is. */
function modeline(up: string, language: string): string {
  return `# yaml-language-server: $schema=${up}../generated/schema/${language}.json\n`;
}

/** The schema with relative paths as references to types. */
function relative(schema: SchemaObject, toTypes: string): unknown {
  const types = toUri("types/");
  return rewrite(schema, (object) =>
    typeof object.$ref === "string" && object.$ref.startsWith(types)
      ? { ...object, $ref: toTypes + object.$ref.slice(types.length) }
      : object,
  );
}

/** Escapes `${limits.` in titles and descriptions, so that the spec reads it as plain text. */
function escapeTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(escapeTexts);
  if (!isSchemaObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value))
    define(
      copy,
      key,
      typeof child === "string" && proseKeys.has(key) ? escapeLimits(child) : escapeTexts(child),
    );
  return copy;
}

/** Returns a comment that marks a gap: information that a manifest lacks and a person has to add. */
function gap(name: keyof typeof gaps): string {
  return `${gaps[name].join("\n")}\n`;
}

/** The keys of an entry that the spec language does not have. */
function readExtra(entry: Entry): SchemaObject {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !manifestKeys.includes(key)));
}
