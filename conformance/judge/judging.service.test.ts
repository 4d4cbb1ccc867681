/** The judgement and report of answers: statuses, ids, levels of requirements, tools without a handler, ended tokens. */
import type { Tool } from "@toolwright/runtime";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Edit } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { isAboutChange, SchemaRefusals } from "../kinds/input/schema-refusals.ts";
import { terminalReport } from "../report/terminal.ts";
import { styleFor } from "../report/terminal-style.ts";
import { computeExitCode, countCoverage, countVerdicts, type Report } from "../results/report.ts";
import { inapplicable } from "../results/verdict.ts";
import { type NotesOptions, notesCases, serveNotes, tokenScopes } from "../test/support/notes-server.ts";
import {
  answers,
  changesResult,
  error,
  type Fault,
  hasMethod,
  json,
  type Message,
  type ProxiedRequest,
  proxy,
} from "../test/support/proxy.ts";
import { idsOf, type TestOptions, testServer } from "../test/support/test-server.ts";

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function tested(
  fault: Fault,
  testing: TestOptions = {},
  notesOptions: NotesOptions = {},
): Promise<Report> {
  const notes = await serveNotes(notesOptions);
  const server = await proxy(notes.url, fault);
  running.push(server, notes);
  return testServer(server.url, testing);
}

const healthy: Fault = (_, forward) => forward();
const isCall = hasMethod("tools/call");

/** Lists the texts `got` of the failed cases. */
function gotIn({ results }: Report): string[] {
  return results.flatMap(({ verdict }) => (verdict.status === "failed" ? [verdict.got] : []));
}

test("a finding has the received HTTP status", async () => {
  const forbids: Fault = async (request, forward) => {
    const reply = await forward();
    return reply.status === 401
      ? { ...reply, status: 403, headers: json, body: error(request.message.id, 401, "Who are you?").body! }
      : reply;
  };
  const report = await tested(forbids, { selection: { kinds: ["authorization"] } });
  expect(new Set(gotIn(report))).toEqual(new Set(["HTTP 403 with JSON-RPC error 401: Who are you?"]));
});

test.each([
  ["no id", undefined],
  ["a null id", null],
])(
  "an error with %s is not an answer to a call, but it is one to a body that HTTP refuses",
  async (_, id) => {
    const anonymous = (status: number): Fault =>
      answers(
        (request) => isCall(request) && request.message.params.name === "notes_get",
        () => ({
          status,
          headers: json,
          body: JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32602, message: "No." } }),
        }),
      );
    const selection = { cases: ["input/notes_get/id/type/null"] };
    const [got] = gotIn(await tested(anonymous(200), { selection }));
    expect(got).toMatch(/^HTTP 200 without a JSON-RPC answer/);
    expect(gotIn(await tested(anonymous(400), { selection }))).toEqual([]);
  },
);

test("no report repeats a token that an answer has", async () => {
  const [token = ""] = Object.keys(tokenScopes);
  const echo: Fault = async (request, forward) =>
    isCall(request) && request.headers.authorization === `Bearer ${token}`
      ? { status: 200, headers: {}, body: "", ...error(request.message.id, -32603, `Who is ${token}?`) }
      : forward();
  const report = await tested(echo, { selection: { kinds: ["output", "input", "errors", "failures"] } });
  expect(gotIn(report).join("\n")).toContain("Who is $TOKEN?");
  expect(JSON.stringify(report)).not.toContain(token);
});

test("the name and the version of the server are those of the spec", async () => {
  const other: Fault = changesResult(hasMethod("initialize"), (result) => ({
    ...result,
    serverInfo: { name: "notes", version: "0.0.1" },
  }));
  const report = await tested(other, { selection: { kinds: ["manifest"] } });
  expect(idsOf(report, "failed")).toEqual(["manifest/server"]);
  expect(gotIn(report)).toEqual(["notes 0.0.1"]);
});

test("a server need not introduce itself, but where MCP says that it must", async () => {
  const silent: Fault = changesResult(
    hasMethod("initialize", "server/discover"),
    ({ serverInfo: _, _meta: __, ...rest }) => rest,
  );
  const cases = ["manifest/server", "protocol/2025-11-25/lifecycle/introduces-itself"];
  const report = await tested(silent, { selection: { cases } });
  expect(idsOf(report, "unverified")).toEqual([]);
  expect(idsOf(report, "failed")).toEqual(["protocol/2025-11-25/lifecycle/introduces-itself"]);
});

