/** The pairs of manifests, and evidence/compatibility.md: what other tools find on them, and the judged history of real servers. */

import { join } from "node:path";
import { classes, compareInterfaces } from "@toolwright/check/compatibility";
import { describe, expect, test } from "vitest";
import { historySection, judgements, servers } from "../../generator/test/support/compatibility/history.ts";
import {
  type ManifestPair,
  manifestPairs,
  peerResults,
} from "../../generator/test/support/compatibility/pairs.ts";
import { expectGolden } from "../../generator/test/support/golden.ts";
import { repository } from "../../generator/test/support/temporary-project.ts";

describe("the gravest class of each pair", () => {
  test.each(manifestPairs.map((pair) => [pair.name, pair] as const))("%s", (_, pair) => {
    expect(gravest(pair)).toBe(pair.class);
  });

  test("covers at least 60 pairs, each with every peer", () => {
    expect(manifestPairs.length).toBeGreaterThanOrEqual(60);
    expect(new Set(manifestPairs.map(({ name }) => name)).size).toBe(manifestPairs.length);
    for (const list of Object.values(peerResults)) expect(list).toHaveLength(manifestPairs.length);
  });
});

function gravest({ old, new: current }: ManifestPair): ManifestPair["class"] {
  const { findings } = compareInterfaces(old, current);
  return classes.find((kind) => findings.some((each) => each.class === kind)) ?? "none";
}

test("evidence/compatibility.md shows the measured figures", () => {
  const all = Object.values(judgements).flat();
  const count = (verdict?: string) =>
    all
      .filter((each) => verdict === undefined || each.verdict === verdict)
      .reduce((sum, each) => sum + each.count, 0);
  const page = `# What \`toolwright diff\` finds
<!-- page: compatibility/page.unit "evidence/compatibility.md shows the measured figures" -->

\`toolwright diff\` compares two published interfaces: specs, git revisions, manifests, releases, running servers. Each difference is a
finding with a code (\`check/compatibility/codes.json\` has them all). How schemas are compared, and when a comparison is undecided, is in
[decisions/subschema.md](../docs/decisions/subschema.md).

## Beside other tools

${manifestPairs.length} pairs of manifests, each with the class that a person gives to the change: \`generator/test/compatibility/pairs.json\`.
No other package for manifests of MCP was found on npm when this was written (mcpcontract is not there), so the peers compare OpenAPI or JSON
Schema. openapi-diff got each manifest as OpenAPI (a tool as a POST, its input as the body, its output as the response), the other
two the schemas of each tool in the right direction: the old input against the new one, the new output against the old one.
oasdiff and buf are not on npm, and were not run. \`generator/test/support/compatibility/peers-program.ts\` repeats it.

${summaryTable()}

"Not read" are pairs at which the tool ends with an error, such as keywords that it does not know. None of the three compares annotations or
texts, which most risky and wording pairs are about.

${pairTable()}

## Real history

Two versions of ${servers.length} servers from npm, as they answered \`tools/list\`: ${count()} findings, each judged by a person. **right**: ${count("right")}. **letter**: ${count("letter")}
(right by the letter, and no caller will notice). **wrong**: ${count("wrong")}. Whether a change was missed was not
measured.

${servers.map(historySection).join("\n\n")}
`;
  expectGolden(join(repository, "evidence", "compatibility.md"), page);
});

const ours: readonly (boolean | null)[] = manifestPairs.map((pair) => gravest(pair) === "breaking");
const tools: readonly (readonly [string, readonly (boolean | null)[]])[] = [
  ["toolwright diff", ours],
  ...Object.entries(peerResults),
];

function summaryTable(): string {
  const isBreaking = manifestPairs.map((pair) => pair.class === "breaking");
  const breaks = isBreaking.filter(Boolean).length;
  const rows = tools.map(([name, verdicts]) => {
    const number = (wanted: boolean, verdict: boolean | null) =>
      verdicts.filter((each, index) => isBreaking[index] === wanted && each === verdict).length;
    const notRead = number(true, null) + number(false, null);
    return `| ${name} | ${number(true, true)} of ${breaks} | ${number(false, true)} of ${isBreaking.length - breaks} | ${notRead} |`;
  });
  return ["| tool | breaks found | false alarms | not read |", "|---|---|---|---|", ...rows].join("\n");
}

function pairTable(): string {
  const word = (verdict: boolean | null) => (verdict === null ? "not read" : verdict ? "breaking" : "-");
  const rows = manifestPairs.map(
    ({ name, class: kind }, index) =>
      `| ${name} | ${kind} | ${tools.map(([, verdicts]) => word(verdicts[index]!)).join(" | ")} |`,
  );
  const header = `| pair | by hand | ${tools.map(([name]) => name).join(" | ")} |`;
  return [header, `|---|---|${"---|".repeat(tools.length)}`, ...rows].join("\n");
}
