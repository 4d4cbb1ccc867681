import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { callTool, startServer } from "../support/packed/server.ts";
import { installNode, run, succeeds } from "../support/packed/shell.ts";
import { followRecipe } from "../support/publishing-recipe.ts";
import { stepsOf } from "../support/workflow.ts";

/** The oldest Node that package.json promises to run on. */
const oldestNode = "22.18.0";

const allHeld = /[1-9]\d+ held, 0 failed, 0 not verified, 2 accepted/;

/** Their files. */
const tarballs = Object.values(inject("tarballs")).map(({ path }) => path);
let folder: string;
let project: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolwright-"));
  project = join(folder, "my-server");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("an empty folder, the tarballs and three commands make a project that passes its own tests", async () => {
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  await succeeds(folder, "npm", ["install", ...tarballs]);
  expect(await succeeds(folder, "npx", ["toolwright", "new", "my-server"])).toContain("Commit it.");
  expect((await readdir(join(project, "vendor"))).sort()).toEqual(
    tarballs.map((path) => basename(path)).sort(),
  );
  expect(await succeeds(project, "npm", ["install"])).not.toContain("install-scripts");
  expect(await succeeds(project, "npm", ["test"])).toMatch(/pass 13\n/);
});

test.each([
  ["signed-in", "oauth", 15],
  ["either", "bearer,oauth", 16],
])("%s, made by --auth %s, passes its %i tests and the conformance suite", async (name, auth, count) => {
  await succeeds(folder, "npx", ["toolwright", "new", name, "--auth", auth]);
  const signedIn = join(folder, name);
  await succeeds(signedIn, "npm", ["install"]);
  expect(await succeeds(signedIn, "npm", ["test"])).toContain(`pass ${count}\n`);
  expect(await succeeds(signedIn, "npm", ["run", "conformance"])).toMatch(allHeld);
});

test("a project from the registry pins the version of the command", async () => {
  const lockfile = join(folder, "node_modules", ".package-lock.json");
  const lock = await readFile(lockfile, "utf8");
  const other = JSON.parse(lock) as { packages: Record<string, { resolved: string; version: string }> };
  const own = other.packages["node_modules/toolwright"]!;
  own.resolved = "https://registry.example.org/toolwright/-/toolwright.tgz";
  await writeFile(lockfile, JSON.stringify(other));
  await succeeds(folder, "npx", ["toolwright", "new", "pinned"]);
  await writeFile(lockfile, lock);
  const pinned = join(folder, "pinned");
  expect(await readdir(pinned)).not.toContain("vendor");
  expect(JSON.parse(await readFile(join(pinned, "package.json"), "utf8"))).toMatchObject({
    dependencies: { "@toolwright/runtime": own.version },
    devDependencies: { "@toolwright/conformance": own.version, toolwright: own.version },
  });
});

test("the conformance suite of the same package passes on the project", async () => {
  expect(await succeeds(project, "npm", ["run", "conformance"])).toMatch(allHeld);
});

test.for([
  [
    "a handler that breaks a promise",
    "src/handlers/find.ts",
    "total_count: found.length",
    "total_count: found.length - 1_000_000",
    /✗ .*tools\/notes_find\.yaml#\/\w/,
  ],
  [
    "an authenticator that gives every token every scope",
    "src/tokens.ts",
    "new Set(scopes)",
    'new Set([...scopes, "notes:read", "notes:write"])',
    /✗ .*service\.yaml#\/\w|✗ .*tools\/notes_\w+\.yaml#\/scope/,
  ],
] as const)(
  "%s fails the conformance suite, which names the place in the spec",
  async ([, path, from, to, named]) => {
    const file = join(project, path);
    const right = await readFile(file, "utf8");
    const wrong = right.replace(from, to);
    expect(wrong).not.toBe(right);
    await writeFile(file, wrong);
    await succeeds(project, "npm", ["run", "types"]);
    const { code, output } = await run(project, "npm", ["run", "conformance"]);
    await writeFile(file, right);
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(named) });
  },
);

test("runs and passes on the oldest supported Node", async () => {
  const node = await installNode(folder, oldestNode);
  expect(await succeeds(project, "node", ["--version"], node)).toBe(`v${oldestNode}\n`);
  await succeeds(project, "npm", ["test"], node);
  const { engines } = JSON.parse(await readFile(join(project, "package.json"), "utf8")) as {
    engines: { node: string };
  };
  expect(`>=${oldestNode}`.startsWith(engines.node)).toBe(true);
});

test("an older Node gets a message instead of a syntax error", async () => {
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

test("with only the runtime, the project installs little, starts, and serves its tools", async () => {
  const deployed = join(folder, "deployed");
  await cp(project, deployed, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  await succeeds(deployed, "npm", ["ci", "--omit=dev"]);
  const installed = await readdir(join(deployed, "node_modules"), { recursive: true, withFileTypes: true });
  const packages = installed.filter(
    ({ name, parentPath }) => name === "package.json" && isPackageFolder(parentPath),
  );
  const sizes = await Promise.all(
    installed
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(packages.length).toBeGreaterThan(0);
  expect(packages.length).toBeLessThanOrEqual(10);
  expect(bytes).toBeLessThanOrEqual(8_000_000);

  const { printed, stop } = await startServer(deployed, process.execPath, ["src/main.ts"]);
  const [, endpoint = "", token = ""] =
    /claude mcp add --transport http my-server (http:\/\/127\.0\.0\.1:\d+\/mcp) --header "Authorization: Bearer (\S+)"/.exec(
      printed,
    )!;
  await callTool(endpoint, token, "notes_add", { title: "Shopping", text: "Milk" });
  expect(await callTool(endpoint, token, "notes_find", { query: "milk" })).toMatchObject({
    total_count: 1,
    notes: [{ title: "Shopping", text: "Milk" }],
  });
  expect(await stop()).toBe(0);
});

/** `node_modules/ajv` and `node_modules/@toolwright/runtime`, at any depth; packages have further package.json files inside. */
function isPackageFolder(path: string): boolean {
  return /[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/@]+$/.test(path);
}

test("a new tool does not compile until it is scaffolded, and refuses calls until it is written", async () => {
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

test("runs every step of the project's workflows, and publishes it as in guide/publishing.md", async () => {
  await succeeds(folder, "npx", ["toolwright", "new", "published"]);
  const published = join(folder, "published");
  await succeeds(published, "npm", ["install"]);
  const done = new Set<string>();
  await followRecipe({
    project: published,
    env: {},
    // Installing and testing takes minutes, so it runs once in each job.
    runs({ workflow, job, run: script }) {
      const key = [workflow, job, script].join();
      if (!script.startsWith("npm ") || !done.has(key)) return done.add(key).size > 0;
      return false;
    },
  });
  expect([...done].sort()).toEqual(
    stepsOf(published)
      .map(({ workflow, job, run: script }) => [workflow, job, script].join())
      .sort(),
  );
});
