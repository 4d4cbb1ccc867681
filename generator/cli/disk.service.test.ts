import { mkdirSync, mkdtempSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toDiskError } from "../files/disk-error.ts";
import { inProject, toolwright } from "../test/support/cli/cli.ts";

/** Problems of the disk. The program names the problem, and does not report a bug. */
const obstacles: readonly { name: string; make: (folder: string) => void; says: string }[] = [
  {
    name: "a file in the place of the output",
    make: (folder) => writeFileSync(join(folder, "generated"), ""),
    says: "generated cannot be read: a file is in the place of a folder (ENOTDIR).",
  },
  {
    name: "a folder in the place of a generated file",
    make: (folder) => mkdirSync(join(folder, "generated", "types.ts"), { recursive: true }),
    says: "generated/types.ts is a folder, but must be a file.",
  },
  {
    name: "a folder named like a tool",
    make: (folder) => mkdirSync(join(folder, "spec/tools/lend_book.yaml")),
    says: "spec/tools/lend_book.yaml is a folder, but must be a file.",
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
    says: "spec/tools/again is a symbolic link to a folder that contains it.",
  },
];

test.each(obstacles)("reports $name without a stack trace", async ({ make, says }) => {
  await inProject(async (folder) => {
    make(folder);
    expect(await toolwright(folder, ["generate"])).toEqual({
      code: 2,
      stdout: "",
      stderr: `toolwright: ${says} \`npx toolwright generate --help\` explains.\n`,
    });
  });
});

test("explains a lack of permission in words", () => {
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

test("follows links inside of a spec", async () => {
  await inProject(async (folder) => {
    mkdirSync(join(folder, "spec/.shared"));
    renameSync(join(folder, "spec/types"), join(folder, "spec/.shared/types"));
    symlinkSync(join(".shared", "types"), join(folder, "spec/types"));
    renameSync(join(folder, "spec/tools/find_book.yaml"), join(folder, "spec/find_book.txt"));
    symlinkSync(join("..", "find_book.txt"), join(folder, "spec/tools/find_book.yaml"));
    expect(await toolwright(folder, ["generate"])).toMatchObject({ code: 0 });
  });
});

test.each([
  ["a file", "spec/tools/lend_book.yaml", "secret.yaml"],
  ["a folder", "spec/types/more", "."],
  ["a file beside that begins like the spec", "spec/tools/lend_book.yaml", "spec2.yaml"],
])(
  "%s outside of the spec is not read through a link, nor is a line of it printed",
  async (_, link, target) => {
    await inProject(async (folder) => {
      const outside = mkdtempSync(join(folder, "outside-"));
      for (const name of ["secret.yaml", "spec2.yaml"]) {
        writeFileSync(join(outside, name), "password: [sesame");
        writeFileSync(join(folder, name), "password: [sesame");
      }
      const from = target === "." ? outside : join(folder, target);
      if (target === ".") mkdirSync(join(folder, "spec/types"), { recursive: true });
      symlinkSync(from, join(folder, link));
      const { code, stdout, stderr } = await toolwright(folder, ["generate"]);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`${link} is a symbolic link that leads out of the spec.`);
      expect(stderr).not.toContain("sesame");
    });
  },
);
