import { once } from "node:events";
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProject, start } from "../test/support/cli/cli.ts";

/** A watching process, and its output. */
interface Watching {
  readonly folder: string;
  /** Does something, then waits until the process has said what matches. */
  after(act: () => void, said: RegExp): Promise<void>;
}

async function watching(use: (watching: Watching) => Promise<void>): Promise<void> {
  await inProject(async (folder) => {
    const child = start(folder, ["generate", "--watch"]);
    let said = "";
    child.stderr!.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
    const ended = once(child, "exit").then(() => "ended");
    const heard = async (pattern: RegExp, from: number): Promise<void> => {
      while (!pattern.test(said.slice(from))) {
        const next = await Promise.race([once(child.stderr!, "data"), ended]);
        if (next === "ended") throw new Error(`The process ended, after: ${said}`);
      }
    };
    try {
      await heard(/Watching spec\/\. Ctrl-C ends it\.\n/, 0);
      await use({
        folder,
        after(act, pattern) {
          const from = said.length;
          act();
          return heard(pattern, from);
        },
      });
      child.kill("SIGINT");
      const [code] = await once(child, "close");
      expect({ code, end: said.slice(-9) }).toEqual({ code: 0, end: "Stopped.\n" });
    } finally {
      child.kill("SIGKILL");
    }
  });
}

test("generates after every kind of save, also after a temporary mistake in the spec", async () => {
  await watching(async ({ folder, after }) => {
    const tool = join(folder, "spec/tools/find_book.yaml");
    const type = join(folder, "spec/types/book.yaml");
    const types = () => readFileSync(join(folder, "generated/types.ts"), "utf8");
    const [right, book] = [readFileSync(tool, "utf8"), readFileSync(type, "utf8")];

    await after(
      () =>
        writeFileSync(
          tool,
          right.replace("title: { type: string }", "title: { type: string, maxLength: 9 }"),
        ),
      /\d\d:\d\d:\d\d spec\/tools\/find_book\.yaml: wrote .*generated\/types\.ts.* \(\d+ ms\)\n/,
    );
    expect(types()).toContain("At most 9 characters.");

    const before = types();
    await after(
      () => writeFileSync(tool, right.replace("mode:", "mood:")),
      /error\[known-key\][\s\S]*find_book\.yaml: has errors; generated\/ stays as it is/,
    );
    await after(() => writeFileSync(tool, "mode: [\n"), /error\[yaml\][\s\S]*has errors/);
    expect(types()).toBe(before);

    await after(() => {
      writeFileSync(`${tool}.tmp`, right);
      renameSync(`${tool}.tmp`, tool);
    }, /find_book\.yaml: wrote /);
    expect(types()).not.toContain("At most 9 characters.");

    await after(() => writeFileSync(join(folder, "spec/types/shelf.yaml"), "type: string\n"), /shelf\.yaml/);
    await after(
      () =>
        writeFileSync(type, book.replace("properties:\n", "properties:\n  shelf: { $ref: shelf.yaml }\n")),
      /wrote .*types\.ts/,
    );
    expect(types()).toContain("export type Shelf = string");

    await after(() => rmSync(join(folder, "spec/types/shelf.yaml")), /shelf\.yaml: has errors/);
  });
});

test("keeps watching while the spec folder disappears, as when git changes branches", async () => {
  await watching(async ({ folder, after }) => {
    const spec = join(folder, "spec");
    cpSync(spec, join(folder, "other"), { recursive: true });
    writeFileSync(join(folder, "other/types/book.yaml"), "type: object\ndescription: Another book.\n");
    await after(() => {
      rmSync(spec, { recursive: true });
      renameSync(join(folder, "other"), spec);
    }, /spec\/types\/book\.yaml: wrote /);
    await after(
      () => writeFileSync(join(spec, "types/book.yaml"), "type: object\ndescription: A third book.\n"),
      /spec\/types\/book\.yaml: wrote /,
    );
    expect(readFileSync(join(folder, "generated/types.ts"), "utf8")).toContain("A third book.");
    expect(existsSync(join(folder, "other"))).toBe(false);
  });
});

test("reports a problem of the disk, and continues when it is solved", async () => {
  await watching(async ({ folder, after }) => {
    const type = join(folder, "spec/types/book.yaml");
    const generated = join(folder, "generated");
    await after(() => {
      rmSync(generated, { recursive: true });
      writeFileSync(generated, "");
      writeFileSync(type, "type: object\ndescription: A rare book.\n");
    }, /toolwright: generated cannot be read: a file is in the place of a folder \(ENOTDIR\)\. Still watching\.\n/);
    await after(() => rmSync(generated), /spec\/types\/book\.yaml: wrote /);
    expect(readFileSync(join(generated, "types.ts"), "utf8")).toContain("A rare book.");
  });
});
