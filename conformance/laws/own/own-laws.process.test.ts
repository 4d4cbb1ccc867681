/** Laws of a team, run by the command as users do: that of docs/laws.md, and files with mistakes. */
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectPrinted, shownAfter } from "../../../.ci/readme.ts";
import { storedCasesOf } from "../../test/support/notes-server.ts";
import { type LibraryFault, libraryTokens, serveLibrary } from "../../test/support/servers/library-server.ts";

const conformance = join(import.meta.dirname, "../..");
const page = readFileSync(join(conformance, "../docs/laws.md"), "utf8");
/** A project with the cases of the library, where the packages are installed. */
const folder = mkdtempSync(join(tmpdir(), "laws-"));
const { token } = libraryTokens[0]!;
const servers: { readonly url: string; close(): Promise<void> }[] = [];

beforeAll(() => {
  mkdirSync(join(folder, "node_modules/@toolwright"), { recursive: true });
  symlinkSync(conformance, join(folder, "node_modules/@toolwright/conformance"), "dir");
  for (const name of ["generated", "laws"]) mkdirSync(join(folder, name));
  const cases = storedCasesOf(join(conformance, "test/support/servers/library"));
  writeFileSync(join(folder, "generated/cases.json"), cases);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [, path = "", text = ""] of page.matchAll(/^```ts\n\/\/ (laws\/\S+)\n(.*?)^```$/gms))
    writeFileSync(join(folder, path), text);
});

afterAll(async () => {
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true });
});

async function serve(fault: LibraryFault = {}): Promise<string> {
  const server = await serveLibrary(fault);
  servers.push(server);
  return server.url;
}

/** Runs the command in the project. */
async function run(url: string, ...args: readonly string[]) {
  const program = join(conformance, "bin/toolwright-conformance.js");
  const command = ["--conditions=toolwright-source", program, "--url", url, ...args];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, TOKEN: token };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { cwd: folder, env });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

const example = ["--law", "laws/lent-again.ts"];
const selected = [...example, "--only", "law"];

test("the law of docs/laws.md has at most 25 lines, compiles, and its tests pass", () => {
  expect(readFileSync(join(folder, "laws/lent-again.ts"), "utf8").trim().split("\n").length).toBeLessThan(26);
  const config = {
    extends: join(conformance, "../tsconfig.json"),
    compilerOptions: { typeRoots: [join(conformance, "../node_modules/@types")] },
    include: ["laws/lent-again.ts", "laws/lent-again.test.ts"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
  const compile = [join(dirname(compiler), "bin/tsc"), "--noEmit", "--pretty", "false", "-p", folder];
  expect(spawnSync(process.execPath, compile, { encoding: "utf8" }).stdout).toBe("");
  const tests = ["--conditions=toolwright-source", "--test", "laws/lent-again.test.ts"];
  expect(spawnSync(process.execPath, tests, { cwd: folder, encoding: "utf8" }).stdout).toMatch(
    /pass 1\n.*fail 0/s,
  );
});

test("the law of docs/laws.md holds at a healthy library, and finds one that loses books, as the page shows", async () => {
  const healthy = await run(await serve(), ...selected);
  expect(healthy).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("1 held, 0 failed, 0 not verified"),
  });
  const losing = await run(await serve({ losesBook: true }), ...selected);
  expect(losing.code).toBe(1);
  const command = 'npx toolwright conformance --url "$URL" --law laws/lent-again.ts --only law';
  expectPrinted(losing.stdout.trim(), shownAfter(command, page));
  const read = (name: string) => readFileSync(join(folder, "conformance-report", name), "utf8");
  const [result] = JSON.parse(read("report.json")).results;
  const must = "A book that came back can be lent again.";
  expect(result).toMatchObject({ id: "law/lent-again/book", kind: "law", must, at: "laws/lent-again.ts" });
  for (const name of ["report.html", "report.sarif", "junit.xml"]) {
    expect(read(name)).toContain("law/lent-again/book");
    expect(read(name)).toContain("the book is lent again");
  }
  expect(JSON.parse(read("report.sarif")).runs[0].results[0]).toMatchObject({
    ruleId: "law",
    locations: [{ physicalLocation: { artifactLocation: { uri: "laws/lent-again.ts" } } }],
  });
}, 60_000);

test("cases of a team's laws are planned, selected and left out as others", async () => {
  const url = await serve();
  const planned = await run(url, ...example, "--plan", "--case", "law/**");
  expect(planned).toMatchObject({
    code: 0,
    stdout: "law/lent-again/book\tA book that came back can be lent again.\n",
  });
  const all = await run(url, ...example, "--plan");
  expect(all.stdout).toContain("law/lent-again/book\t");
  expect(all.stdout).toContain("manifest/names\t");
  const reading = await run(url, ...selected, "--read-only");
  expect(reading).toMatchObject({ code: 2, stdout: expect.stringContaining("the tool may change data") });
  const target = join(folder, "target.yaml");
  writeFileSync(target, JSON.stringify({ url, laws: ["laws/lent-again.ts"] }));
  const twice = await run(url, "--target", target, ...example, "--plan", "--only", "law");
  expect(twice.stdout).toBe(planned.stdout);
}, 60_000);

test("a mistake of a file with laws is a message with exit code 2, and a judge that throws leaves its case open", async () => {
  const url = await serve();
  const missing = await run(url, "--law", "laws/none.ts");
  expect(missing).toMatchObject({ code: 2, stdout: "" });
  expect(missing.stderr).toMatch(
    /^toolwright: There is no file laws\/none\.ts with laws\.\n`.*` lists the options\.\n$/,
  );
  const law = (name: string, judge: string) => `{
    name: "${name}", must: "It holds.", finding: "It does not.",
    over: () => [{ id: "a", tool: "list_branches", must: "It holds." }],
    attempts: () => [{ given: [], watch: [], acts: [{ tool: "list_branches" }] }],
    judge: () => ${judge},
  }`;
  const text = `export default [${law("one", "nothing.is")}, ${law("two", '({ is: "held" })')}];`;
  writeFileSync(join(folder, "laws/two.js"), text);
  const judged = await run(url, "--law", "laws/two.js", "--only", "law");
  expect(judged.code).toBe(2);
  for (const words of [
    "judge of the law one throws: nothing is not defined",
    "1 held, 0 failed, 1 not verified",
  ])
    expect(judged.stdout).toContain(words);
  expect(judged.stdout).toContain("Correct the law in its file");
}, 60_000);
