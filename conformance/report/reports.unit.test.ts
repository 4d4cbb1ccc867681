import { join } from "node:path";
import { expect, test } from "vitest";
import { expectGolden } from "../../generator/test/support/golden.ts";
import type { ReportedResult } from "../results/accepted.ts";
import { groupFindings } from "../results/findings.ts";
import { computeExitCode, type Report } from "../results/report.ts";
import {
  failed,
  held,
  inapplicable,
  kinds,
  type Subject,
  unverified,
  type Verdict,
} from "../results/verdict.ts";
import { htmlReport } from "./html.ts";
import { jsonReport } from "./json.ts";
import { junitReport } from "./junit.ts";
import { sarifReport } from "./sarif.ts";
import { specLinesIn } from "./spec-place.ts";
import { terminalReport } from "./terminal.ts";
import { styleFor } from "./terminal-style.ts";

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
  target: "notes, staging",
  address: "https://notes.example/mcp",
  date: "2026-11-20T22:00:00.000Z",
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
      inapplicable("the target does not support MCP 2026-07-28"),
      { ...protocol, level: "MUST" },
    ),
    result("manifest/names", "tools/list names the tools of the spec, in its order.", held, {
      tool: undefined,
    }),
    result("input/notes_get/id/maxLength/above", "id of 9 characters, one too many, is refused.", {
      ...failed("a refusal with invalid_input", 'a result: {"<script>":"\u0000"}'),
      evidence,
      script: `# It was accepted.\n${evidence.curl}\n`,
    }),
    result("input/notes_get/id/type/null", "id that is null is refused.", held),
    result("output/notes_get/fits", "Every success fits.", unverified("unobserved", "no call ended well")),
    result(
      "failures/notes_get/gone",
      "The example gone is refused.",
      { ...unverified("state", "it was there"), evidence },
      {
        acceptedFor: "Nothing ever goes.",
      },
    ),
    result("errors/notes_get/clean", "No error tells a secret.", failed("nothing", "the access token"), {
      acceptedFor: "Known, see #1.",
    }),
  ],
  wrongEntries: [
    {
      case: "input/notes_list/**",
      cause: "not_implemented",
      count: 2,
      reason: "Not there yet.",
      accepted: 0,
    },
  ],
  unimplemented: ["notes_list"],
  slowest: [{ tool: "notes_get", calls: 7, medianMs: 3.14, maxMs: 41.5 }],
  unselected: 0,
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
  drawn: [
    { quota: "summary_quota", kind: "quota", drawn: 2, most: 2, shown: 2 },
    { quota: "note", kind: "entity", drawn: 3, left: 0 },
  ],
  seed: 42,
  command: "npx toolwright conformance --target staging.yaml",
  requests: 17,
  requestsByKind: { protocol: 3, input: 4, output: 1 },
  seconds: 1.234,
  notes: ["Interrupted: cases that had not run are not verified."],
};

test.each([
  ["terminal.txt", terminalReport(report, styleFor(false))],
  ["report.html", htmlReport(report)],
  ["report.json", jsonReport(report)],
  ["junit.xml", junitReport(report)],
  ["report.sarif", sarifReport(report, "spec", specLinesIn(join(import.meta.dirname, "../test/notes")))],
])("%s is the reviewed output", (name, text) => {
  expectGolden(join(import.meta.dirname, "../test/want", name), text.endsWith("\n") ? text : `${text}\n`);
});

