/** The whole suite against the notes server, healthy and with faults. */
import { setTimeout as delay } from "node:timers/promises";
import type { Tool } from "@toolwright/runtime";
import { afterEach, describe, expect, test } from "vitest";
import type { FailureCase } from "../cases/format.ts";
import { computeExitCode } from "../results/report.ts";
import {
  callerOf,
  NotesHandlers,
  type NotesOptions,
  notesCases,
  serveNotes,
} from "./support/notes-server.ts";
import { idsOf, type TestOptions, testServer } from "./support/test-server.ts";

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function tested(options: NotesOptions = {}, testing: TestOptions = {}) {
  const server = await serveNotes(options);
  running.push(server);
  return testServer(server.url, testing);
}

describe("a server that follows its spec", () => {
  test("has no findings and no unverified cases", async () => {
    const report = await tested({}, { cases: notesCases });
    expect(idsOf(report, "failed")).toEqual([]);
    expect(idsOf(report, "unverified")).toEqual([]);
    expect(computeExitCode(report)).toBe(0);
    expect(report.coverage).toMatchObject({ missing: [] });
  });

  test.each([2, 3])("has no findings with seed %i", async (seed) => {
    const report = await tested({}, { seed });
    expect([...idsOf(report, "failed"), ...idsOf(report, "unverified")]).toEqual([]);
  });
});

test("a clock in an answer does not count as a change by a denied call", async () => {
  const handlers = new (class extends NotesHandlers {
    override ping() {
      return { ok: true, seconds: Math.floor(Date.now() / 1000), nonce: Math.random() };
    }
  })();
  const report = await tested({ handlers }, { selection: { kinds: ["authorization"] } });
  expect([...idsOf(report, "failed"), ...idsOf(report, "unverified")]).toEqual([]);
});

test("what others change every few seconds does not count as a change by a denied call", async () => {
  let firstDenied: number | undefined;
  const handlers = new (class extends NotesHandlers {
    override async ping() {
      await delay(250);
      const visits = firstDenied === undefined ? 0 : 1 + Math.floor((Date.now() - firstDenied) / 2_500);
      return { ok: true, visits };
    }
  })();
  const authenticate = (token: string) => {
    const caller = callerOf(token);
    if (caller === undefined) firstDenied ??= Date.now();
    return caller;
  };
  const report = await tested({ handlers, authenticate }, { selection: { kinds: ["authorization"] } });
  expect(idsOf(report, "failed")).toEqual([]);
});

test("the finding names the tool whose denied calls change data", async () => {
  const leaky = (tool: Tool) => (tool.name === "notes_create" ? { ...tool, scopes: [] } : tool);
  const report = await tested({ changeTool: leaky }, { selection: { kinds: ["authorization"] } });
  expect(idsOf(report, "failed").filter((id) => id.endsWith("/unchanged"))).toEqual([
    "authorization/notes_create/unchanged",
  ]);
});

test("a declared failure that no call meets is not verified", async () => {
  const handlers = new (class extends NotesHandlers {
    override get({ id }: { id: string }) {
      return this.notes.get(id) ?? { id, title: "Any" };
    }
  })();
  const met = (tool: string, code: string): FailureCase => {
    const must = `A call is refused with ${code}.`;
    return { id: `failures/${tool}/met/${code}`, kind: "failures", tool, must, at: "", watch: "met", code };
  };
  const added = [met("notes_get", "not_found"), met("notes_create", "busy")];
  const report = await tested(
    { handlers },
    { cases: { ...notesCases, cases: [...notesCases.cases, ...added] } },
  );
  expect(idsOf(report, "unverified")).toContain("failures/notes_get/met/not_found");
  expect(idsOf(report, "unverified")).not.toContain("failures/notes_create/met/busy");
  expect(computeExitCode(report)).toBe(2);
});

/** Faults, and the cases that must fail. */
const faults: readonly { name: string; options: () => NotesOptions; caught: readonly string[] }[] = [
  {
    name: "accepts any input",
    options: () => ({ changeTool: (tool) => ({ ...tool, input: () => true }) }),
    caught: [
      "input/notes_create/title/maxLength/above",
      "input/notes_create/additionalProperties/unknown",
      "input/notes_get/id/pattern/newline",
    ],
  },
  {
    name: "ignores a scope",
    options: () => ({ changeTool: (tool) => ({ ...tool, scopes: [] }) }),
    caught: ["authorization/notes_create/without-notes:write", "authorization/notes_create/unchanged"],
  },
  {
    name: "accepts expired tokens",
    options: () => ({
      authenticate: (token) => callerOf(token) ?? { account: "ana", token, scopes: new Set(["notes:read"]) },
    }),
    caught: ["authorization/notes_get/expired-token", "authorization/notes_get/unknown-token"],
  },
  {
    name: "has an old manifest",
    options: () => ({
      changeTool: (tool) => ({ ...tool, manifest: tool.manifest.replace("Reads a note.", "Reads notes.") }),
    }),
    caught: ["manifest/notes_get"],
  },
  {
    name: "answers with a field that the schema does not allow",
    options: () => ({
      changeTool: (tool) => ({ ...tool, output: () => true }),
      handlers: new (class extends NotesHandlers {
        override get(...args: Parameters<NotesHandlers["get"]>) {
          return { ...super.get(...args), secret: 1 };
        }
      })(),
    }),
    caught: ["output/notes_get/fits"],
  },
  {
    name: "throws in a handler",
    options: () => ({
      handlers: new (class extends NotesHandlers {
        override list(): object {
          throw new Error("no disk");
        }
      })(),
    }),
    caught: ["input/notes_list/required-only", "output/notes_list/example/all", "output/notes_list/declared"],
  },
];

describe("a server that breaks its spec", () => {
  test.each(faults)("fails the suite when it $name", async ({ options, caught }) => {
    const report = await tested(options());
    expect(idsOf(report, "failed")).toEqual(expect.arrayContaining([...caught]));
    expect(computeExitCode(report)).toBe(1);
  });
});
