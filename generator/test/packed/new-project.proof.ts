import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Packed, pack } from "./pack.ts";
import { environment, installNode, run, succeeds } from "./shell.ts";

/** The oldest Node that package.json promises to run on. */
const oldestNode = "22.18.0";

let packed: Packed;
let folder: string;
let project: string;

beforeAll(async () => {
  packed = await pack();
  folder = await mkdtemp(join(tmpdir(), "toolwright-"));
  project = join(folder, "my-server");
});

afterAll(async () => {
  await packed.remove();
  await rm(folder, { recursive: true, force: true });
});

test("an empty folder, the tarball and three commands make a project that passes its own tests", async () => {
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  await succeeds(folder, "npm", ["install", ...Object.values(packed.tarballs).map(({ path }) => path)]);
  await succeeds(folder, "npx", ["toolwright", "new", "my-server"]);
  await succeeds(project, "npm", ["install", ...Object.values(packed.tarballs).map(({ path }) => path)]);
  expect(await succeeds(project, "npm", ["test"])).toMatch(/(pass|✔|# pass) ?7|tests 7/);
});

test("it keeps to its spec: the conformance suite out of the same package holds on it", async () => {
  expect(await succeeds(project, "npm", ["run", "conformance"])).toMatch(
    /[1-9]\d+ held, 0 failed, 0 not verified, 1 accepted/,
  );
});

test("a handler that breaks a promise fails the conformance suite, which names the line of the spec", async () => {
  const handler = join(project, "src", "handlers", "find.ts");
  const right = await readFile(handler, "utf8");
  await writeFile(
    handler,
    right.replace("total_count: found.length", "total_count: found.length - 1_000_000"),
  );
  await succeeds(project, "npm", ["run", "types"]);
  const { code, output } = await run(project, "npm", ["run", "conformance"]);
  await writeFile(handler, right);
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringMatching(/✗ .*tools\/notes_find\.yaml:\d+/),
  });
});

test("it runs and passes on the oldest Node that is promised", async () => {
  const node = await installNode(folder, oldestNode);
  expect(await succeeds(project, "node", ["--version"], node)).toBe(`v${oldestNode}\n`);
  await succeeds(project, "npm", ["test"], node);
  const { engines } = JSON.parse(await readFile(join(project, "package.json"), "utf8")) as {
    engines: { node: string };
  };
  expect(`>=${oldestNode}`.startsWith(engines.node)).toBe(true);
});

test("an older Node is told so, rather than shown what it does not know", async () => {
  const { code, output } = await run(
    project,
    "npx",
    ["toolwright", "generate"],
    await installNode(folder, "20.19.5"),
  );
  expect({ code, output }).toEqual({
    code: 2,
    output: expect.stringContaining("toolwright: It needs Node 22.18 or newer, and this is v20.19.5.\n"),
  });
  expect(output).not.toContain("    at ");
});

test("npm start prints the line that connects an agent, and ends when it is told to", async () => {
  const server = spawn(process.execPath, ["src/main.ts"], {
    cwd: project,
    env: { ...environment(), PORT: "0" },
  });
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    server.once("exit", () => reject(new Error(`It ended: ${printed}`)));
    server.stderr.on("data", (chunk) => (printed += chunk));
    server.stdout.on("data", (chunk) => {
      printed += chunk;
      if (printed.includes("Ctrl+C")) resolve();
    });
  });
  const ended = new Promise((resolve) => server.once("exit", (code) => resolve(code)));
  server.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(printed).toMatch(
    /claude mcp add --transport http my-server http:\/\/127\.0\.0\.1:\d+\/mcp --header "Authorization: Bearer \S+"/,
  );
});

test("a new tool does not compile until it is scaffolded, and then refuses until it is written", async () => {
  const service = join(project, "spec", "service.yaml");
  await writeFile(
    service,
    (await readFile(service, "utf8")).replace("tools: [notes_find", "tools: [notes_count, notes_find"),
  );
  const tool = "mode: read\nscope: notes:read\ninput: { type: object, additionalProperties: false }\n";
  await writeFile(join(project, "spec", "tools", "notes_count.yaml"), tool);

  expect(await run(project, "npm", ["test"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("generated/handlers.ts"),
  });
  await succeeds(project, "npm", ["run", "generate"]);
  expect(await run(project, "npm", ["test"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("'count' is missing"),
  });
  await succeeds(project, "npm", ["run", "scaffold"]);
  await succeeds(project, "npm", ["test"]);
  expect(await readFile(join(project, "src", "handlers", "index.ts"), "utf8")).toContain(
    "count: count(notebook),",
  );
});
