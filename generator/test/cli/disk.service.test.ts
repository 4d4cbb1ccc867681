import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toDiskError } from "../../files/disk-error.ts";
import { inProject, toolwright } from "../support/cli/cli.ts";

/** Where the disk is not as it should be, that is what is said: it is no bug, and not told like one. */
const obstacles: readonly { name: string; make: (folder: string) => void; says: string }[] = [
  {
    name: "a file in the place of the output",
    make: (folder) => writeFileSync(join(folder, "generated"), ""),
    says: "generated cannot be read: a file is in the place of a folder (ENOTDIR).",
  },
  {
    name: "a folder in the place of a generated file",
    make: (folder) => mkdirSync(join(folder, "generated", "types.ts"), { recursive: true }),
    says: "generated/types.ts is a folder, where a file is wanted.",
  },
  {
    name: "a folder named like a tool",
    make: (folder) => mkdirSync(join(folder, "spec/tools/lend_book.yaml")),
    says: "spec/tools/lend_book.yaml is a folder, where a file is wanted.",
  },
  {
    name: "a link that leads nowhere",
    make: (folder) => symlinkSync("nowhere", join(folder, "spec/tools/lend_book.yaml")),
    says: "spec/tools/lend_book.yaml cannot be read: it is not there (ENOENT).",
  },
  {
    name: "a link to itself",
    make: (folder) => symlinkSync("lend_book.yaml", join(folder, "spec/tools/lend_book.yaml")),
    says: "spec/tools/lend_book.yaml cannot be read: its symbolic links lead in a circle (ELOOP).",
  },
  {
    name: "a link to a folder around it",
    make: (folder) => symlinkSync("..", join(folder, "spec/tools/again")),
    says: "spec/tools/again is a symbolic link to a folder that it is in.",
  },
];

test.each(obstacles)("$name", async ({ make, says }) => {
  await inProject(async (folder) => {
    make(folder);
    expect(await toolwright(folder, ["generate"])).toEqual({
      code: 2,
      stdout: "",
      stderr: `toolwright: ${says} \`toolwright generate --help\` explains.\n`,
    });
  });
});

test("what no user of this system may do is said in words, too", () => {
  const denied = {
    code: "EACCES",
    syscall: "mkdir",
    path: join("out", ".toolwright-staging-a1B2c3", "types.ts"),
  };
  const error = Object.assign(new Error("EACCES: permission denied"), denied);
  expect(toDiskError(error)?.message).toBe("out cannot be written: permission is denied (EACCES).");
  const full = Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC", syscall: "write" });
  expect(toDiskError(full)?.message).toBe("A file cannot be written: the disk is full (ENOSPC).");
  expect(toDiskError(new Error("a bug"))).toBe(undefined);
});

test("files of a spec may be links to where they are shared", async () => {
  await inProject(async (folder) => {
    renameSync(join(folder, "spec/types"), join(folder, "shared"));
    symlinkSync(join("..", "shared"), join(folder, "spec/types"));
    renameSync(join(folder, "spec/tools/find_book.yaml"), join(folder, "tool.yaml"));
    symlinkSync(join("..", "..", "tool.yaml"), join(folder, "spec/tools/find_book.yaml"));
    expect(await toolwright(folder, ["generate"])).toMatchObject({ code: 0 });
  });
});
