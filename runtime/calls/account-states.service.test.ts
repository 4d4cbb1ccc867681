/** Callers whose account is in a state in which tools refuse it, as the authenticator says. */
import { type Caller, createMcpHandler, type LogEntry, type Service } from "@toolwright/runtime";
import { describe, expect, test } from "vitest";
import { notes, tool } from "../test/support/wire/notes.ts";
import { callerOf } from "../test/support/wire/notes-handlers.ts";

const failures = { lapsed: { when: "the subscription has ended", retryable: false } };
const text = { properties: { text: { type: "string" } }, required: ["text"] };
const refusedIn = { expired: "lapsed" };
/** Generated code would declare it to the compiler. */
const expired = "expired" as Caller["accountState"];

const service: Service = {
  ...notes,
  tools: [
    tool({ name: "notes_read", method: "read", scopes: ["notes:read"], output: { type: "object" } }),
    tool({
      name: "notes_write",
      method: "write",
      scopes: ["notes:write"],
      input: text,
      failures,
      refusedIn,
      output: { type: "object" },
    }),
  ],
  resources: [
    {
      ...tool({ name: "latest", method: "latest", failures, refusedIn }),
      kind: "resource",
      uri: "notes://latest",
      mode: undefined,
    } as never,
  ],
};

interface Answered {
  readonly answer: object;
  /** The methods whose handlers ran. */
  readonly handled: readonly string[];
  readonly logged: readonly LogEntry[];
}

/** Sends a request of a caller with these scopes, whose account is in the state. */
async function send(
  accountState: Caller["accountState"],
  scopes: string,
  method: string,
  params: object,
): Promise<Answered> {
  const handled: string[] = [];
  const logged: LogEntry[] = [];
  const handle = (name: string) => () => {
    handled.push(name);
    return name === "latest" ? "Milk" : { ok: true };
  };
  const mcp = createMcpHandler(service, {
    handlers: { read: handle("read"), write: handle("write"), resources: { latest: handle("latest") } },
    authenticate: ({ token }) => ({ ...callerOf(token)!, accountState }),
    log: { info() {}, warn() {}, error: (entry) => void logged.push(entry) },
  });
  const response = await mcp.fetch(
    new Request("http://localhost/api/mcp", {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${scopes}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    }),
  );
  const { result, error } = (await response.json()) as { result?: object; error?: object };
  return { answer: result ?? error ?? {}, handled, logged };
}

const call = (state: Caller["accountState"], scopes: string, name: string, input: object) =>
  send(state, scopes, "tools/call", { name, arguments: input });

const failureOf = ({ answer }: Answered) =>
  (answer as { _meta?: Record<string, { code: string }> })._meta?.["dev.toolwright/failure"];

describe("an account in a state", () => {
  test("is refused before the handler of a tool, with the code of the state", async () => {
    const answered = await call(expired, "notes:write", "notes_write", { text: "Milk" });
    expect(answered.answer).toEqual({
      content: [
        {
          type: "text",
          text: "notes_write is refused: the subscription has ended. Ask the owner of the account to see to it; calling again before that will not help.",
        },
      ],
      isError: true,
      _meta: {
        "dev.toolwright/failure": {
          code: "lapsed",
          details: { account_state: "expired" },
          retryable: false,
        },
      },
    });
    expect(answered.handled).toEqual([]);
  });

  test.each([
    ["a missing scope comes first", "notes:read", { text: "Milk" }, "insufficient_scope"],
    ["arguments come after it", "notes:write", {}, "lapsed"],
  ])("%s", async (_, scopes, input, code) => {
    const answered = await call(expired, scopes, "notes_write", input);
    expect(failureOf(answered)?.code).toBe(code);
    expect(answered.handled).toEqual([]);
  });

  test("goes on with the other tools, and an account in no state with all", async () => {
    expect((await call(expired, "notes:read", "notes_read", {})).handled).toEqual(["read"]);
    expect((await call(undefined, "notes:write", "notes_write", { text: "Milk" })).handled).toEqual([
      "write",
    ]);
  });

  test("is refused when it reads a resource", async () => {
    const answered = await send(expired, "notes:read", "resources/read", { uri: "notes://latest" });
    expect(answered.answer).toMatchObject({
      data: { "dev.toolwright/failure": { code: "lapsed" } },
    });
    expect(answered.handled).toEqual([]);
    const other = await send(undefined, "notes:read", "resources/read", { uri: "notes://latest" });
    expect(other.handled).toEqual(["latest"]);
  });
});

test("a state that the spec does not declare lets nothing run: its name may be misspelt", async () => {
  const answered = await call("expierd" as Caller["accountState"], "notes:read", "notes_read", {});
  expect(failureOf(answered)?.code).toBe("internal");
  expect(answered.handled).toEqual([]);
  expect(answered.logged).toHaveLength(1);
});
