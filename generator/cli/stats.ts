/** The command `stats`: prints the cost of each tool for a model that reads the list of tools. */
import { measure, type ToolStats, total, type Weight } from "@toolwright/check/cost";
import { oneLine, printable } from "@toolwright/check/report";
import { ImportError } from "@toolwright/check/surface";
import { serverOptions, sourceIn } from "@toolwright/conformance/server-options";
import { isSchemaObject } from "@toolwright/json-schema";
import { manifestOf } from "../emit/manifest.ts";
import { offerLists } from "../emit/resource-lists.ts";
import { type Command, formatAmong, type Io, say, UsageError, type Values } from "./command.ts";
import { readRunning } from "./published-source.ts";
import { compileSpec, specOptions } from "./spec.ts";

export const command: Command = {
  options: { ...specOptions, ...serverOptions },
  failures: { kinds: [ImportError], exitCode: 1 },
  async run(values, _, io) {
    const format = formatAmong(["human", "json"], values);
    const read = await readLists(values, io);
    if (read === undefined) return 1;
    const entries = Object.entries(read);
    const lists = entries.map(([kind, list]) => [kind, measure(list)] as const);
    io.stdout.write(format === "json" ? printJson(lists) : lists.flatMap(printTable).join("\n"));
    return 0;
  },
};

/** The lists that a server sends, by the names that reports use. */
interface Lists {
  readonly tools: readonly object[];
  readonly resources: readonly object[];
  readonly templates: readonly object[];
  readonly prompts: readonly object[];
}

/** The lists of the spec, or of a running server. Undefined if the spec has errors, which are on stderr. */
async function readLists(values: Values, io: Io): Promise<Lists | undefined> {
  const source = sourceIn(values, io.env);
  if (source === undefined) {
    const model = await compileSpec({ ...values, format: undefined }, io);
    if (!model) return undefined;
    const { resources, resourceTemplates: templates, prompts } = offerLists(model);
    return { tools: manifestOf(model), resources, templates, prompts };
  }
  if (values.spec !== undefined)
    throw new UsageError(`--${source.kind === "http" ? "url" : "command"} and --spec do not go together.`);
  const { tools, unreadable, offers = {} } = await readRunning(source, values, io);
  for (const { problem } of unreadable) say(io, `left out: ${problem}`);
  const list = (entries: readonly unknown[] = []) => entries.filter(isSchemaObject);
  return {
    tools,
    resources: list(offers.resources),
    templates: list(offers.resourceTemplates),
    prompts: list(offers.prompts),
  };
}

type List = readonly [kind: string, entries: readonly ToolStats[]];

function printJson([[, tools] = ["tools", []], ...others]: readonly List[]): string {
  const input = total(tools.map((tool) => tool.input));
  const output = total(tools.map((tool) => tool.output));
  const lists = others.map(([kind, entries]) => {
    const list = entries.map(({ input: _, output: __, ...entry }) => entry);
    return [kind, { total: { entries: entries.length, ...total(entries) }, entries: list }] as const;
  });
  const all = { tools: tools.length, ...total(tools), input, output };
  return `${JSON.stringify(printable({ total: all, tools, ...Object.fromEntries(lists) }), null, 2)}\n`;
}

/** Formats a list as a table. Only tools have outputs. */
function printTable([kind, entries]: List): string[] {
  const isTools = kind === "tools";
  if (!isTools && entries.length === 0) return [];
  const heaviestFirst = entries.toSorted(
    (a, b) => b.input.bytes - a.input.bytes || b.bytes - a.bytes || (a.name < b.name ? -1 : 1),
  );
  const singular = kind.slice(0, -1);
  const count = `${entries.length} ${entries.length === 1 ? singular : kind}`;
  const width = Math.max(count.length, ...entries.map(({ name }) => name.length));
  const row = (name: string, cells: readonly string[], note: string): string => {
    const shown = cells.slice(0, isTools ? 4 : 2).map((cell) => cell.padStart(9));
    return [name.padEnd(width), ...shown, note].join("  ").trimEnd();
  };
  const weights = (...pair: readonly Weight[]) =>
    pair.flatMap(({ bytes, tokens }) => [bytes.toLocaleString("en"), tokens.toLocaleString("en")]);
  const sums = weights(total(entries.map(({ input }) => input)), total(entries.map(({ output }) => output)));
  const lines = [
    row(singular, ["bytes", "~tokens", "+ output", "~tokens"], "heaviest parts"),
    ...heaviestFirst.map((each) =>
      row(oneLine(each.name), weights(each.input, each.output), heaviestParts(each)),
    ),
    "",
    row(count, sums, isTools ? "many clients do not show output schemas to the model" : ""),
  ];
  return [`${lines.join("\n")}\n`];
}

function heaviestParts({ parts, bytes }: ToolStats): string {
  const shares = parts.map((part) => `${part.name} ${Math.round((100 * part.bytes) / bytes)} %`);
  return shares.slice(0, 3).join(", ");
}
