import { manifestOf } from "../emit/manifest.ts";
import { type Command, formatAmong } from "./command.ts";
import { measure, type ToolStats, total, type Weight } from "./manifest-size.ts";
import { compileSpec, specOptions } from "./spec.ts";

export const command: Command = {
  options: specOptions,
  async run(values, _, io) {
    const format = formatAmong(["human", "json"], values);
    const model = await compileSpec({ ...values, format: undefined }, io);
    if (!model) return 1;
    const stats = measure(manifestOf(model));
    io.stdout.write(format === "json" ? asJson(stats) : asTable(stats));
    return 0;
  },
};

function asJson(tools: readonly ToolStats[]): string {
  const input = total(tools.map((tool) => tool.input));
  const output = total(tools.map((tool) => tool.output));
  return `${JSON.stringify({ total: { tools: tools.length, ...total(tools), input, output }, tools }, null, 2)}\n`;
}

function asTable(tools: readonly ToolStats[]): string {
  const heaviestFirst = tools.toSorted(
    (a, b) => b.input.bytes - a.input.bytes || b.bytes - a.bytes || (a.name < b.name ? -1 : 1),
  );
  const count = `${tools.length} ${tools.length === 1 ? "tool" : "tools"}`;
  const width = Math.max(count.length, ...tools.map(({ name }) => name.length));
  const row = (name: string, cells: readonly string[], note: string): string =>
    `${name.padEnd(width)}  ${cells.map((cell) => cell.padStart(9)).join("  ")}  ${note}`.trimEnd();
  const weights = (input: Weight, output: Weight) =>
    [input.bytes, input.tokens, output.bytes, output.tokens].map(grouped);
  const sums = weights(total(tools.map(({ input }) => input)), total(tools.map(({ output }) => output)));
  const lines = [
    row("tool", ["bytes", "~tokens", "+ output", "~tokens"], "heaviest parts"),
    ...heaviestFirst.map((tool) => row(tool.name, weights(tool.input, tool.output), heaviestParts(tool))),
    "",
    row(count, sums, "many clients do not show output schemas to the model"),
  ];
  return `${lines.join("\n")}\n`;
}

function heaviestParts({ parts, bytes }: ToolStats): string {
  const share = (part: Weight) => `${Math.round((100 * part.bytes) / bytes)} %`;
  return parts
    .slice(0, 3)
    .map((part) => `${part.name} ${share(part)}`)
    .join(", ");
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