describe("a difference that no MUST of MCP forbids is advice", () => {
  test("a text that repeats structuredContent", async () => {
    const bare: Fault = changesResult(isCall, (result) => ({ ...result, content: [] }));
    const report = await tested(bare, { selection: { kinds: ["output"] } });
    expect(new Set(idsOf(report, "failed").map((id) => id.split("/").at(-1)))).toEqual(new Set(["text"]));
    expect(countVerdicts(report.results)).toMatchObject({ failed: 0, advice: 4 });
  });

  const isRefusal = (result: Message) => result?._meta?.["dev.toolwright/failure"]?.code === "invalid_input";
  const internal: Fault = async (request: ProxiedRequest, forward) => {
    const reply = await forward();
    if (!isCall(request) || reply.status !== 200 || !isRefusal(JSON.parse(reply.body).result)) return reply;
    return { ...reply, ...error(request.message.id, -32603, "Bad arguments.") };
  };
  const kinds = { selection: { kinds: ["input" as const, "errors" as const] } };

  test("the code -32603 for invalid arguments", async () => {
    const report = await tested(internal, kinds);
    expect(countVerdicts(report.results).advice).toBeGreaterThan(20);
    expect(countVerdicts(report.results).failed).toBe(0);
  });

  test("unless the target promises a code in every refusal", async () => {
    const report = await tested(internal, { ...kinds, target: { coded: true } });
    expect(countVerdicts(report.results).advice).toBe(0);
    expect(countVerdicts(report.results).failed).toBeGreaterThan(20);
  });
});

describe("wrong arguments that are refused as unknown in place of as invalid", () => {
  const unknown =
    (isRight: (code: string | undefined) => boolean): Fault =>
    async (request, forward) => {
      const reply = await forward();
      if (!isCall(request) || request.message.params.name !== "notes_get" || reply.status !== 200)
        return reply;
      const { id, result } = JSON.parse(reply.body);
      if (!isRight(result?._meta?.["dev.toolwright/failure"]?.code)) return reply;
      const _meta = { "dev.toolwright/failure": { code: "not_found", retryable: false } };
      const refused = { content: [{ type: "text", text: "No such note." }], isError: true, _meta };
      return { ...reply, body: JSON.stringify({ jsonrpc: "2.0", id, result: refused }) };
    };
  const selection = { cases: ["input/notes_get/id/type/null"] };

  test("are a failure", async () => {
    const report = await tested(
      unknown((code) => code === "invalid_input"),
      { selection },
    );
    expect(gotIn(report)).toEqual([expect.stringMatching(/^a refusal with not_found: /)]);
  });

  test("are not verified where right ones are refused so, too", async () => {
    const report = await tested(
      unknown((code) => code !== "insufficient_scope"),
      { selection },
    );
    expect(idsOf(report, "failed")).toEqual([]);
    expect(idsOf(report, "unverified")).toEqual(selection.cases);
  });
});

