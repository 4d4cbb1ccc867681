/**
 * `npm run bench [-- NAME...]`: prints measurements beside our targets, and names each ratio that fell by a tenth since `--keep` stored
 * it in ratios.json. A missed target or a fall is no failure: it exits with 0. `--short` measures the most telling rows only.
 */
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type Bench, type Row, table } from "./row.ts";
import { describeFalls, keepRatios, readKeptRatios } from "./stored-ratios.ts";

/** The benches in running order. Each is loaded when it runs, since some load slow peers. */
const benches: Readonly<Record<string, () => Promise<{ readonly bench: Bench }>>> = {
  generate: () => import("./generate.ts"),
  scale: () => import("./scale.ts"),
  wire: () => import("./wire.ts"),
  tasks: () => import("./tasks/tasks.ts"),
  peers: () => import("./peers.ts"),
  conformance: () => import("./conformance.ts"),
  service: () => import("./service.ts"),
  forms: () => import("./forms.ts"),
  exports: () => import("./exports.ts"),
  tables: () => import("./tables/tables.ts"),
  search: () => import("./search.ts"),
  growth: () => import("./growth/growth.ts"),
};

const { positionals: selected, values: flags } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: "boolean" }, short: { type: "boolean" } },
});
const unknown = selected.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.\n`,
  );
  process.exitCode = 2;
} else {
  process.stdout.write(`${machine()}\n`);
  for (const [name, load] of Object.entries(benches)) {
    if (selected.length > 0 && !selected.includes(name)) continue;
    const { bench } = await load();
    const measure = flags.short ? bench.shortRows : bench.rows;
    if (measure === undefined) continue;
    const rows = await measure().catch((error: Error) => error);
    process.stdout.write(`\n${name}: ${flags.short ? "the short form" : bench.title}\n`);
    process.stdout.write(rows instanceof Error ? `  ${rows.message}\n` : report(name, bench, rows));
  }
}

function report(name: string, bench: Bench, rows: readonly Row[]): string {
  const falls = describeFalls(readKeptRatios()[name], rows);
  if (flags.keep && !flags.short) keepRatios(name, rows);
  return `${[table(bench, rows), ...falls].join("\n")}\n`;
}

function machine(): string {
  const load = loadavg()[0]!.toFixed(1);
  return `Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model.trim() ?? "unknown CPU"}, load ${load}`;
}
