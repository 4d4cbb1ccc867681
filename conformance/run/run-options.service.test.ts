/** Options decide which requests a run sends, what it cleans up and which results it accepts. */
import { afterEach, describe, expect, test } from "vitest";
import { computeExitCode } from "../results/report.ts";
import { notesCases, serveNotes, tokenScopes } from "../test/support/notes-server.ts";
import { type Behaviour, rawProxy } from "../test/support/raw-proxy.ts";
import { idsOf, type TestOptions, testServer } from "../test/support/test-server.ts";

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

/** Tests healthy notes; returns the bodies of all tool calls in the order of their arrival. */
async function observed(testing: TestOptions, behave: Behaviour = () => false) {
  const calls: string[] = [];
  const { cases } = testing;
  const notes = await serveNotes({ ...(cases && { cases }) });
  const server = await rawProxy(notes.url, (request) => {
    if (request.body.includes('"tools/call"')) calls.push(request.body);
    return behave(request);
  });
  running.push(server, notes);
  return { report: await testServer(server.url, testing), calls };
}

const withoutIds = (calls: readonly string[]) => calls.map((call) => call.replace(/"id":\d+/, ""));

describe("the requests of a run", () => {
  test("the same seed sends the same calls in the same order", async () => {
    const one = { target: { parallel: 1 }, selection: { tools: ["notes_create"] } };
    const [first, again, other] = [
      await observed({ ...one, seed: 7 }),
      await observed({ ...one, seed: 7 }),
      await observed({ ...one, seed: 8 }),
    ];
    expect(withoutIds(first.calls)).toEqual(withoutIds(again.calls));
    expect(withoutIds(first.calls)).not.toEqual(withoutIds(other.calls));
  });

  test("--read-only calls no tool that may change data, and lists the cases left out", async () => {
    const { report, calls } = await observed({ readOnly: true, target: { bindings: {} } });
    expect(calls.filter((call) => call.includes("notes_create"))).toEqual([]);
    const left = report.results.filter(
      ({ verdict }) => verdict.status === "unverified" && verdict.cause === "read-only",
    );
    expect(new Set(left.map(({ subject }) => subject.tool))).toEqual(new Set(["notes_create"]));
    expect(computeExitCode(report)).toBe(2);
  });

  test.each([
    ["that many cases need", "notes_create"],
    ["that changes nothing", "notes_get"],
  ])("an excluded tool is called by no case: one %s", async (_, tool) => {
    const { report, calls } = await observed({ target: { exclude: [tool] }, cases: notesCases });
    expect(calls.length).toBeGreaterThan(50);
    expect(calls.filter((call) => call.includes(`"name":"${tool}"`))).toEqual([]);
    expect(idsOf(report, "failed")).toEqual([]);
    const left = report.results.filter(
      ({ verdict }) => verdict.status === "unverified" && verdict.cause === "excluded",
    );
    expect(left.map(({ subject }) => subject.tool)).toContain(tool);
    expect(computeExitCode(report)).toBe(2);
  });

  const cleanup = [{ made_by: "notes_create", output: "/id", tool: "notes_get", input: { id: "{made}" } }];

  test.each([
    ["of 150 requests", { maxRequests: 150, target: { bindings: {} } }],
    ["of a run with cleanup", { maxRequests: 220, target: { cleanup } }],
    [
      "of a server without codes, which needs more requests than planned",
      {
        maxRequests: 200,
        target: { refusalCode: "/nowhere" },
      },
    ],
  ] satisfies [string, TestOptions][])(
    "the limit %s holds, and cases beyond it are listed",
    async (_, testing) => {
      let sent = 0;
      const notes = await serveNotes();
      const server = await rawProxy(notes.url, () => ++sent < 0);
      running.push(server, notes);
      const report = await testServer(server.url, testing);
      expect(report.requests).toBe(sent);
      expect(sent).toBeLessThanOrEqual(testing.maxRequests);
      const causes = report.results.map(({ verdict }) =>
        verdict.status === "unverified" ? verdict.cause : "held",
      );
      expect(causes.filter((cause) => cause === "left-out").length).toBeGreaterThan(10);
      expect(report.results.length).toBeGreaterThan(200);
      expect(report.results.filter(({ verdict }) => verdict.status === "failed")).toEqual([]);
      expect(computeExitCode(report)).toBe(2);
    },
  );

  test("a case without a call of its own does not hold because of other calls", async () => {
    const [full = ""] = Object.keys(tokenScopes);
    const { report } = await observed({
      target: { tokens: [{ token: full, scopes: "all" }] },
      selection: { cases: ["authorization/notes_create/without-*", "authorization/*/unchanged"] },
    });
    const shown = report.results.filter(({ verdict }) => verdict.status === "held");
    expect(shown).toEqual([]);
  });

  test("one selected case makes one call", async () => {
    const { report, calls } = await observed({
      selection: { cases: ["input/notes_create/title/maxLength/above"] },
    });
    expect(report.results.map(({ verdict }) => verdict.status)).toEqual(["held"]);
    expect(calls.length).toBe(1);
  });

  test("the suite obeys Retry-After, and still decides the case", async () => {
    const delayed = new Set<string>();
    const { report } = await observed(
      { selection: { tools: ["notes_ping"], kinds: ["input"] } },
      ({ body, response }) => {
        if (!body.includes('"tools/call"') || delayed.size > 1) return false;
        delayed.add(body);
        response.writeHead(429, { "Retry-After": "0" }).end();
        return true;
      },
    );
    expect(delayed.size).toBe(2);
    expect(idsOf(report, "failed")).toEqual([]);
  });

  test.each([
    ["with tokens", {}],
    ["without tokens", { cases: { ...notesCases, auth: { ...notesCases.auth, scheme: "none" as const } } }],
  ])("the suite waits for a server %s whose rate the spec does not declare", async (_, options) => {
    let [opensAt, count] = [0, 0];
    const { report } = await observed(
      { ...options, target: { parallel: 1 }, selection: { tools: ["notes_ping"], kinds: ["input"] } },
      ({ response }) => {
        if (Date.now() >= opensAt + 1_000) [opensAt, count] = [Date.now(), 0];
        if (count++ < 3) return false;
        response.writeHead(429, { "Retry-After": "1" }).end();
        return true;
      },
    );
    expect(report.results.map(({ verdict }) => verdict.status)).not.toContain("failed");
    expect(report.results.map(({ verdict }) => verdict.status)).toContain("held");
  });

  test("a server that takes no more requests for an hour leaves cases undecided, and does not fail them", async () => {
    const { report } = await observed(
      { selection: { tools: ["notes_ping"], kinds: ["input"] } },
      ({ body, response }) => {
        if (!body.includes('"tools/call"')) return false;
        response.writeHead(429, { "Retry-After": "3600" }).end();
        return true;
      },
    );
    const verdicts = report.results.map(({ verdict }) => verdict);
    expect(new Set(verdicts.map(({ status }) => status))).toEqual(new Set(["unverified"]));
    expect(verdicts[0]).toMatchObject({
      cause: "limited",
      why: "the target takes no more requests now (HTTP 429, for 3600 s)",
    });
  });

  test("a server that takes no request at all is not tested, and the message says why", async () => {
    const refuse: Behaviour = ({ response }) => {
      response.writeHead(429, { "Retry-After": "3600" }).end();
      return true;
    };
    await expect(observed({}, refuse)).rejects.toThrow(
      "The target cannot be tested: the target takes no more requests now (HTTP 429, for 3600 s).",
    );
  });

  test("no token makes more requests in a window than the declared rate", async () => {
    const counts = new Map<string, number>();
    const cases = { ...notesCases, rate: { name: "rate", max: 10, seconds: 3_600 } };
    const tokens = ["a", "b", "c"].map((name) => ({
      token: `tkn_${name.repeat(16)}`,
      scopes: "all" as const,
    }));
    const notes = await serveNotes({
      authenticate: (token) => ({ account: "ana", token, scopes: new Set(notesCases.scopes) }),
    });
    const server = await rawProxy(notes.url, ({ headers }) => {
      const { authorization = "" } = headers;
      counts.set(authorization, (counts.get(authorization) ?? 0) + 1);
      return false;
    });
    running.push(server, notes);
    const stop = new AbortController();
    const selection = { kinds: ["input" as const], tools: ["notes_create"] };
    const report = await testServer(server.url, {
      cases,
      selection,
      target: { tokens, bindings: {} },
      signal: stop.signal,
      // A window lasts an hour, so the test ends the run once all tokens are used up.
      onResult: () =>
        [...counts.values()].reduce((sum, count) => sum + count, 0) >= 29 &&
        setTimeout(() => stop.abort(), 300),
    });
    expect(counts.size).toBe(3);
    // The client's notification that it is initialized does not count.
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(11);
    expect(report.notes[0]).toMatch(/^Interrupted/);
  });
});