describe("refusals without codes", () => {
  const uncoded = { target: { refusalCode: "/nowhere" }, selection: { kinds: ["input" as const] } };

  test("of a tool that refuses everything for a reason of its own are no findings", async () => {
    const noBrowser: Fault = async (request, forward) =>
      isCall(request) && request.message.params.name === "notes_get"
        ? {
            status: 200,
            headers: json,
            body: refusal(request.message.id, "### Error\nError: There is no browser."),
          }
        : forward();
    const report = await tested(noBrowser, { ...uncoded, target: { ...uncoded.target, bindings: {} } });
    expect(idsOf(report, "failed")).toEqual([]);
    expect(idsOf(report, "unverified")).toContain("input/notes_get/required-only");
  });

  test("by an SDK, of its own server's results, are failures for right and for wrong arguments", async () => {
    const text =
      "MCP error -32602: Output validation error: Invalid structured content for tool notes_get: text";
    const brokenResult: Fault = async (request, forward) =>
      isCall(request) && request.message.params.name === "notes_get"
        ? { status: 200, headers: json, body: refusal(request.message.id, text) }
        : forward();
    const kinds = ["input", "output"] as const;
    const failing = idsOf(await tested(brokenResult, { ...uncoded, selection: { kinds } }), "failed");
    expect(failing).toContain("output/notes_get/fits");
    expect(failing).toContain("input/notes_get/required-only");
    expect(failing).toContain("input/notes_get/additionalProperties/unknown");
  });

  test("beside -32603 for malformed arguments are advice", async () => {
    const internal: Fault = async (request, forward) => {
      if (!isCall(request)) return forward();
      const { id, params } = request.message;
      return params.arguments === null || Array.isArray(params.arguments)
        ? { status: 200, headers: json, body: error(id, -32603, "Expected a record.").body! }
        : { status: 200, headers: json, body: refusal(id, "Not now.") };
    };
    const report = await tested(internal, uncoded);
    expect(idsOf(report, "failed").every((id) => /\/type\/(null|lookalike)$/.test(id))).toBe(true);
    expect(countVerdicts(report.results)).toMatchObject({ failed: 0, advice: expect.any(Number) });
    expect(countVerdicts(report.results).advice).toBeGreaterThan(3);
  });

  test("that every call gets as -32603 do not count as refusals of the arguments", async () => {
    const broken: Fault = async (request, forward) =>
      isCall(request)
        ? { status: 200, headers: json, body: error(request.message.id, -32603, "Out of order.").body! }
        : forward();
    const report = await tested(broken, uncoded);
    expect(countVerdicts(report.results).advice).toBe(0);
    expect(gotIn(report).every((got) => got.includes("Out of order."))).toBe(true);
    // Calls with one more argument fail in the same way, so they say nothing about it.
    expect(idsOf(report, "failed")).not.toEqual([]);
    expect(idsOf(report, "failed").filter((id) => !/\/(required-only|example\/.*)$/.test(id))).toEqual([]);
  });

  const opening = "MCP error -32602: Input validation error: Invalid arguments for tool add: ";
  const known = [
    `${opening}Invalid input: expected array, received number at paths`,
    `${opening}Too big: expected string to have <=9 characters at name`,
    `${opening}Unrecognized key: "extra"`,
  ];
  test.each([
    ["the bound of a length", `${opening}Too big: expected string to have <=5 characters at name`, true],
    [
      "a rule of its own behind the same opening",
      `${opening}Either paths or all must be true at paths`,
      false,
    ],
    ["a reason that names no argument", "### Error\nError: There is no browser.", false],
    ["a reason that names no argument behind the same opening", `${opening}Too big: 10 MB`, false],
  ])("by %s: it is known whether the schema refused", (_, text, isOfSchema) => {
    expect(new SchemaRefusals(known, new Set(["name", "paths"])).explains(text)).toBe(isOfSchema);
  });
});

describe("a server that lists its problems in another order each time", () => {
  const problems = [
    "Invalid argument: $first: Path 'text' is not absolute",
    "Invalid argument: path: Path 'text' is not absolute",
  ];
  const ofValid = problems.join("\n");
  const again = problems.toReversed().join("\n");

  test("does not refuse for the schema what it refuses for a reason of its own", () => {
    const known = [ofValid, again, "Invalid argument: name: Required"];
    const refusals = new SchemaRefusals(known, new Set(["name", "path"]), ofValid);
    expect(refusals.explains(again)).toBe(false);
    expect(refusals.explains("Invalid argument: name: Required")).toBe(true);
  });

  test("does not refuse the changed argument where it refuses valid ones, too", () => {
    expect(isAboutChange([{ set: "/path", to: "text1" }], { path: "text" }, [again, ofValid])).toBe(false);
  });
});

describe("valid arguments are refused, too", () => {
  const input = { node: "text", detail: "full", level: 1 };
  const ofInput = "Node text not found\n\nReceived: {node: string, detail: string, level: number}";

  test.each<[string, Edit, string, boolean]>([
    [
      "a reason that names the argument",
      { set: "/detail", to: "FULL" },
      'Invalid detail level "FULL". Valid: minimal, full',
      true,
    ],
    ["a reason that names the missing argument", { remove: "/level" }, "x: level: is required", true],
    [
      "the name in a list of what came",
      { set: "/detail", to: 5 },
      ofInput.replace("detail: string", "detail: number"),
      false,
    ],
    ["the same reason with another value", { set: "/node", to: 5 }, "Node 5 not found", false],
    ["another reason without the name", { set: "/detail", to: "FULL" }, "The database is gone", false],
    ["the name of another argument", { set: "/detail", to: "FULL" }, "level: must be at most 0", false],
  ])("by %s: it is known whether the change is", (_, edit, text, isAbout) => {
    expect(isAboutChange([edit], input, [text, ofInput])).toBe(isAbout);
  });
});

