import { join } from "node:path";
import { expect, test } from "vitest";
import { expectGolden } from "../../generator/test/golden.ts";
import { htmlReport } from "../report/html.ts";
import { jsonReport } from "../report/json.ts";
import { junitReport } from "../report/junit.ts";
import { sarifReport } from "../report/sarif.ts";
import { specLinesIn } from "../report/spec-place.ts";
import { styleFor, terminalReport } from "../report/terminal.ts";
import type { ReportedResult } from "../results/accepted.ts";
import { exitCodeOf, type Report } from "../results/report.ts";
import { failed, held, inapplicable, type Subject, unverified, type Verdict } from "../results/verdict.ts";

const evidence = {
  curl: `curl -sS 'https://notes.example/mcp' -H "Authorization: Bearer $TOKEN" --data-raw '{"a":"<b>&"}'`,
  answer: "a result",
};

function result(
  id: string,
  must: string,
  verdict: Verdict,
  more: Partial<Subject> & { acceptedFor?: string } = {},
): ReportedResult {
  const { acceptedFor, ...rest } = more;
  const [kind, tool] = id.split("/") as [Subject["kind"], string];
  const subject = { id, must, at: "tools/notes_get.yaml#/input/properties/id", kind, tool, ...rest };
  return { subject, verdict, ...(acceptedFor !== undefined && { acceptedFor }) };
}

const section = "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization";
const protocol = { tool: undefined, at: section };

const report: Report = {
  target: "https://notes.example/mcp",
  server: { name: "notes", version: "1.0.0", protocolVersions: ["2025-11-25"] },
  results: [
    result("protocol/2025-11-25/lifecycle/pongs", "ping is answered with an empty result.", held, {
      ...protocol,
      level: "MUST",
    }),
    result("protocol/2025-11-25/lifecycle/hints", "It should be so.", failed("this", "that"), {
      ...protocol,
      level: "SHOULD",
    }),
    result(
      "protocol/2026-07-28/discovery/lists-versions",
      "server/discover lists the versions that the server speaks.",
      inapplicable("the target does not speak MCP 2026-07-28"),
      { ...protocol, level: "MUST" },
    ),
    result("manifest/names", "tools/list names the tools of the spec, in its order.", held, {
      tool: undefined,
    }),
    result(
      "input/notes_get/id/maxLength/above",
      "id of 9 characters, one too many, is refused.",
      failed("a refusal with invalid_input", 'a result: {"<script>":"\u0000"}', evidence),
    ),
    result("input/notes_get/id/type/null", "id that is null is refused.", held),
    result("output/notes_get/fits", "Every success fits.", unverified("unobserved", "no call ended well")),
    result(
      "failures/notes_get/gone",
      "The example gone is refused.",
      unverified("state", "it was there", evidence),
      {
        acceptedFor: "Nothing ever goes.",
      },
    ),
    result("errors/notes_get/clean", "No error tells a secret.", failed("nothing", "the access token"), {
      acceptedFor: "Known, see #1.",
    }),
  ],
  stale: [{ case: "input/notes_list/**", cause: "not_implemented", reason: "Not there yet." }],
  coverage: {
    constraints: 9,
    exercised: 8,
    missing: [
      {
        at: "types/id.yaml#/pattern",
        constraint: "notes_get spec:///types/id.yaml#/pattern",
        why: "no text was found",
      },
    ],
  },
  seed: 42,
  requests: 17,
  seconds: 1.234,
  notes: ["Interrupted: cases that had not run are not verified."],
};

test.each([
  ["terminal.txt", terminalReport(report, styleFor(false))],
  ["report.html", htmlReport(report)],
  ["report.json", jsonReport(report)],
  ["junit.xml", junitReport(report)],
  ["report.sarif", sarifReport(report, "spec", specLinesIn(join(import.meta.dirname, "notes")))],
])("%s is the reviewed output", (name, text) => {
  expectGolden(join(import.meta.dirname, "want", name), text.endsWith("\n") ? text : `${text}\n`);
});

test("colours change nothing but escape sequences", () => {
  const plain = terminalReport(report, styleFor(false));
  const coloured = terminalReport(report, styleFor(true));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
  expect(coloured.replaceAll(/\u001b\[\d+m/g, "")).toBe(plain);
});

test("equal findings are printed once, with all their ids", () => {
  const wrong = (tool: string, got: string) =>
    result(`input/${tool}/null`, "Null is refused.", failed("a refusal", got));
  const results = ["a", "b", "c", "d", "e", "f", "g", "h"].map((tool) =>
    wrong(tool, tool === "b" ? "y" : "x"),
  );
  const text = terminalReport({ ...report, results, stale: [] }, styleFor(false));
  expect(text.match(/^✗ .*/gm)).toEqual([
    "✗ input/a/null  tools/notes_get.yaml#/input/properties/id",
    "✗ input/b/null  tools/notes_get.yaml#/input/properties/id",
  ]);
  expect(text).toContain(
    "  got      x\n  6 more alike: input/c/null, input/d/null, input/e/null, input/f/null, input/g/null, …\n",
  );
});

test.each([
  ["all held", [held], 0],
  ["one failed", [held, failed("a", "b")], 1],
  ["one open", [held, unverified("state", "x")], 2],
  ["one of each", [failed("a", "b"), unverified("state", "x")], 1],
] as [string, Verdict[], number][])("%s: the exit code is right", (_, verdicts, code) => {
  const results = verdicts.map((verdict, index) => result(`input/notes_get/${index}`, "x", verdict));
  expect(exitCodeOf({ ...report, results, stale: [] })).toBe(code);
});