test("colours change nothing but escape sequences", () => {
  const plain = terminalReport(report, styleFor(false));
  const coloured = terminalReport(report, styleFor(true));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
  expect(coloured.replaceAll(/\u001b\[\d+m/g, "")).toBe(plain);
});

test.each<[string, (report: Report) => string]>([
  ["the terminal", (each) => terminalReport(each, styleFor(false))],
  ["HTML", htmlReport],
  ["JUnit", junitReport],
  ["SARIF", (each) => sarifReport(each, "spec", specLinesIn("."))],
  ["JSON", jsonReport],
])("the remedy of a failure is in the report for %s", (_, print) => {
  const remedy = "Set the option of the transport.";
  const failure = { ...failed("HTTP 403", "HTTP 200"), remedy };
  const results = [result("protocol/2025-11-25/origin/foreign", "A foreign origin.", failure, protocol)];
  expect(print({ ...report, results })).toContain(remedy);
});

test("equal findings are printed once, with all their ids", () => {
  const wrong = (tool: string, got: string) =>
    result(`input/${tool}/null`, "Null is refused.", failed("a refusal", got));
  const results = ["t_a", "t_b", "t_c", "t_d", "t_e", "t_f", "t_g", "t_h"].map((tool) =>
    wrong(tool, tool === "t_b" ? "y" : "x"),
  );
  const text = terminalReport({ ...report, results, wrongEntries: [] }, styleFor(false));
  expect(text.match(/^✗ .*/gm)).toEqual([
    "✗ input/t_a/null  tools/notes_get.yaml#/input/properties/id",
    "✗ input/t_b/null  tools/notes_get.yaml#/input/properties/id",
  ]);
  expect(text).toContain(
    " --case 'input/t_a/null' --seed 42  # runs only these cases; without --case it repeats the whole run\n  also 6 cases with this cause, at 7 tools in all: input/t_c/null, input/t_d/null, input/t_e/null, input/t_f/null, input/t_g/null, …\n",
  );
});

const accepted = "a call that is accepted";
const unanswered = (got: string): Verdict => ({ ...failed("a success", got), unanswered: true });

const unmarked = (text: string) => `a result: {"content":[{"type":"text","text":"${text}"}]}`;

const race = "a result with isError: ENOENT: no such file or directory, rename";
const ofType = { at: "types/name.yaml#/maxLength" };

test.each([
  [
    "calls that no tool answered, whatever they were about",
    [
      result("input/a/x", "x is refused.", unanswered("HTTP 500 with JSON-RPC error -32603: a broke")),
      result("input/b/y", "y is accepted.", unanswered("HTTP 500 with JSON-RPC error -32603: b broke")),
    ],
    1,
  ],
  [
    "access of all tools",
    [
      result(
        "authorization/t_a/none-token",
        "t_a needs a token.",
        failed("HTTP 401", "HTTP 403 with a result: 1"),
      ),
      result(
        "authorization/t_b/none-token",
        "t_b needs a token.",
        failed("HTTP 401", "HTTP 403 with a result: 2"),
      ),
    ],
    1,
  ],
  [
    "texts of errors in results without isError, at whatever tool",
    [
      result(
        "input/a/x",
        "x is refused.",
        failed("a refusal of the arguments", unmarked("Error: x is no text")),
      ),
      result(
        "errors/b/deep",
        "Deep ones are refused.",
        failed("a refusal", unmarked("❌ Invalid arguments for b")),
      ),
      result(
        "protocol/2025-11-25/tools/must-exist",
        "So.",
        failed("an error", unmarked("Unknown tool")),
        protocol,
      ),
      result("input/a/y", "y is refused.", failed("a refusal of the arguments", unmarked("Errors: 0"))),
    ],
    2,
  ],
  [
    "the same check of two versions",
    [
      result("protocol/2025-11-25/x", "So.", failed("a", "b"), protocol),
      result("protocol/2026-07-28/x", "So.", failed("a", "b"), protocol),
    ],
    1,
  ],
  [
    "two statuses",
    [
      result("input/a/x", "x.", unanswered("HTTP 500 without a JSON-RPC answer (text/html): a")),
      result("input/b/x", "x.", unanswered("HTTP 502 without a JSON-RPC answer (text/html): a")),
    ],
    2,
  ],
  [
    "checks of one topic with the same wrong answer",
    [
      result(
        "protocol/2025-11-25/origin/foreign",
        "A foreign origin.",
        failed("HTTP 403", "a result: {}"),
        protocol,
      ),
      result(
        "protocol/2025-11-25/origin/rebound",
        "A rebound host.",
        failed("HTTP 403", "a result: {}"),
        protocol,
      ),
    ],
    1,
  ],
  [
    "checks of one topic with other answers",
    [
      result("protocol/2025-11-25/http/a", "A.", failed("HTTP 400", "HTTP 500: a"), protocol),
      result("protocol/2025-11-25/http/b", "B.", failed("HTTP 400", "HTTP 200: b"), protocol),
    ],
    2,
  ],
  [
    "valid arguments that are refused for one reason",
    [
      result("input/t_a/required-only", "All.", failed(accepted, "a result with isError: x wants y")),
      result("input/t_a/x/given", "With x.", failed(accepted, "a result with isError: x wants y")),
      result("input/t_a/z/given", "With z.", failed(accepted, "a result with isError: z wants y")),
    ],
    2,
  ],
  [
    "valid calls of any kind that a race refuses, each with another file",
    [
      result("input/t_a/required-only", "All.", failed(accepted, `${race} '/data/t_a/17.tmp'`)),
      result("output/t_b/example/one", "One.", failed("a success", `${race} '/data/t_b/204.tmp'`)),
      result("scenarios/a/b", "B.", failed("success", `${race} '/data/t_b/9.tmp'`), { tool: "t_b" }),
    ],
    1,
  ],
  [
    "a constraint of a shared type that is not enforced, and one that is stricter",
    [
      result("input/t_a/name/maxLength/above", "a.", failed("a refusal", "a result: 1"), ofType),
      result("input/t_b/who/name/maxLength/above", "b.", failed("a refusal", "a result: 2"), ofType),
      result("input/t_b/name/maxLength/at", "b.", failed(accepted, "a result with isError: b"), ofType),
    ],
    2,
  ],
  [
    "a limit that does not hold at several tools",
    ["t_a/draws", "t_a/end", "t_b/draws", "t_b/end"].map((check) =>
      result(`limits/quota/${check}`, check, failed(check, "no"), { at: "service.yaml#/limits/quota" }),
    ),
    1,
  ],
  [
    "arguments of any tool that are converted, and unknown keys that are dropped",
    [
      result("input/t_a/x/type/lookalike", "x.", failed("a refusal", "a result: 1")),
      result("input/t_b/y/type/lookalike", "y.", failed("a refusal", "a result: 2")),
      result("input/t_a/additionalProperties/unknown", "x.", failed("a refusal", "a result: 1")),
      result("input/t_b/additionalProperties/prototype", "x.", failed("a refusal", "a result: 1")),
    ],
    2,
  ],
  [
    "arguments of any tool for which null is taken, and others whose empty texts are refused",
    [
      result("input/t_a/x/type/null", "x.", failed("a refusal", "a result: 1")),
      result("input/t_b/y/type/null", "y.", failed("a refusal", "a result: 2")),
      result("input/t_a/x/type/empty", "x.", failed(accepted, "a result with isError: x is too short")),
      result("input/t_a/y/type/empty", "y.", failed(accepted, "a result with isError: y is too short")),
    ],
    2,
  ],
  [
    "lengths in UTF-16 units, at the lower and at the upper bound",
    [
      result("input/t_a/x/maxLength/at-astral", "x.", failed(accepted, "a result with isError: x 😀😀")),
      result("input/t_b/y/maxLength/at-astral", "y.", failed(accepted, "a result with isError: y 😀")),
      result("input/t_b/y/minLength/below-astral", "z.", failed("a refusal", "a result: 1")),
    ],
    1,
  ],
  [
    "prompts that are given without arguments that they require",
    [
      result("prompts/p/required/a", "a.", failed("a refusal of the parameters", "a result: 1")),
      result("prompts/q/required/b", "b.", failed("a refusal of the parameters", "a result: 2")),
    ],
    1,
  ],
  [
    "reading tools that are counted, and one that changes something else",
    [
      result("modes/t_a/read-only", "a.", failed("t_a changes nothing", "t_c: /use/a is 4 instead of 3")),
      result("modes/t_b/read-only", "b.", failed("t_b changes nothing", "t_c: /use/b is 9 instead of 7")),
      result("modes/t_d/read-only", "d.", failed("t_d changes nothing", 't_c: /use/d is "y" instead of "x"')),
    ],
    2,
  ],
  [
    "errors in results without isError, as texts and as objects",
    ["Error: no", String.raw`{\n \"success\": false,\n \"error\": \"no\"}`, String.raw`{\"ok\":false}`].map(
      (text, index) =>
        result(`input/t_a/${index}`, `${index}.`, failed("a refusal of the arguments", unmarked(text))),
    ),
    1,
  ],
  [
    "the same property of the results of two tools that were called a different number of times",
    [
      result("output/t_a/text", "Text.", failed("a text", "no text (1 of 1 calls)")),
      result("output/t_b/text", "Text.", failed("a text", "no text (7 of 9 calls)")),
    ],
    1,
  ],
  [
    "two constraints of one tool that accept anything",
    [
      result("input/a/x/maxLength", "x is refused.", failed("a refusal", "a result: {}")),
      result("input/a/y/maxLength", "y is refused.", failed("a refusal", "a result: {}")),
    ],
    2,
  ],
] as [string, ReportedResult[], number][])("%s: the number of findings is right", (_, results, findings) => {
  expect(groupFindings(results).length).toBe(findings);
});

test("the finding with the most cases comes first, and advice last", () => {
  const alike = (id: string, count: number, level: "MUST" | "SHOULD") =>
    Array.from({ length: count }, (_, index) =>
      result(`errors/tool_${index}/${id}`, "So.", failed("a", id), { level }),
    );
  const all = groupFindings([
    ...alike("advice", 9, "SHOULD"),
    ...alike("few", 3, "MUST"),
    ...alike("many", 5, "MUST"),
  ]);
  expect(all.map(({ counted, results: { length } }) => [counted, length])).toEqual([
    ["failed", 5],
    ["failed", 3],
    ["advice", 9],
  ]);
});

test.each([80, 120])("the matrix has a column for every kind and fits %i columns", (width) => {
  const tools = ["service_get_lesson_generation_status", "service_ping"];
  const results = tools.flatMap((tool) => kinds.map((kind) => result(`${kind}/${tool}/x`, "So.", held)));
  const plain = { ...report, results, notes: [], wrongEntries: [], unimplemented: [] };
  const text = terminalReport(plain, styleFor(false), width);
  const lines = text.split("\n\n8 of 9")[0]!.split("\n");
  expect(lines.filter((line) => line.length > width)).toEqual([]);
  for (const kind of kinds) expect(lines.join(" ")).toMatch(new RegExp(` ${kind}\\b`));
});

test("a further table of the matrix leaves out tools without results there", () => {
  const results = kinds.map((kind) => result(`${kind}/service_ping/x`, "So.", held));
  const other = { ...result("input/service_find/x", "So.", held) };
  const ofFind = { ...other, subject: { ...other.subject, tool: "service_find" } };
  const text = terminalReport({ ...report, results: [...results, ofFind] }, styleFor(false), 80);
  expect(text.match(/^tool /gm)!.length).toBeGreaterThan(2);
  expect(text.match(/^(?:service_)?find /gm)).toHaveLength(1);
});

test("constraints that were not exercised for one reason are one line", () => {
  const missing = ["a", "b", "c"].map((tool) => ({
    at: `tools/${tool}.yaml#/input`,
    constraint: tool,
    why: "no tool answered",
  }));
  const coverage = { constraints: 9, exercised: 6, missing };
  expect(terminalReport({ ...report, coverage }, styleFor(false))).toContain(
    "6 of 9 constraints exercised\n  tools/a.yaml#/input and 2 more  no tool answered\n\n",
  );
});

test("a reason is said once, with all cases that it leaves open", () => {
  const why = "the target has no hook respond";
  const results = ["a", "b", "c", "d", "e", "f", "g"].map((name) =>
    result(`states/${name}/x`, "It is open.", unverified("no-hook", why), { kind: "states" }),
  );
  const open = {
    ...report,
    results: [...results, result("input/notes_get/x", "So.", unverified("no-hook", "no token"))],
  };
  const text = terminalReport({ ...open, wrongEntries: [], unimplemented: [] }, styleFor(false));
  const [, listed = ""] = text.split("? 8 not verified: no-hook");
  expect(listed.split(why)).toHaveLength(2);
  expect(listed).toContain(
    `\n  7 cases: ${why}  states/a, states/b, states/c, states/d, states/e, states/f, states/g\n`,
  );
  expect(listed).toContain("\n  input/notes_get/x  no token");
  const [, section = ""] = htmlReport({ ...open, wrongEntries: [], unimplemented: [] }).split(
    '<h3 class="cause">no-hook',
  );
  expect(section.split(why)).toHaveLength(2);
});

test("beside an earlier run, the report begins with the difference and shows only what is new", () => {
  const results = [
    result("input/notes_get/old", "An old failure.", failed("a", "b")),
    result("input/notes_get/new", "A new failure.", failed("a", "c")),
    result("output/notes_get/old", "It fits.", unverified("unobserved", "no call ended well")),
    result("output/notes_get/new", "It fits.", unverified("setup", "it did not work")),
  ];
  const since = {
    date: "2026-11-24T08:00:00.000Z",
    failed: ["input/notes_get/new"],
    undecided: ["output/notes_get/new"],
    untried: ["limits/quotes/end"],
    gone: [],
    still: ["input/notes_get/old"],
  };
  const text = terminalReport(
    { ...report, results, wrongEntries: [], unimplemented: [], since },
    styleFor(false),
  );
  expect(text).toMatch(
    /^Failures since 2026-11-24T08:00:00.000Z: 1 new, 0 gone, 1 still there, 1 no longer verified\n/,
  );
  expect(text).toContain("1 not tried again, since a limit of the run was reached: limits/quotes/end");
  expect(text).toContain("1. Make this hold: A new failure.");
  expect(text).toContain("✗ input/notes_get/new");
  expect(text).toContain("? 1 not verified: setup");
  expect(text).not.toContain("notes_get/old");
});

test.each([
  ["all held", [held], 0],
  ["one failed", [held, failed("a", "b")], 1],
  ["one open", [held, unverified("state", "x")], 2],
  ["one of each", [failed("a", "b"), unverified("state", "x")], 1],
  ["nothing was looked at", [inapplicable("x")], 2],
] as [string, Verdict[], number][])("%s: the exit code is right", (_, verdicts, code) => {
  const results = verdicts.map((verdict, index) => result(`input/notes_get/${index}`, "x", verdict));
  expect(computeExitCode({ ...report, results, wrongEntries: [] })).toBe(code);
});

test("the report lists the missing parts of the target by workflow or tool, and the share of each kind", () => {
  const lacking = unverified("no-account", "no token of the account other");
  const steps = ["a", "b", "c", "d", "e", "f", "g"].map((step) =>
    result(`scenarios/share/${step}`, "A step.", lacking),
  );
  const ofTool = result("access/notes_get/id/other-account", "It is refused.", lacking);
  const results = [...steps, ofTool, result("scenarios/keep/a", "A step.", held)];
  const text = terminalReport({ ...report, results }, styleFor(false));
  expect(text).toContain("  8 cases: no token of the account other  scenarios/share (7), access/notes_get\n");
  expect(text).toContain("decided (requests): access 0 of 1 (0), scenarios 1 of 8 (0)\n");
  expect(JSON.parse(jsonReport({ ...report, results })).kinds).toEqual([
    { kind: "access", cases: 1, decided: 0, requests: 0 },
    { kind: "scenarios", cases: 8, decided: 1, requests: 0 },
  ]);
});
