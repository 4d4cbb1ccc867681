import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { captured, type Ended, toolwright as runToolwright } from "../test/support/cli/cli.ts";
import { compilerErrors } from "../test/support/compiler.ts";
import { linkPackages } from "../test/support/linked-packages.ts";
import { inTemporaryProject, repository } from "../test/support/temporary-project.ts";
import { newCommandWith } from "./new.ts";
import { registryPackages } from "./project-packages.ts";

const node = ["--conditions=toolwright-source"];

const toolwright = (cwd: string, ...args: readonly string[]): Promise<Ended> => runToolwright(cwd, args);

/** `toolwright new`, as one that came from npm's registry: new-project.proof.ts has the others. */
const newProject = (
  cwd: string,
  folder: string,
  options: { readonly auth?: string; readonly bare?: boolean } = {},
): Promise<Ended> => captured(cwd, {}, (io) => newCommandWith(registryPackages).run(options, [folder], io));

/** The files that `--bare` creates besides `generated/`. */
const bareFiles = [
  ".gitattributes",
  ".gitignore",
  ".yarnrc.yml",
  "README.md",
  "package.json",
  "pnpm-workspace.yaml",
  "spec/service.yaml",
  "spec/tools/hello.yaml",
  "src/handlers/hello.ts",
  "src/handlers/index.ts",
  "src/log.ts",
  "src/main.ts",
  "tsconfig.json",
];

/** The files of a project that `generate` does not write. */
function filesOf(project: string): string[] {
  return readdirSync(project, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("generated"))
    .map(({ parentPath, name }) => relative(project, join(parentPath, name)))
    .sort();
}