describe("a server of others, whose spec has no examples and whose refusals have no codes", () => {
  const withoutCodes = changesResult(isCall, ({ _meta, ...result }) =>
    result.isError ? result : { _meta, ...result },
  );
  const isExample = (each: CaseFile["cases"][number]) =>
    each.kind === "failures" || (each.kind === "output" && "base" in each);
  const imported = { ...notesCases, cases: notesCases.cases.filter((each) => !isExample(each)) };
  const target = { bindings: {} };

  test("has no finding, and the calls that nothing decides are not verified", async () => {
    const report = await tested(withoutCodes, { cases: imported, target });
    expect(idsOf(report, "failed")).toEqual([]);
    const causes = report.results.flatMap(({ verdict }) => ("cause" in verdict ? verdict.cause : []));
    expect(new Set(causes)).toEqual(new Set(["domain-rule"]));
    expect(computeExitCode(report)).toBe(2);
    expect(terminalReport(report, styleFor(false))).toMatch(
      /a rule of the server refuses values that the schema allows: the call was refused without a code/,
    );
  });

  test("gets calls for the refusals that its spec declares", async () => {
    // These cases are like the cases of a spec that declares failures without examples.
    const toKept = (each: CaseFile["cases"][number]): CaseFile["cases"] => {
      if (each.kind !== "failures") return isExample(each) && !("watch" in each) ? [] : [each];
      const { id, kind, must, at, tool, code } = each;
      return [{ id, kind, must, at, tool, code, watch: "met" }];
    };
    const cases = { ...notesCases, cases: notesCases.cases.flatMap(toKept) };
    const report = await tested(withoutCodes, { cases, target });
    expect(idsOf(report, "unverified").some((id) => id.startsWith("failures/notes_get/"))).toBe(true);
    const verdicts = report.results.map(({ verdict }) => verdict);
    expect(verdicts.flatMap((verdict) => ("cause" in verdict ? verdict.cause : []))).toContain("no-code");
  });

  test("has no finding if its own rules refuse by JSON-RPC errors, and each reason is named", async () => {
    const byErrors: Fault = async (request, forward) => {
      const reply = await forward();
      if (!isCall(request) || reply.status !== 200) return reply;
      const { result } = JSON.parse(reply.body);
      const reason = result?._meta?.["dev.toolwright/failure"]?.code;
      if (reason === undefined) return reply;
      if (reason === "insufficient_scope") return withoutCodes(request, async () => reply);
      const isOfSchema = reason === "invalid_input";
      const [code, text] = isOfSchema ? [-32602, result.content[0].text] : [-32600, "Unknown note"];
      return { ...reply, body: error(request.message.id, code, `MCP error ${code}: ${text}`).body! };
    };
    const report = await tested(byErrors, { cases: imported, target });
    expect(idsOf(report, "failed")).toEqual([]);
    const refused = report.results.flatMap(({ verdict }) =>
      verdict.status === "unverified" ? [verdict.why] : [],
    );
    expect(new Set(refused)).toEqual(
      new Set([
        "a rule of the server refuses values that the schema allows: the call was refused without a code: HTTP 200 with JSON-RPC error -32600: MCP error -32600: Unknown note",
      ]),
    );
  });

  test("may put structuredContent into a refusal, unless it promises codes", async () => {
    const structured = changesResult(isCall, (result) =>
      result.isError ? { ...result, structuredContent: { error: "no" } } : result,
    );
    const selection = { kinds: ["input" as const, "errors" as const] };
    const forms = async (coded: boolean) =>
      idsOf(await tested(structured, { target: { ...target, coded }, selection }), "failed").filter((id) =>
        id.endsWith("/form"),
      );
    expect(await forms(false)).toEqual([]);
    expect(await forms(true)).not.toEqual([]);
  });

  test("has exercised no constraint by cases without a call", () => {
    const results = imported.cases.map((subject) => ({ subject, verdict: inapplicable("nobody knows") }));
    expect(countCoverage(imported, results)).toMatchObject({ constraints: 27, exercised: 0 });
  });

  const gone: Fault = async (request, forward) => {
    const reply = await forward();
    if (!isCall(request) || reply.status !== 200) return reply;
    return { ...reply, body: refusal(request.message.id, "The database is gone.") };
  };

  test.each<[string, Fault, Partial<TestOptions>]>([
    ["none of its calls succeeds", gone, {}],
    ["its spec has examples", withoutCodes, { cases: notesCases }],
    ["a refusal has a code", healthy, {}],
    ["the target file says where codes are", withoutCodes, { target: { ...target, refusalCode: "/x" } }],
  ])("is not verified if %s", async (_, fault, options) => {
    const report = await tested(fault, { cases: imported, target, ...options });
    expect(idsOf(report, "unverified")).toContain("input/notes_get/id/pattern/at");
    expect(computeExitCode(report)).not.toBe(0);
  });
});

function refusal(id: unknown, text: string): string {
  const result = { content: [{ type: "text", text }], isError: true };
  return JSON.stringify({ jsonrpc: "2.0", id, result });
}

