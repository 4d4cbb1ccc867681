/**
 * Tests the server at a URL with N copies of the notes' cases; prints the most bytes that were in use after a collection.
 * * The most memory of the process depends on the time of V8's collections, which are late on a busy machine.
 */
import type { CaseFile } from "../../cases/format.ts";
import { notesCases } from "./notes-server.ts";
import { testServer } from "./test-server.ts";

const [url = "", copies = "1"] = process.argv.slice(2);

const cases: CaseFile = {
  ...notesCases,
  cases: Array.from({ length: Number(copies) }, (_, copy) =>
    notesCases.cases
      .filter(({ kind }) => kind === "input" || kind === "output")
      .map((each) => ({ ...each, id: `${each.id}/copy-${copy}` })),
  ).flat(),
};
let results = 0;
let bytes = 0;
const onResult = () => {
  results += 1;
  if (results % 40 > 0) return;
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  bytes = Math.max(bytes, heapUsed + external);
};
const selection = { kinds: ["input", "output"] } as const;
const report = await testServer(url, { cases, selection, timeoutMs: 60_000, onResult });
const held = report.results.filter(({ verdict }) => verdict.status === "held").length;
process.stdout.write(JSON.stringify({ cases: report.results.length, held, bytes }));
