/** Tests the server at a URL with N copies of the notes' cases; prints the peak memory in bytes. */
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
const report = await testServer(url, { cases, selection: { kinds: ["input", "output"] }, timeoutMs: 60_000 });
const held = report.results.filter(({ verdict }) => verdict.status === "held").length;
process.stdout.write(
  JSON.stringify({ cases: report.results.length, held, bytes: process.resourceUsage().maxRSS * 1024 }),
);
