/** The pairs of manifests, and evidence/compatibility.md: what other tools find on them, and the judged history of real servers. */

import { join } from "node:path";
import { classes, compareInterfaces } from "@toolwright/check/compatibility";
import { describe, expect, test } from "vitest";
import {
  type Judgement,
  judgements,
  servers,
  versionsOf,
} from "../../generator/test/support/compatibility/history.ts";
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
  const page = `# What \`toolwright diff\` finds
<!-- page: compatibility/page.unit "evidence/compatibility.md shows the measured figures" -->

\`npx vitest run check/compatibility/page.unit.test.ts\` counts this anew from recordings; the other tools ran in November 2026
(\`generator/test/support/compatibility/peers-program.ts\`).

## Beside other tools

${manifestPairs.length} pairs of manifests, each with the class that a person gives to the change: \`generator/test/compatibility/pairs.json\`. No other package for manifests
of MCP was found on npm, so the peers got them as OpenAPI or JSON Schema, the schemas of each tool in the right direction.

${summaryTable()}

"Not read" are pairs at which the tool ends with an error. None of the three peers compares annotations or texts. Not covered: oasdiff and buf, which are not on npm.

## Real history

Two versions of ${servers.length} servers from npm, as they answered \`tools/list\`. A person judged each finding, with a reason
(\`generator/test/compatibility/history/judgements.yaml\`): "letter" is right by the letter, and no caller will notice. Not covered: changes that were missed.

${historyTable()}
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

function historyTable(): string {
  const verdicts = ["right", "letter", "wrong"] as const;
  const sum = (all: readonly Judgement[]) => all.reduce((total, { count }) => total + count, 0);
  const row = (name: string, all: readonly Judgement[]) =>
    [name, sum(all), ...verdicts.map((wanted) => sum(all.filter(({ verdict }) => verdict === wanted)))].join(
      " | ",
    );
  const rows = servers.map((server) => row(versionsOf(server), judgements[server]!));
  const total = row("all", Object.values(judgements).flat());
  return ["| server | findings | right | letter | wrong |", "|---|---|---|---|---|"]
    .concat([...rows, total].map((cells) => `| ${cells} |`))
    .join("\n");
}
