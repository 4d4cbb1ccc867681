/** Scenarios judge the files that links of results lead to, and links at which no server answers. */
import { strToU8, zipSync } from "fflate";
import { expect, onTestFinished, test } from "vitest";
import { casesWith } from "../../test/support/tracker-server/changed.ts";
import type { TrackerHandlers } from "../../test/support/tracker-server/handlers.ts";
import { testTracker } from "../../test/support/tracker-server/runs.ts";
import { serveTracker } from "../../test/support/tracker-server/toolwright-server.ts";

const scenario = `
workflows:
  - workflowId: an-export-has-the-titles
    steps:
      - stepId: report
        operationId: tracker_create_issue
        requestBody: { payload: { title: The door squeaks } }
      - stepId: export
        operationId: tracker_export_issues
        successCriteria:
          - { type: regex, context: $result.file#/download_url, condition: '^(titles\\.txt\\n)?The door squeaks(\\n|$)' }
        outputs: { text: $result.file#/download_url }
      - stepId: export-again
        operationId: tracker_export_issues
        successCriteria: [{ condition: $result.file#/download_url == $steps.export.outputs.text }]
`;
const archive = (titles: string) =>
  zipSync({ "titles.txt": strToU8(titles), "about.json": strToU8('{"project":"lamps"}') });
const cases = casesWith({ "scenarios/files.yaml": () => scenario });

async function verdictsOf(id: string, change: (handlers: TrackerHandlers) => void) {
  const served = await serveTracker();
  onTestFinished(() => served.close());
  change(served.tracker.handlers);
  const { results } = await testTracker(served, { cases, selection: { cases: [id] } });
  return results.map(({ verdict }) => ("got" in verdict ? verdict.got : verdict.status));
}

const steps = "scenarios/an-export-has-the-titles/**";

test.each<[name: string, change: (handlers: TrackerHandlers) => void, verdicts: unknown[]]>([
  ["has what the scenario says", () => undefined, ["held", "held", "held"]],
  [
    "has another text",
    ({ exports }) => {
      exports.download = () => "The lamp is broken";
    },
    ["held", 'file/download_url is "The lamp is broken"', "held"],
  ],
  [
    "changes",
    ({ exports }) => {
      const texts = ["The door squeaks", "The lamp is broken"].values();
      exports.download = () => texts.next().value;
    },
    ["held", "held", expect.stringContaining('file/download_url is "The lamp is broken"')],
  ],
  [
    "is an archive of it",
    ({ exports }) => {
      exports.download = () => archive("The door squeaks");
    },
    ["held", "held", "held"],
  ],
  [
    "is an archive of another text",
    ({ exports }) => {
      exports.download = () => archive("The lamp is broken");
    },
    ["held", expect.stringMatching(/"titles.txt\\nThe lamp is broken\\nabout.json\\n/), "held"],
  ],
  [
    "is an archive that becomes endless",
    ({ exports }) => {
      exports.download = () => archive("x".repeat(17 * 1024 * 1024));
    },
    ["held", "unverified", "unverified"],
  ],
  [
    "is half an archive",
    ({ exports }) => {
      exports.download = () => archive("The door squeaks").subarray(0, 60);
    },
    ["held", expect.stringContaining("invalid zip"), "unverified"],
  ],
  [
    "breaks off",
    ({ exports }) => {
      exports.breaksOff = true;
    },
    ["held", expect.stringContaining("terminated"), "unverified"],
  ],
  [
    "does not end",
    ({ exports }) => {
      exports.download = () => "x".repeat(17 * 1024 * 1024);
    },
    ["held", "unverified", "unverified"],
  ],
])("the suite judges a file that %s", async (_, change, verdicts) => {
  expect(await verdictsOf(steps, change)).toEqual(verdicts);
});

test.each([
  steps,
  "results/tracker_export_issues/files/download_url",
  "limits/link_lifetime/tracker_export_issues/before",
])("if no server answers at the address, %s fails", async (id) => {
  const verdicts = await verdictsOf(id, ({ exports }) => {
    exports.address = "http://127.0.0.1:1";
  });
  expect(verdicts).toContainEqual(expect.stringContaining("fetch failed"));
});
