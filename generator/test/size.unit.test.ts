/** The rules of `npm run size`. */
import { describe, expect, test } from "vitest";
import { countAssertions } from "../../.ci/assertions.ts";
import {
  countFolders,
  countRooms,
  findings,
  kindOf,
  type Limits,
  lowered,
  rooms,
  roomsOf,
} from "../../.ci/rooms.ts";
import checkedIn from "../../.ci/size.json" with { type: "json" };

describe("a file counts in its room", () => {
  test.each([
    ["runtime/calls/caller.ts", "runtime", "source"],
    ["runtime/testing/client.ts", "runtime", "source"],
    ["runtime/test/json.test.ts", "runtime", "tests"],
    ["generator/template/test/server.test.ts", "generator", "tests"],
    ["generator/test/refusals/sum/spec/service.yaml", "generator", "tests"],
    ["conformance/faults/cli.ts", "faults", "source"],
    ["conformance/faults/survivors.yaml", "faults", "data"],
    ["conformance/run/faults.ts", "suite", "source"],
    ["impl/ai/builtin/index.ts", "form service,built-in generator", "source"],
    ["impl/ai/builtin/words.json", "form service,built-in generator", "data"],
    ["impl/ai/builtin.ts", "form service", "source"],
    ["impl/web/styles/page.css", "form service", "source"],
    ["impl/web/client/editor/main.tsx", "form service", "source"],
    ["impl/forms/fields/date.unit.test.ts", "form service", "tests"],
    ["impl/texts/owner/editor/de.json", "form service", "data"],
    ["impl/texts/message.ts", "form service", "source"],
    ["impl/platform/ids/ids.ts", "form service", "source"],
    ["generated/types.ts", "generated", "generated"],
    ["generated/cases.json", "generated", "generated"],
    ["eval/run.ts", "tools", "source"],
    [".ci/size.ts", "tools", "source"],
    ["generator/README.md", "generator", undefined],
    ["docs/rules.md", "", undefined],
  ])("%s", (path, room, kind) => {
    expect([roomsOf(path).join(), kindOf(path)]).toEqual([room, kind]);
  });

  test("its lines are those of its kind", () => {
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

  test("the folders of the form service are shown by size", () => {
    const files = [
      file("impl/forms/list.ts", 1),
      file("impl/web/a/b.ts", 2),
      file("impl/web/c.ts", 3),
      file("impl/ai/builtin/index.ts", 4),
      file("impl/test/b.test.ts", 20),
    ];
    expect(countFolders(files).map(({ room, lines }) => [room, lines])).toEqual([
      ["impl/web", 5],
      ["impl/ai", 4],
      ["impl/forms", 1],
    ]);
  });
});

describe("a ceiling", () => {
  test("is there for each room with hand-written lines of the product", () => {
    const named = rooms.map(({ room }) => room);
    const unlimited = ["tools", "generated"];
    expect(new Set(Object.keys(checkedIn.lines))).toEqual(
      new Set(named.filter((room) => !unlimited.includes(room))),
    );
    expect(new Set(Object.keys(checkedIn.assertions))).toEqual(
      new Set(named.filter((room) => room !== "generated")),
    );
  });

  test("is reached without a finding", () => {
    expect(findings([file("runtime/a.ts", 8, 1)], limits)).toEqual([]);
  });

  test("that is exceeded names the room, the excess and the largest files", () => {
    const files = [
      file("runtime/small.ts", 2, 0),
      file("runtime/large.ts", 9, 3),
      file("runtime/test/a.test.ts", 99),
    ];
    expect(findings(files, limits)).toEqual([
      "runtime: 11 lines, 3 above the ceiling of 8. Delete or simplify as much in the same room. Most are in runtime/large.ts (9), runtime/small.ts (2).",
      "runtime: 3 uses of `as` and `!`, 2 above the ceiling of 1. Narrow the value, or give it its type where it is made. Most are in runtime/large.ts (3), runtime/small.ts (0).",
    ]);
  });

  test("holds for each room by itself", () => {
    const files = [file("runtime/a.ts", 1), file("generator/a.ts", 31)];
    expect(findings(files, limits)).toEqual([expect.stringMatching(/^generator: 31 lines, 1 above/)]);
  });

  test("falls to what is there, and not below the budget", () => {
    const files = [file("runtime/a.ts", 5), file("generator/a.ts", 25)];
    expect(lowered(limits, files)).toEqual({
      lines: { runtime: { ceiling: 5 }, generator: { ceiling: 28, budget: 28 } },
      assertions: { runtime: { ceiling: 0 } },
    });
  });

  test("never rises", () => {
    expect(lowered(limits, [file("runtime/a.ts", 50, 7), file("generator/a.ts", 50)])).toEqual(limits);
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

const limits: Limits = {
  lines: { runtime: { ceiling: 8 }, generator: { ceiling: 30, budget: 28 } },
  assertions: { runtime: { ceiling: 1 } },
};

function file(path: string, lines: number, assertions = 0) {
  return { path, lines, assertions };
}
