/** `npm run bench [-- NAME...]`: prints measurements beside our targets. A missed target is no failure: it exits with 0. */
import { availableParallelism, cpus, loadavg } from "node:os";
import { type Bench, table } from "./row.ts";

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
  search: () => import("./search.ts"),
  growth: () => import("./growth/growth.ts"),
};

const selected = process.argv.slice(2);
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
    const rows = await bench.rows().catch((error: Error) => error);
    process.stdout.write(
      `\n${name}: ${bench.title}\n${rows instanceof Error ? `  ${rows.message}` : table(bench, rows)}\n`,
    );
  }
}

function machine(): string {
  const load = loadavg()[0]!.toFixed(1);
  return `Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model.trim() ?? "unknown CPU"}, load ${load}`;
}
