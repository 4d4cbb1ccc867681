/** `toolwright portability` with libraries that this repository has installed; portability.proof.ts has all of them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { inProject, toolwright } from "../../generator/test/support/cli/cli.ts";
import { writeOddLists } from "../../generator/test/support/odd-lists.ts";
import { repository } from "../../generator/test/support/temporary-project.ts";

const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
afterAll(() => rmSync(folder, { recursive: true }));

const closed = { type: "object", additionalProperties: false };
const shapes = (type: object) => [
  { ...type, properties: { circle: { type: "number" } }, required: ["circle"], additionalProperties: false },
  { ...type, properties: { side: { type: "number" } }, required: ["side"], additionalProperties: false },
];
const tools = {
  plain: { ...closed, properties: { title: { type: "string", maxLength: 20 } } },
  /** zod takes a branch without a type for anything, so that every value fits several of them. */
  untyped: { ...closed, properties: { shape: { type: "object", oneOf: shapes({}) } } },
  typed: { ...closed, properties: { shape: { type: "object", oneOf: shapes({ type: "object" }) } } },
  recursive: { ...closed, properties: { child: { $ref: "#" } } },
};

test("runs zod, and reports its rejections", async () => {
  const file = join(folder, "manifest.json");
  writeFileSync(
    file,
    JSON.stringify({ tools: Object.entries(tools).map(([name, inputSchema]) => ({ name, inputSchema })) }),
  );
  const { code, stdout } = await toolwright(repository, [
    "portability",
    "--manifest",
    file,
    "--format",
    "json",
  ]);
  expect(code).toBe(1);
  const report = JSON.parse(stdout);
  const of = (client: string) => Object.keys(tools).map((name) => report.tools[name][client]);
  expect(of("zod")).toEqual(["taken", "refused", "taken", "taken"]);
  expect(of("inlining")).toEqual(["taken", "taken", "taken", "refused"]);
  expect(report.findings).toContainEqual(
    expect.objectContaining({
      tool: "untyped",
      client: "zod",
      what: expect.stringContaining('{"shape":{"circle":'),
    }),
  );
}, 60_000);

test("names the schemas for which a library refuses the whole list, and tries the other tools", async () => {
  const file = join(folder, "unsound.json");
  const outputs = {
    sound: { type: "object" },
    dangling: { type: "object", properties: { a: { $ref: "#/$defs/none" } } },
    python: { type: "object", properties: { a: { type: "string", pattern: "(?P<year>[0-9]+)" } } },
    list: { type: "array" },
  };
  const entries = Object.entries(outputs).map(([name, outputSchema]) => ({
    name,
    inputSchema: closed,
    outputSchema,
  }));
  writeFileSync(file, JSON.stringify({ tools: entries }));
  const args = ["portability", "--manifest", file, "--format", "json"];
  const { code, stdout } = await toolwright(repository, args);
  const report = JSON.parse(stdout);
  expect(code).toBe(1);
  expect(Object.keys(outputs).map((name) => report.tools[name].sdk)).toEqual([
    "taken",
    "refused",
    "refused",
    "refused",
  ]);
  const findings = (report.findings as { client: string; tool: string; place: string; what: string }[])
    .filter(({ client }) => client === "sdk")
    .map(({ tool, place, what }) => [tool, place, what.split(":")[0]]);
  const what = "The client drops the whole list because of this tool";
  expect(findings).toEqual(["dangling", "python", "list"].map((tool) => [tool, "/outputSchema", what]));
}, 60_000);

test("names the malformed entry that makes a client drop its list; rules do not cover resources and prompts", async () => {
  const spec = writeOddLists(folder);
  const { code, stdout, stderr } = await toolwright(repository, [
    ...["portability", "--spec", spec, "--format", "json"],
  ]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining("not every client takes everything"),
  });
  const { offers, findings } = JSON.parse(stdout);
  const cells = Object.entries<{ sdk: string; claude: string }>(offers);
  expect(cells.map(([name, { sdk, claude }]) => `${name}: ${sdk}, ${claude}`)).toEqual([
    "resource odd://plain: taken, unchecked",
    "resource odd://dated: refused, unchecked",
    "resource odd://notes/{id}: refused, unchecked",
    "prompt ask: taken, unchecked",
  ]);
  expect(findings).toContainEqual(
    expect.objectContaining({
      ...{ tool: "resource odd://dated", client: "sdk", place: "" },
      what: expect.stringMatching(
        /^The client drops the whole list because of this entry: .*"lastModified" \], "message": "Invalid ISO datetime"/,
      ),
    }),
  );
}, 60_000);

test("does not check libraries that are not installed", async () => {
  await inProject(async (project) => {
    const { code, stdout } = await toolwright(project, ["portability", "--format", "markdown"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\| find\\_book \| yes .*\| - \| - \| - \| - \| - \| - \|$/m);
    expect(stdout).toContain("not checked, since @openai/agents is not installed here");
  });
});
