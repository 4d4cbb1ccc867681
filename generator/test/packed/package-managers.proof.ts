import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { environment, succeeds } from "../support/packed/shell.ts";

/** Package managers of npm: the package that each comes in, and its file there. */
const managers = {
  npm: undefined,
  pnpm: { name: "pnpm", version: "12.21.0" },
  yarn: { name: "@yarnpkg/cli-dist", version: "4.18.1" },
  bun: { name: "bun", version: "1.4.5" },
} as const;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolwright-"));
  const tools = join(folder, "tools");
  await mkdir(tools);
  await writeFile(
    join(tools, "package.json"),
    '{ "private": true, "allowScripts": { "bun": true, "pnpm": true } }',
  );
  const named = Object.values(managers).flatMap((one) => (one ? [`${one.name}@${one.version}`] : []));
  const tarballs = Object.values(inject("tarballs")).map(({ path }) => path);
  await succeeds(tools, "npm", ["install", "--no-audit", "--no-fund", ...named, ...tarballs]);
  const command = join(tools, "node_modules/.bin/toolwright");
  for (const args of [["full"], ["bare", "--bare"]]) await succeeds(folder, command, ["new", ...args]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(Object.keys(managers))("%s", (manager) => {
  test.each(["full", "bare"])("installs and tests a new project: %s", async (kind) => {
    const project = join(folder, `${kind}-${manager}`);
    await succeeds(folder, "cp", ["-r", join(folder, kind), project]);
    const variables = {
      PATH: [join(folder, "tools/node_modules/.bin"), environment().PATH].join(":"),
      CI: "",
    };
    const manage = (...args: readonly string[]) =>
      succeeds(project, manager, args, dirname(process.execPath), variables);
    await manage("install");
    const printed = await manage("run", "test");
    expect(printed).toContain("is up to date");
    if (kind === "full") expect(printed).toMatch(/pass [1-9]\d*\n[\s\S]*fail 0/);
  });
});