describe("toolwright new", () => {
  test("makes projects of each kind whose files are up to date and compile, and one whose tests pass and whose law holds", async () => {
    await inTemporaryProject(async (parent) => {
      linkPackages(parent);
      const { code, stderr } = await newProject(parent, "my-server");
      expect({ code, stderr }).toMatchObject({
        code: 0,
        stderr: expect.stringContaining(
          "cd my-server\n  npm install\n  npm test\n  npm run conformance\n  npm start\n",
        ),
      });
      const readme = readFileSync(join(repository, "generator", "README.md"), "utf8");
      expect(readme).toContain(stderr.replaceAll("my-server", "notes-server"));
      const project = join(parent, "my-server");
      expect(await toolwright(project, "generate", "--check")).toMatchObject({ code: 0 });
      expect(await toolwright(project, "generate", "--scaffold")).toMatchObject({
        code: 0,
        stderr: expect.stringContaining("No handler is missing."),
      });
      const tests = [...node, "--test", "test/**/*.test.ts"];
      const { stdout } = await promisify(execFile)(process.execPath, tests, { cwd: project });
      expect(stdout).toMatch(/fail 0/);
      const suite = join(repository, "conformance", "bin", "toolwright-conformance.js");
      const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
      const options = scripts.conformance.split(" ").slice(2);
      const ofLaw = [...node, suite, ...options, "--only", "law"];
      // The suite starts the server of the project, which needs the packages from source, too.
      const env = { ...process.env, NODE_OPTIONS: node.join(" ") };
      const held = await promisify(execFile)(process.execPath, ofLaw, { cwd: project, env });
      expect(held.stdout).toContain("1 held, 0 failed, 0 not verified");
      // Its callers sign in at an authorization server. The tests of these projects run in new-project.proof.ts.
      const signedIn = join(parent, "signed-in");
      expect(await newProject(parent, "signed-in", { auth: "oauth" })).toMatchObject({ code: 0 });
      expect(existsSync(join(signedIn, "src", "tokens.ts"))).toBe(false);
      expect(await toolwright(signedIn, "generate", "--check")).toMatchObject({ code: 0 });
      const either = join(parent, "either");
      expect(await newProject(parent, "either", { auth: "bearer,oauth" })).toMatchObject({ code: 0 });
      expect(await toolwright(either, "generate", "--check")).toMatchObject({ code: 0 });
      const bare = join(parent, "bare");
      expect(await newProject(parent, "bare", { bare: true })).toMatchObject({
        code: 0,
        stderr: expect.stringContaining("a server with one tool.\n"),
      });
      expect(filesOf(bare)).toEqual(bareFiles);
      expect(await toolwright(bare, "generate", "--check")).toMatchObject({ code: 0 });
      expect(compilerErrors(parent)).toEqual([]);
    });
  });

  test("uses the name of the folder, and writes dot files", async () => {
    await inTemporaryProject(async (parent) => {
      await newProject(parent, "deep/2fast");
      const project = join(parent, "deep", "2fast");
      const { version } = JSON.parse(readFileSync(join(repository, "generator", "package.json"), "utf8"));
      expect(JSON.parse(readFileSync(join(project, "package.json"), "utf8"))).toMatchObject({
        name: "2fast",
        dependencies: { "@toolwright/runtime": version },
        devDependencies: { "@toolwright/conformance": version, toolwright: version },
      });
      expect(
        JSON.parse(readFileSync(join(project, "generated", "manifest.json"), "utf8")).tools,
      ).toHaveLength(4);
      expect(readdirSync(project).filter((name) => name.startsWith("."))).toEqual([
        ".gitattributes",
        ".github",
        ".gitignore",
        ".yarnrc.yml",
      ]);
      expect(readFileSync(join(project, "README.md"), "utf8")).not.toContain("{{");
    });
  });

  test("reports a port in use, and how to choose another", async () => {
    await inTemporaryProject(async (parent) => {
      await newProject(parent, "my-server");
      const other = createServer().listen(0, "127.0.0.1");
      await once(other, "listening");
      const { port } = other.address() as AddressInfo;
      const started = promisify(execFile)(process.execPath, [...node, "src/main.ts"], {
        cwd: join(parent, "my-server"),
        env: { ...process.env, PORT: String(port) },
      });
      await expect(started).rejects.toMatchObject({
        code: 1,
        stderr: `Something else listens at 127.0.0.1:${port}. Set PORT to another port.\n`,
      });
      other.close();
    });
  });

  test("fills an empty current folder", async () => {
    await inTemporaryProject(async (parent) => {
      const project = join(parent, "here");
      mkdirSync(join(project, ".git"), { recursive: true });
      const { ino } = statSync(project);
      const { code, stderr } = await newProject(project, ".");
      expect({ code, stderr }).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^here is .*Next:\n {2}npm install\n/s),
      });
      expect(statSync(project).ino).toBe(ino);
      expect(await toolwright(project, "generate", "--check")).toMatchObject({ code: 0 });
      expect(readdirSync(parent).filter((name) => name.includes("staging"))).toEqual([]);
    });
  });

  test("reports that it needs npm to pack the packages of a clone", async () => {
    await inTemporaryProject(async (parent) => {
      const cli = join(repository, "generator", "bin", "toolwright.js");
      const made = promisify(execFile)(process.execPath, [cli, "new", "my-server"], {
        cwd: parent,
        env: { PATH: parent },
      });
      await expect(made).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining("toolwright: npm cannot be started"),
      });
      expect(existsSync(join(parent, "my-server"))).toBe(false);
    });
  });

  test("does not change a folder that is not empty", async () => {
    await inTemporaryProject(async (parent) => {
      mkdirSync(join(parent, "mine"));
      writeFileSync(join(parent, "mine", "notes.txt"), "mine");
      expect(await toolwright(parent, "new", "mine")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("mine is not empty"),
      });
      expect(readdirSync(join(parent, "mine"))).toEqual(["notes.txt"]);
    });
  });

  test.each<[string[], string]>([
    [[], "Name the folder to make."],
    [["My Server"], '"My Server" cannot name a package'],
    [["node_modules"], "npm does not allow a package called node_modules."],
    [["a", "b"], '"b" is not expected here.'],
    [["a", "--auth", "basic"], "--auth is bearer, oauth or bearer,oauth, not basic."],
    [["a", "--auth", "oauth", "--bare"], "leave --auth out"],
  ])("rejects the arguments %j", async (args, words) => {
    await inTemporaryProject(async (parent) => {
      const { code, stderr } = await toolwright(parent, "new", ...args);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(words) });
      expect(existsSync(join(parent, "My Server"))).toBe(false);
    });
  });
});
