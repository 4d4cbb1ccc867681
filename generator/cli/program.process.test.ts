/** `toolwright` as a process; what each command does is tested in the process of the tests. */
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { type Ended, inProcess, inProject, start, toolwright } from "../test/support/cli/cli.ts";
import { repository } from "../test/support/temporary-project.ts";

describe("every command explains itself", () => {
  const expectHelp = (name: string, { code, stdout, stderr }: Ended) => {
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^Usage: (npx )?toolwright ${name}\\b`, "m"));
    for (const heading of ["Examples:", "Exit codes:"]) expect(stdout).toContain(heading);
  };

  test.each([
    "new",
    "import",
    "generate",
    "manifest",
    "mock",
    "diff",
    "release",
    "verify",
    "stats",
    "portability",
    "cases",
  ])("%s", async (name) => expectHelp(name, await toolwright(repository, [name, "--help"])));

  test("conformance, which runs the suite in its own process", async () => {
    expectHelp("conformance", await inProcess(repository, ["conformance", "--help"]));
  });
});

test("commands work one after the other in a project", async () => {
  await inProject(async (folder) => {
    // With this variable, a library that prints declarations writes to stdout.
    const generated = await inProcess(folder, ["generate"], { VERBOSE: "1" });
    expect(generated).toMatchObject({ code: 0, stdout: "" });
    expect(await toolwright(folder, ["release"])).toMatchObject({ code: 0 });
    expect(await toolwright(folder, ["diff"])).toMatchObject({ code: 0 });
    expect((await toolwright(folder, ["stats"])).stdout).toContain("find_book");
    expect(JSON.parse((await toolwright(folder, ["cases"])).stdout)).toHaveProperty("cases");
    expect(await inProcess(folder, ["verify"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("Name one of --url URL and --command"),
    });
  });
});

/** Command lines with mistakes. The program reports them on stderr, mentions the help, and exits with 2. */
const misuses: readonly { args: readonly string[]; says: string }[] = [
  {
    args: ["conformance"],
    says: "--spec is missing, and there is no generated/cases.json here.",
  },
  {
    args: ["conformance", "--spec", "spec"],
    says: "The target is missing: use --url, --command or --target",
  },
  {
    args: ["conformance", "--spec", "nowhere", "--url", "http://127.0.0.1:1/mcp"],
    says: "There is no spec folder nowhere.",
  },
];

test.concurrent.each(misuses)("toolwright $args", async ({ args, says }) => {
  await inProject(async (folder) => {
    const { code, stdout, stderr } = await inProcess(folder, args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^toolwright: /);
    expect(stderr).toContain(says);
  });
});

test.runIf(existsSync("/dev/full"))("reports that the disk is full while printing", async () => {
  await inProject(async (folder) => {
    const full = openSync("/dev/full", "w");
    const child = start(folder, ["manifest"], {}, ["ignore", full, "pipe"]);
    const [said, [code]] = await Promise.all([text(child.stderr!), once(child, "close")]);
    closeSync(full);
    expect({ code, said }).toEqual({
      code: 2,
      said: "toolwright: A file cannot be written: the disk is full (ENOSPC). `npx toolwright --help` explains.\n",
    });
  });
});
