import { execFile } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { compilerErrors } from "./compiled.ts";
import { inWorkshop, repository } from "./workshop.ts";

const node = ["--conditions=toolwright-source"];

async function toolwright(
  cwd: string,
  ...args: readonly string[]
): Promise<{ code: number; stderr: string }> {
  const cli = join(repository, "generator", "bin", "toolwright.js");
  try {
    const { stderr } = await promisify(execFile)(process.execPath, [...node, cli, ...args], { cwd });
    return { code: 0, stderr };
  } catch (error) {
    return error as { code: number; stderr: string };
  }
}

/** The packages of others that a new project asks npm for, out of this repository. */
function linkPackages(workshop: string): void {
  symlinkSync(
    join(repository, "node_modules", "@modelcontextprotocol"),
    join(workshop, "node_modules", "@modelcontextprotocol"),
    "dir",
  );
}

describe("toolwright new", () => {
  test("makes a project whose files are up to date, compile and pass their tests", async () => {
    await inWorkshop(async (workshop) => {
      linkPackages(workshop);
      expect(await toolwright(workshop, "new", "my-server")).toMatchObject({
        code: 0,
        stderr: expect.stringContaining(
          "cd my-server\n  npm install\n  npm test\n  npm run conformance\n  npm start\n",
        ),
      });
      const project = join(workshop, "my-server");
      expect(await toolwright(project, "generate", "--check")).toMatchObject({ code: 0 });
      expect(await toolwright(project, "generate", "--scaffold")).toMatchObject({
        code: 0,
        stderr: expect.stringContaining("Every tool has a handler."),
      });
      expect(compilerErrors(workshop)).toEqual([]);
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [...node, "--test", "test/**/*.test.ts"],
        {
          cwd: project,
        },
      );
      expect(stdout).toMatch(/fail 0/);
    });
  });

  test("its names are the folder's, and its dot files are there", async () => {
    await inWorkshop(async (workshop) => {
      await toolwright(workshop, "new", "deep/2fast");
      const project = join(workshop, "deep", "2fast");
      expect(JSON.parse(readFileSync(join(project, "package.json"), "utf8"))).toMatchObject({
        name: "2fast",
      });
      expect(
        JSON.parse(readFileSync(join(project, "generated", "manifest.json"), "utf8")).tools,
      ).toHaveLength(2);
      expect(readdirSync(project).filter((name) => name.startsWith("."))).toEqual([
        ".gitattributes",
        ".github",
        ".gitignore",
      ]);
      expect(readFileSync(join(project, "README.md"), "utf8")).not.toContain("{{");
    });
  });

  test("a port that is taken is told, and how to choose another", async () => {
    await inWorkshop(async (workshop) => {
      await toolwright(workshop, "new", "my-server");
      const other = createServer().listen(0, "127.0.0.1");
      await once(other, "listening");
      const { port } = other.address() as AddressInfo;
      const started = promisify(execFile)(process.execPath, [...node, "src/main.ts"], {
        cwd: join(workshop, "my-server"),
        env: { ...process.env, PORT: String(port) },
      });
      await expect(started).rejects.toMatchObject({
        code: 1,
        stderr: `Something else listens at 127.0.0.1:${port}. Set PORT to another port.\n`,
      });
      other.close();
    });
  });

  test("fills an empty folder that a shell is in", async () => {
    await inWorkshop(async (workshop) => {
      const project = join(workshop, "here");
      mkdirSync(join(project, ".git"), { recursive: true });
      const { ino } = statSync(project);
      const { code, stderr } = await toolwright(project, "new", ".");
      expect({ code, stderr }).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^here is .*Next:\n {2}npm install\n/s),
      });
      expect(statSync(project).ino).toBe(ino);
      expect(await toolwright(project, "generate", "--check")).toMatchObject({ code: 0 });
      expect(readdirSync(workshop).filter((name) => name.includes("staging"))).toEqual([]);
    });
  });

  test("leaves a folder alone that has anything in it", async () => {
    await inWorkshop(async (workshop) => {
      mkdirSync(join(workshop, "mine"));
      writeFileSync(join(workshop, "mine", "notes.txt"), "mine");
      expect(await toolwright(workshop, "new", "mine")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("mine is not empty"),
      });
      expect(readdirSync(join(workshop, "mine"))).toEqual(["notes.txt"]);
    });
  });

  test.each<[string[], string]>([
    [[], "Name the folder to make."],
    [["My Server"], '"My Server" cannot name a package'],
    [["node_modules"], "npm takes no package that is called node_modules."],
    [["a", "b"], '"b" is one argument too many.'],
  ])("%j is not understood", async (args, words) => {
    await inWorkshop(async (workshop) => {
      const { code, stderr } = await toolwright(workshop, "new", ...args);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(words) });
      expect(existsSync(join(workshop, "My Server"))).toBe(false);
    });
  });
});