describe("a tool without a handler", () => {
  const unimplemented: Fault = async (request, forward) => {
    const reply = await forward();
    if (!isCall(request) || request.message.params.name !== "notes_create" || reply.status !== 200)
      return reply;
    const { id, result } = JSON.parse(reply.body);
    if (result === undefined) return reply;
    const code = result._meta?.["dev.toolwright/failure"]?.code;
    if (code === "invalid_input" || code === "insufficient_scope") return reply;
    const failure = { code: "not_implemented", retryable: false };
    const refusal = {
      content: [{ type: "text", text: "Not yet." }],
      isError: true,
      _meta: { "dev.toolwright/failure": failure },
    };
    return { ...reply, body: JSON.stringify({ jsonrpc: "2.0", id, result: refusal }) };
  };
  const unverified = [
    { case: "*/notes_create/**", cause: "not_implemented", reason: "Later." },
    { case: "output/notes_create/*", cause: "unobserved", reason: "Later." },
  ];
  /** Accepts titles of any length, as after a mistake in its schema. */
  const tooLong = (tool: Tool): Tool => {
    const accepts = (value: unknown) => String((value as { title?: unknown })?.title).length > 40;
    const input = Object.assign((value: unknown) => accepts(value) || tool.input(value as never), tool.input);
    return tool.name === "notes_create" ? { ...tool, input: input as Tool["input"] } : tool;
  };

  test("is listed as a tool without a handler", async () => {
    const report = await tested(unimplemented, { unverified, target: { bindings: {} } });
    expect(report.unimplemented).toEqual(["notes_create"]);
    expect(idsOf(report, "failed")).toEqual([]);
  });

  test("that accepts a value beyond its bound fails, whatever is accepted of tools without a handler", async () => {
    const report = await tested(
      unimplemented,
      { unverified, target: { bindings: {} } },
      { changeTool: tooLong },
    );
    expect(idsOf(report, "failed")).toContain("input/notes_create/title/maxLength/above");
  });
});

test("a refused call before a case is reported with its answer, and so is a failed binding", async () => {
  const report = await tested(healthy, {
    selection: { cases: ["output/notes_get/example/*"] },
    target: {
      before: [{ case: "output/notes_get/**", calls: [{ tool: "notes_create", input: { title: 7 } }] }],
      bindings: { id: { tool: "notes_create", input: { title: "busy" }, output: "/id" } },
    },
  });
  expect(report.notes).toEqual([
    expect.stringMatching(
      /^notes_create, which the target file calls before output\/notes_get\/\*\*, failed: a result with isError: /,
    ),
    expect.stringMatching(/^notes_create, which a binding of the target file calls, failed: .*Somebody else/),
  ]);
});

test("a token is used before it is revoked, and must end although the server knows it", async () => {
  const seen: string[] = [];
  const [full = ""] = Object.keys(tokenScopes);
  const revoked = "tkn_Q1w2E3r4T5y6U7i8";
  const record: Fault = (request, forward) => {
    if (request.headers.authorization === `Bearer ${revoked}`) seen.push(request.message.method);
    return forward();
  };
  /** Keeps every token that it has once accepted. */
  const cached = new Set<string>();
  const caller = { account: "ana", scopes: new Set(notesCases.scopes) };
  const authenticate = (token: string) => {
    if (token === full) return { ...caller, token };
    if (token === revoked && cached.size === 0) cached.add(token);
    return cached.has(token) ? { ...caller, token } : undefined;
  };
  const print = (value: object) => [
    process.execPath,
    "-e",
    `console.log(${JSON.stringify(JSON.stringify(value))})`,
  ];
  const report = await tested(
    record,
    {
      selection: { cases: ["authorization/notes_get/revoked-token"] },
      target: {
        tokens: [{ token: full, scopes: "all" }],
        hooks: {
          mint: print({ tokens: [{ token: revoked, scopes: notesCases.scopes }] }),
          revoke: print({}),
        },
      },
    },
    { authenticate },
  );
  expect(seen).toEqual(["tools/list", "tools/call"]);
  expect(idsOf(report, "failed")).toEqual(["authorization/notes_get/revoked-token"]);
});

test("a reading tool that takes seconds observes the account once", async () => {
  const observations = async (secondsLate: number) => {
    let calls = 0;
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 1000 * secondsLate * calls);
    const count: Fault = (request, forward) => {
      if (isCall(request) && request.message.params.name === "notes_get") calls++;
      return forward();
    };
    await tested(count, { selection: { cases: ["authorization/notes_create/**"] } });
    clock.mockRestore();
    return calls;
  };
  const often = await observations(0);
  expect(often).toBeGreaterThan(1);
  expect(await observations(6)).toBe(1);
});
