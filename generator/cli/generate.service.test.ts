import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inProject, toolwright } from "../test/support/cli/cli.ts";
import { repository } from "../test/support/temporary-project.ts";

describe("generate", () => {
  test("writes the files of a spec, and changes nothing when run again", async () => {
    await inProject(async (folder) => {
      const first = await toolwright(folder, ["generate"]);
      expect(first).toMatchObject({ code: 0, stdout: "" });
      expect(first.stderr).toMatch(/^1 tool -> \d+ files in generated\/ \(\d+ changed, \d+ ms\)\n$/);
      const files = snapshot(folder);
      for (const args of [["generate"], ["generate", "--no-cache"]]) {
        const again = await toolwright(folder, args);
        expect(again).toMatchObject({ code: 0, stdout: "" });
        expect(again.stderr).toContain("nothing changed");
        expect(snapshot(folder)).toEqual(files);
      }
    });
  });

  test("restores changed, deleted and left-over files, and keeps other files", async () => {
    await inProject(async (folder) => {
      await toolwright(folder, ["generate"]);
      const files = snapshot(folder);
      const generated = join(folder, "generated");
      appendFileSync(join(generated, "types.ts"), "export type Mine = string;\n");
      rmSync(join(generated, "limits.ts"));
      writeFileSync(join(generated, "old.ts"), readFileSync(join(generated, "scopes.ts")));
      writeFileSync(join(generated, "notes.md"), "mine\n");
      const { code, stderr } = await toolwright(folder, ["generate"]);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: expect.stringContaining("(2 changed, 1 removed, "),
      });
      expect(snapshot(folder)).toEqual({ ...files, "notes.md": "mine\n" });
    });
  });

  test("keeps files that other specs generated in subfolders", async () => {
    await inProject(async (folder) => {
      for (const out of ["generated", "packages/other/generated", "."])
        expect(await toolwright(folder, ["generate", "--out", out])).toMatchObject({
          code: 0,
          stderr: expect.stringContaining("(22 changed,"),
        });
      for (const out of ["generated", "packages/other/generated", "."])
        expect(await toolwright(folder, ["generate", "--out", out, "--check"])).toMatchObject({ code: 0 });
    });
  });

  test("names the experimental keys of a spec once", async () => {
    await inProject(async (folder) => {
      const spec = join(repository, "conformance/test/support/servers/drawers");
      const first = await toolwright(folder, ["generate", "--spec", spec]);
      expect(first).toMatchObject({ code: 0, stdout: "" });
      expect(first.stderr.split("\n").slice(1)).toEqual([
        "Experimental keys, which a later release may change or drop: tool.tree.",
        "",
      ]);
      const again = await toolwright(folder, ["generate", "--spec", spec]);
      expect(again.stderr).not.toContain("xperimental");
    });
  });

  test("reports errors of the spec, and changes no file", async () => {
    await inProject(async (folder) => {
      await toolwright(folder, ["generate"]);
      const files = snapshot(folder);
      edit(folder, "spec/tools/find_book.yaml", "mode:", "mood:");
      const { code, stdout, stderr } = await toolwright(folder, ["generate"]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain("--> spec/tools/find_book.yaml:1:1");
      expect(snapshot(folder)).toEqual(files);
    });
  });

  test("deletes a file that the spec no longer needs", async () => {
    await inProject(async (folder) => {
      const registry = "registry: { name: org.example/library, description: Books. }\n";
      edit(folder, "spec/service.yaml", "tools:", `${registry}tools:`);
      await toolwright(folder, ["generate"]);
      expect(snapshot(folder)["server.json"]).toContain("org.example/library");
      edit(folder, "spec/service.yaml", registry, "");
      const { stdout } = await toolwright(folder, ["generate", "--check"]);
      expect(stdout).toContain("generated/server.json: left over\n");
      await toolwright(folder, ["generate"]);
      expect(Object.keys(snapshot(folder))).not.toContain("server.json");
    });
  });

  test.each(["types.ts", "manifest.json"])("does not replace a hand-written %s", async (name) => {
    await inProject(async (folder) => {
      mkdirSync(join(folder, "generated"));
      writeFileSync(join(folder, "generated", name), "mine\n");
      const { code, stderr } = await toolwright(folder, ["generate"]);
      expect(code).toBe(2);
      expect(stderr).toContain(`generated/${name} was not generated, so it is not replaced.`);
      expect(snapshot(folder)).toEqual({ [name]: "mine\n" });
    });
  });

  test("reports cached warnings again", async () => {
    await inProject(async (folder) => {
      edit(folder, "spec/types/book.yaml", "type: object", "type: object\ncolour: red");
      const first = await toolwright(folder, ["generate"]);
      const again = await toolwright(folder, ["generate"]);
      expect(first.stderr).toContain("warning[foreign-keyword]");
      expect(again.stderr).toContain("nothing changed");
      expect(again.stderr.split("\n").slice(0, -2)).toEqual(first.stderr.split("\n").slice(0, -2));
    });
  });

  test.each(["generate", "generate --check"])(
    "%s: mistakes in the edited file come before those that follow",
    async (line) => {
      await inProject(async (folder) => {
        edit(
          folder,
          "spec/tools/find_book.yaml",
          "failures:",
          "examples:\n  dune: { input: { title: Dune }, output: { book: { title: Dune } } }\nfailures:",
        );
        mkdirSync(join(folder, "spec/scenarios"));
        const step =
          "{ stepId: find, operationId: find_book, requestBody: { payload: { title: Dune } }, outputs: { book: $result.structuredContent#/book } }";
        writeFileSync(
          join(folder, "spec/scenarios/books.yaml"),
          `workflows:\n  - workflowId: find\n    steps:\n      - ${step}\n`,
        );
        expect(await toolwright(folder, ["generate"])).toMatchObject({ code: 0 });
        edit(folder, "spec/tools/find_book.yaml", "required: [title]", "required: [title, limit]");
        const { code, stderr } = await toolwright(folder, line.split(" "));
        expect(code).toBe(1);
        expect(stderr.match(/--> [^:]+/g)).toEqual([
          "--> spec/tools/find_book.yaml",
          "--> spec/scenarios/books.yaml",
        ]);
      });
    },
  );

  test("prints a report as data to stdout", async () => {
    await inProject(async (folder) => {
      const right = await toolwright(folder, ["generate", "--format", "json"]);
      expect(JSON.parse(right.stdout)).toEqual({ diagnostics: [] });
      edit(folder, "spec/tools/find_book.yaml", "mode:", "mood:");
      const wrong = await toolwright(folder, ["generate", "--format", "json"]);
      expect(wrong).toMatchObject({ code: 1, stderr: "" });
      expect(JSON.parse(wrong.stdout).diagnostics[0]).toMatchObject({
        code: "known-key",
        place: { file: "spec/tools/find_book.yaml", line: 1 },
      });
      const github = await toolwright(folder, ["generate", "--format", "github"]);
      expect(github.stdout).toMatch(/^::error file=spec\/tools\/find_book.yaml,line=1,/);
    });
  });
});

