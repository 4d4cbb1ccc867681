import { measure, type ToolStats, total, type Weight } from "@toolwright/check/cost";
import { manifestOf } from "../emit/manifest.ts";
import { offerLists } from "../emit/resource-lists.ts";
import { type Command, formatAmong } from "./command.ts";
import { compileSpec, specOptions } from "./spec.ts";

export const command: Command = {
  options: specOptions,
  async run(values, _, io) {
    const format = formatAmong(["human", "json"], values);
    const model = await compileSpec({ ...values, format: undefined }, io);
    if (!model) return 1;
    const { resources, resourceTemplates: templates, prompts } = offerLists(model);
    const entries = Object.entries({ tools: manifestOf(model), resources, templates, prompts });
    const lists = entries.map(([kind, list]) => [kind, measure(list)] as const);
    io.stdout.write(format === "json" ? printJson(lists) : lists.flatMap(printTable).join("\n"));
    return 0;
  },
};

type List = readonly [kind: string, entries: readonly ToolStats[]];

function printJson([[, tools] = ["tools", []], ...others]: readonly List[]): string {
  const input = total(tools.map((tool) => tool.input));
  const output = total(tools.map((tool) => tool.output));
  const lists = others.map(([kind, entries]) => {
    const list = entries.map(({ input: _, output: __, ...entry }) => entry);
    return [kind, { total: { entries: entries.length, ...total(entries) }, entries: list }] as const;
  });
  const all = { tools: tools.length, ...total(tools), input, output };
  return `${JSON.stringify({ total: all, tools, ...Object.fromEntries(lists) }, null, 2)}\n`;
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
    ...heaviestFirst.map((each) => row(each.name, weights(each.input, each.output), heaviestParts(each))),
    "",
    row(count, sums, isTools ? "many clients do not show output schemas to the model" : ""),
  ];
  return [`${lines.join("\n")}\n`];
}

function heaviestParts({ parts, bytes }: ToolStats): string {
  const shares = parts.map((part) => `${part.name} ${Math.round((100 * part.bytes) / bytes)} %`);
  return shares.slice(0, 3).join(", ");
}
