import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Ended, inProject, toolwright } from "../test/support/cli/cli.ts";
import { repository } from "../test/support/temporary-project.ts";

const commands = [
  "check",
  "new",
  "import",
  "client",
  "generate",
  "manifest",
  "mock",
  "diff",
  "release",
  "publish",
  "verify",
  "stats",
  "portability",
  "keys",
  "rules",
  "cases",
  "conformance",
];
/** `check` and `conformance` are programs of their own: check/command and program.process.test.ts test them. */
const inThisProcess = commands.filter((name) => name !== "conformance" && name !== "check");

describe("help", () => {
  test.each(inThisProcess)("the help of %s shows examples and exit codes", async (name) => {
    const { code, stdout, stderr } = await toolwright(repository, [name, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const heading of [`Usage: toolwright ${name}`, "Examples:", "Exit codes:"])
      expect(stdout).toContain(heading);
    expect(stdout.split("\n").filter((line) => line.length > 120)).toEqual([]);
    expect(await toolwright(repository, ["help", name])).toEqual({ code, stdout, stderr });
  });

  test("the overview names every command", async () => {
    const { code, stdout } = await toolwright(repository, ["--help"]);
    expect(code).toBe(0);
    expect([...stdout.matchAll(/^ {2}(\w+) {2,}\S/gm)].map(([, name]) => name)).toEqual(commands);
  });

  test("--version prints the version of the package", async () => {
    const { version } = JSON.parse(readFileSync(join(repository, "generator", "package.json"), "utf8"));
    expect(await toolwright(repository, ["--version"])).toEqual({
      code: 0,
      stdout: `${version}\n`,
      stderr: "",
    });
  });
});

/** Command lines with mistakes. The program reports them on stderr, mentions the help, and exits with 2. */
const misuses: readonly { args: readonly string[]; says: string }[] = [
  {
    args: ["generat"],
    says: 'There is no command "generat". Did you mean "generate"? `npx toolwright --help` explains.',
  },
  {
    args: ["rules", "scope-declard"],
    says: 'There is no rule "scope-declard". Did you mean "scope-declared"?',
  },
  { args: ["keys", "idempotancy"], says: 'There is no key "idempotancy". Did you mean "idempotency"?' },
  { args: ["conform"], says: 'There is no command "conform". Did you mean "conformance"?' },
  { args: ["co"], says: 'There is no command "co". `npx' },
  { args: ["frobnicate"], says: 'There is no command "frobnicate".' },
  { args: ["generate", "--scaf"], says: 'There is no option "--scaf". Did you mean "--scaffold"?' },
  { args: ["generate", "--chek"], says: 'There is no option "--chek". Did you mean "--check"?' },
  {
    args: ["generate", "spec"],
    says: '"spec" is not expected here. Did you mean `--spec spec`? `npx toolwright generate --help` explains.',
  },
  { args: ["import", "a.json", "--out", "b"], says: "a.json cannot be opened" },
  { args: ["import", "http://a"], says: "Did you mean `--url http://a`?" },
  { args: ["generate", "--out"], says: "Option '--out <value>' argument missing." },
  { args: ["generate", "--check", "--watch"], says: "--watch and --check do not go together." },
  {
    args: ["generate", "--spec", "nowhere"],
    says: "There is no spec folder nowhere. Name it with --spec DIR, or start one with toolwright new or import.",
  },
  {
    args: ["generate", "--spec", "."],
    says: "The folder . has no service.yaml, but spec has one. Name that folder.",
  },
  {
    args: ["mock", "--spec", "spec/tools"],
    says: "The folder spec/tools has no service.yaml. Name the folder of the spec with --spec DIR, or start one with toolwright new or import.",
  },
  { args: ["generate", "--format", "xml"], says: "--format xml is not one of human, json, github, sarif." },
  { args: ["stats", "--format", "sarif"], says: "--format sarif is not one of human, json." },
  {
    args: ["portability", "--format", "sarif"],
    says: "--format sarif is not one of human, json, github, markdown.",
  },
  { args: ["portability", "--spec", "a", "--url", "b"], says: "--spec and --url do not go together." },
  { args: ["portability", "--manifest", "nowhere.json"], says: "nowhere.json" },
  { args: ["generate", "--out="], says: "--out is empty." },
  { args: ["generate", "--out", "spec/generated"], says: "spec/generated lies in the spec folder." },
  { args: ["generate", "--handlers", "src"], says: "--handlers goes with --scaffold." },
  { args: ["import", "--out", "spec"], says: "Name a file, or one of --url, --command and --manifest." },
  {
    args: ["import", "--manifest", "x", "--timeout", "soon"],
    says: "--timeout goes with --url or --command.",
  },
];

test.each(misuses)("toolwright $args", async ({ args, says }) => {
  await inProject(async (folder) => {
    const { code, stdout, stderr } = await toolwright(folder, args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^toolwright: /);
    expect(stderr).toContain(says);
  });
});

test.each([
  { toolwright: '{ "handlers": "a/b" }', args: [], says: "a/b/findBook.ts: bound to find_book.", code: 0 },
  { toolwright: '{ "handlers": "a" }', args: ["--handlers", "c"], says: "c/findBook.ts: bound", code: 0 },
  { toolwright: '{ "handlers": 1 }', args: [], says: "toolwright.handlers is not the path", code: 2 },
  { toolwright: "{", args: [], says: "package.json is not JSON", code: 2 },
])(
  "the folder of handlers by package.json: $toolwright $args",
  async ({ toolwright: key, args, says, code }) => {
    await inProject(async (folder) => {
      writeFileSync(join(folder, "package.json"), `{ "toolwright": ${key} }`);
      const scaffolded = await toolwright(folder, ["generate", "--scaffold", ...args]);
      expect(scaffolded.code).toBe(code);
      expect(scaffolded.stderr).toContain(says);
    });
  },
);

test("without arguments it lists the commands", async () => {
  const { code, stdout } = await toolwright(repository, []);
  expect(code).toBe(2);
  expect(stdout).toContain("Usage: toolwright <command>");
});

/** Commands that print data: on stdout, and nothing else there. */
describe("data on stdout", () => {
  test("manifest is JSON", async () => {
    await inProject(async (folder) => {
      const { code, stdout, stderr } = await toolwright(folder, ["manifest"]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(JSON.parse(stdout).tools.map(({ name }: { name: string }) => name)).toEqual(["find_book"]);
    });
  });

  test("cases are JSON", async () => {
    await inProject(async (folder) => {
      const { code, stdout } = await toolwright(folder, ["cases"]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout).cases.length).toBeGreaterThan(0);
    });
  });

  test("stats are a table, or JSON", async () => {
    await inProject(async (folder) => {
      const table = await toolwright(folder, ["stats"]);
      expect(table.stdout).toMatch(/^find_book +\d+ +\d+ +\d+ +\d+ {2}(input|output)\.\w+ \d+ %/m);
      const { total, tools } = JSON.parse((await toolwright(folder, ["stats", "--format", "json"])).stdout);
      const manifest = JSON.parse((await toolwright(folder, ["manifest"])).stdout);
      expect(total).toMatchObject({ tools: 1, bytes: JSON.stringify(manifest.tools[0]).length });
      const { outputSchema: _, ...input } = manifest.tools[0];
      expect(total.input.bytes).toBe(JSON.stringify(input).length);
      expect(total.input.bytes + total.output.bytes).toBe(total.bytes);
      expect(tools[0].parts.map(({ name }: { name: string }) => name)).toContain("input.title");
    });
  });

  test("stats measure the lists of resources and prompts", async () => {
    const fixture = join(repository, "generator/test/fixtures/resources");
    const table = await toolwright(fixture, ["stats"]);
    expect(table.stdout).toMatch(/^guide +\d+ +\d+ {2}\w+ \d+ %/m);
    for (const sum of ["3 tools", "4 resources", "2 templates", "2 prompts"])
      expect(table.stdout).toMatch(new RegExp(`^${sum} +[\\d,]+ +\\d+`, "m"));
    const stats = JSON.parse((await toolwright(fixture, ["stats", "--format", "json"])).stdout);
    const { prompts } = JSON.parse(readFileSync(join(fixture, "want/prompts.json"), "utf8"));
    const bytes = prompts.map((prompt: object) => JSON.stringify(prompt).length);
    expect(stats.prompts.entries.map((entry: { bytes: number }) => entry.bytes)).toEqual(bytes);
    expect(stats.prompts.total).toMatchObject({ entries: 2, bytes: bytes[0] + bytes[1] });
    expect(stats.templates.total.entries).toBe(2);
  });

  test.each(["manifest", "cases", "stats"])(
    "%s of a spec with errors prints nothing there",
    async (command) => {
      await inProject(async (folder) => {
        breakSpec(folder);
        const { code, stdout, stderr } = await toolwright(folder, [command]);
        expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
        expect(stderr).toContain("error[known-key]");
      });
    },
  );
});

describe("colour", () => {
  const cases: readonly { env: NodeJS.ProcessEnv; coloured: boolean }[] = [
    { env: {}, coloured: false },
    { env: { FORCE_COLOR: "1" }, coloured: true },
    { env: { NO_COLOR: "1" }, coloured: false },
    { env: { FORCE_COLOR: "1", NO_COLOR: "1" }, coloured: true },
  ];
  test.each(cases)("$env", async ({ env, coloured }) => {
    await inProject(async (folder) => {
      breakSpec(folder);
      const { stderr }: Ended = await toolwright(folder, ["generate"], env);
      expect(stderr.includes("\u001b[")).toBe(coloured);
    });
  });
});

function breakSpec(folder: string): void {
  const path = join(folder, "spec", "tools", "find_book.yaml");
  writeFileSync(path, readFileSync(path, "utf8").replace("mode:", "mood:"));
}