describe("generate --check", () => {
  test("accepts generated files", async () => {
    await inProject(async (folder) => {
      await toolwright(folder, ["generate"]);
      const ended = await toolwright(folder, ["generate", "--check"]);
      expect(ended).toEqual({ code: 0, stdout: "", stderr: "generated/ is up to date.\n" });
    });
  });

  test("shows the differences of files, and writes nothing", async () => {
    await inProject(async (folder) => {
      await toolwright(folder, ["generate"]);
      edit(
        folder,
        "generated/scopes.ts",
        "export type Scope = keyof typeof scopes;",
        "export type Scope = string;",
      );
      rmSync(join(folder, "generated/limits.ts"));
      const files = snapshot(folder);
      const { code, stdout, stderr } = await toolwright(folder, ["generate", "--check"]);
      expect(code).toBe(1);
      expect(stdout).toMatch(/^generated\/limits.ts: missing$/m);
      expect(stdout).toMatch(
        /^generated\/scopes.ts:\d+: changed\n-export type Scope = string;\n\+export type Scope = keyof typeof scopes;\n/m,
      );
      expect(stderr).toContain("2 files in generated/ should be different");
      expect(snapshot(folder)).toEqual(files);
    });
  });

  test("cuts long lines", async () => {
    await inProject(async (folder) => {
      await toolwright(folder, ["generate"]);
      const path = join(folder, "generated/manifest.json");
      writeFileSync(path, readFileSync(path, "utf8").replaceAll(/^ {2}/gm, `  ${" ".repeat(300)}`));
      const { code, stdout } = await toolwright(folder, ["generate", "--check"]);
      expect(code).toBe(1);
      expect(stdout.split("\n").length).toBeLessThan(40);
      expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(160);
    });
  });

  test("supports the formats of CI", async () => {
    await inProject(async (folder) => {
      await toolwright(folder, ["generate"]);
      rmSync(join(folder, "generated/limits.ts"));
      const github = await toolwright(folder, ["generate", "--check", "--format", "github"]);
      expect(github.stdout).toMatch(
        /^::error file=generated\/limits.ts,line=1,.*,title=generated-is-current::/,
      );
      const json = await toolwright(folder, ["generate", "--check", "--format", "json"]);
      expect(JSON.parse(json.stdout).diagnostics).toMatchObject([
        {
          code: "generated-is-current",
          place: { file: "generated/limits.ts" },
          detail: "This file is missing.",
        },
      ]);
    });
  });
});

function edit(folder: string, path: string, from: string, to: string): void {
  const text = readFileSync(join(folder, path), "utf8");
  expect(text).toContain(from);
  writeFileSync(join(folder, path), text.replace(from, to));
}

/** Every file of generated/, by path. */
function snapshot(folder: string): Record<string, string> {
  const generated = join(folder, "generated");
  if (!existsSync(generated)) return {};
  return Object.fromEntries(
    readdirSync(generated, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(generated.length + 1), readFileSync(path, "utf8")]),
  );
}