describe("the suite ends the instances that it created", () => {
  const cleanup = [{ made_by: "notes_create", output: "/id", tool: "notes_get", input: { id: "{made}" } }];

  test("at the end of a run", async () => {
    const { calls } = await observed({
      selection: { tools: ["notes_create"], kinds: ["output"] },
      target: { cleanup, bindings: {} },
    });
    expect(calls.at(-1)).toMatch(/"name":"notes_get","arguments":\{"id":"note_/);
  });

  test("by every rule, and reports the instances that a tool does not end", async () => {
    const { report, calls } = await observed({
      selection: { cases: ["output/notes_create/example/*"] },
      target: { cleanup: [...cleanup, { ...cleanup[0]!, tool: "notes_create", input: {} }], bindings: {} },
    });
    expect(calls.slice(-2).map((call) => /"name":"(\w+)"/.exec(call)?.[1])).toEqual([
      "notes_create",
      "notes_get",
    ]);
    expect(report.notes).toEqual([
      expect.stringMatching(
        /^the run created an instance that it could not end: notes_create note_\S+ \(notes_create: a result with isError: .+\)$/,
      ),
    ]);
  });

  test("after Ctrl-C, and the rest is reported as interrupted", async () => {
    const stop = new AbortController();
    const { report, calls } = await observed({
      target: { cleanup, bindings: {}, parallel: 1 },
      signal: stop.signal,
      onResult: ({ subject }) => subject.kind === "input" && stop.abort(),
    });
    expect(calls.at(-1)).toMatch(/"name":"notes_get"/);
    const causes = report.results.map(({ verdict }) =>
      verdict.status === "unverified" ? verdict.cause : "done",
    );
    expect(causes.filter((cause) => cause === "interrupted").length).toBeGreaterThan(50);
    expect(computeExitCode(report)).toBe(2);
  });
});

describe("the exit code and the stale entries of accepted results", () => {
  const reason = "Known.";
  const noCodes = { target: { refusalCode: "/nowhere" } };
  const codeless = [
    { case: "failures/*/*", cause: "no-code", count: 2, reason },
    { case: "output/*/declared", cause: "unobserved", count: 4, reason },
    { case: "input/notes_get/id/pattern/at", reason },
  ];

  test.each([
    ["nothing is unverified", {}, 0, 0],
    ["some cases are unverified", noCodes, 2, 0],
    ["all unverified cases are accepted", { ...noCodes, unverified: codeless }, 0, 0],
    ["an entry accepts cases that hold", { unverified: codeless }, 1, 3],
    [
      "an entry names another cause",
      { ...noCodes, unverified: [...codeless, { case: "failures/*/*", cause: "state", reason }] },
      1,
      1,
    ],
    [
      "an entry does not say how many",
      { ...noCodes, unverified: [...codeless, { case: "failures/*/*", reason }] },
      1,
      1,
    ],
    [
      "an entry accepts one case more than it says",
      { ...noCodes, unverified: [{ ...codeless[0]!, count: 1 }, ...codeless.slice(1)] },
      1,
      1,
    ],
    [
      "an entry accepts one case fewer than it says",
      { ...noCodes, unverified: [{ ...codeless[0]!, count: 3 }, ...codeless.slice(1)] },
      1,
      1,
    ],
    [
      "only a part of an entry's cases was selected, and it is not needed there",
      {
        cases: notesCases,
        unverified: [{ case: "**", cause: "no-code", count: 2, reason }],
        selection: { kinds: ["errors"] },
      },
      0,
      0,
    ],
    [
      "an entry cannot be needed, since nothing that writes is called",
      { unverified: [{ case: "input/notes_create/**", cause: "refused", count: 3, reason }], readOnly: true },
      2,
      0,
    ],
    ["an entry matches nothing", { unverified: [{ case: "input/no_such_tool/**", reason }] }, 1, 1],
    [
      "the cases of an entry were not selected",
      { unverified: codeless, selection: { tools: ["notes_ping"], kinds: ["input"] } },
      0,
      0,
    ],
  ] satisfies [string, TestOptions, number, number][])("%s", async (_, testing, code, wrong) => {
    // The kinds that these entries are about.
    const selection = { kinds: ["failures", "output", "input"] } as const;
    const { report } = await observed({ selection, ...testing });
    expect({ code: computeExitCode(report), wrong: report.wrongEntries.length }).toEqual({ code, wrong });
  });

  test.each(["protocol", "manifest", "authorization", "input", "output", "failures", "errors"] as const)(
    "a run of the kind %s alone has the exit code 0",
    async (kind) => {
      const { report } = await observed({ cases: notesCases, selection: { kinds: [kind] } });
      const open = report.results.filter(
        ({ verdict: { status } }) => status === "failed" || status === "unverified",
      );
      expect(open).toEqual([]);
      expect(computeExitCode(report)).toBe(0);
    },
  );

  test("a selection that verifies no case has the exit code 2", async () => {
    const { report } = await observed({ selection: { cases: ["output/*/declared"] } });
    expect(computeExitCode(report)).toBe(2);
  });

  test("an expected failure does not fail the run; its entry does once the failure is gone", async () => {
    const expectedFailures = [{ case: "manifest/notes_get", reason }];
    const notes = await serveNotes({
      changeTool: (tool) => ({ ...tool, manifest: tool.manifest.replace("Reads a note.", "Old.") }),
    });
    running.push(notes);
    expect(computeExitCode(await testServer(notes.url, { expectedFailures }))).toBe(0);
    expect(computeExitCode((await observed({ expectedFailures })).report)).toBe(1);
  });
});
