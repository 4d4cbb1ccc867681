/** Tests the figures of `npm run size`. */
import { describe, expect, test } from "vitest";
import { countAssertions } from "../../.ci/assertions.ts";
import { countFolders, countRooms, findKind, listRooms } from "../../.ci/rooms.ts";

describe("a file counts in its room", () => {
  test.each([
    ["runtime/calls/caller.ts", "runtime", "source"],
    ["runtime/testing/client.ts", "runtime", "source"],
    ["runtime/test/json.test.ts", "runtime", "tests"],
    ["generator/template/test/server.test.ts", "generator", "tests"],
    ["generator/test/refusals/limits.yaml", "generator", "tests"],
    ["conformance/faults/cli.ts", "faults", "source"],
    ["conformance/faults/survivors.yaml", "faults", "data"],
    ["conformance/run/faults.ts", "suite", "source"],
    ["impl/ai/built-in.ts", "form service", "source"],
    ["impl/ai/words/de.json", "form service", "data"],
    ["impl/web/styles/page.css", "form service", "source"],
    ["impl/web/editor/main.tsx", "form service", "source"],
    ["impl/forms/fields/date.unit.test.ts", "form service", "tests"],
    ["impl/texts/owner/editor/de.json", "form service", "data"],
    ["impl/texts/message.ts", "form service", "source"],
    ["impl/platform/ids/ids.ts", "form service", "source"],
    ["generated/types.ts", "generated", "generated"],
    ["generated/cases.json", "generated", "generated"],
    ["evidence/eval/run.ts", "evidence", "source"],
    [".ci/size.ts", "tools", "source"],
    ["generator/README.md", "generator", undefined],
    ["docs/mock.md", "", undefined],
  ])("%s", (path, room, kind) => {
    expect([listRooms(path).join(), findKind(path)]).toEqual([room, kind]);
  });

  test("counts lines by kind", () => {
    const files = [
      file("impl/a/b.ts", 10, 2),
      file("impl/test/b.test.ts", 20),
      file("impl/texts/de.json", 30),
    ];
    expect(countRooms(files).find(({ room }) => room === "form service")).toEqual({
      room: "form service",
      lines: 10,
      assertions: 2,
      tests: 20,
      data: 30,
    });
  });

  test("shows the folders of the form service by size", () => {
    const files = [
      file("impl/forms/list.ts", 1),
      file("impl/web/a/b.ts", 2),
      file("impl/web/c.ts", 3),
      file("impl/ai/forms/index.ts", 4),
      file("impl/test/b.test.ts", 20),
    ];
    expect(countFolders(files).map(({ room, lines }) => [room, lines])).toEqual([
      ["impl/web", 5],
      ["impl/ai", 4],
      ["impl/forms", 1],
    ]);
  });
});

describe("assertions", () => {
  test.each([
    ["const a = b as string;", 1],
    ["const a = b as unknown as string;", 2],
    ["const a = <string>b;", 1],
    ["const a = b!.c![0]!;", 3],
    ["class A { b!: string }", 1],
    ["let a!: string;", 1],
    ["const a = [1] as const;", 0],
    ['import { a as b } from "./a.ts"; export { b as c };', 0],
    ["const a = { b: 1 } satisfies object;", 0],
    ["const a = !b && c !== d; // e as f!", 0],
  ])("%s", (text, count) => {
    expect(countAssertions("a.ts", text)).toBe(count);
  });

  test("are counted in JSX", () => {
    expect(countAssertions("a.tsx", "const a = <b c={d as string}>e as f</b>;")).toBe(1);
  });
});

function file(path: string, lines: number, assertions = 0) {
  return { path, lines, assertions };
}
