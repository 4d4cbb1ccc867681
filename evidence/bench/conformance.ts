import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createMcpServer } from "@toolwright/runtime";
import { service } from "../../generator/test/official/want/tools.ts";
import { handlers } from "../../generator/test/support/official/handlers.ts";
import { runSuite } from "../../generator/test/support/official/suite.ts";
import { median, runScript } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { inFolder } from "./temporary-folder.ts";

const suite = join(import.meta.dirname, "../..", "conformance", "bin", "toolwright-conformance.js");
const rounds = 3;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The suite against our own service, which it starts itself; beside it the official suite of MCP against a server of ours. */
export const bench: Bench = {
  title: "conformance",
  rows: () =>
    inFolder(async (folder) => {
      const runs: Run[] = [];
      for (let round = 0; round < rounds; round++) runs.push(await wholeRun(folder));
      const first = await runScript(suite, ["--report", folder, "--case", "manifest/names"]);
      return [
        {
          what: "our suite, our service",
          value: median(runs.map(({ speed }) => speed)),
          unit: "cases a second",
          bar: { atLeast: 300 },
          note: `${runs[0]!.cases} cases, ${runs[0]!.requests} requests, ${median(runs.map(({ cpu }) => cpu)).toFixed(1)} ms of processors a case`,
        },
        {
          what: "one case, start and stop of the server included",
          value: first.wall,
          unit: "ms",
          bar: { atMost: 2_000 },
        },
        await officialSuite(),
      ];
    }),
};

interface Run {
  readonly speed: number;
  /** Processor time of the suite alone, in milliseconds a case. */
  readonly cpu: number;
  readonly cases: number;
  readonly requests: number;
}

async function wholeRun(folder: string): Promise<Run> {
  const { cpu } = await runScript(suite, ["--report", folder]);
  const { results, requests, seconds } = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  const cases = results.length;
  return { speed: cases / seconds, cpu: cpu / cases, cases, requests };
}

async function officialSuite(): Promise<Row> {
  const server = createMcpServer({ service, handlers, log: silent });
  const url = await server.listen(0);
  const started = performance.now();
  const { scenarios } = await runSuite(url, "2025-11-25", []);
  const seconds = (performance.now() - started) / 1000;
  await server.close(0);
  return {
    what: "official suite, its own server",
    value: scenarios.length / seconds,
    unit: "scenarios a second",
    note: `${scenarios.length} scenarios`,
  };
}
