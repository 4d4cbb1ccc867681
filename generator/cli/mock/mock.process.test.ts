/** `toolwright mock` as people start it: over HTTP with a save in between, over stdio, and with options that make no sense. */
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inProject, start, toolwright } from "../../test/support/cli/cli.ts";
import { trackerModel } from "../../test/support/mock/serving.ts";
import { failingTools, readTokens } from "./options.ts";

/** Collects the output of a stream, and waits for a pattern in it. */
function listening(stream: NodeJS.ReadableStream): (pattern: RegExp) => Promise<RegExpExecArray> {
  let said = "";
  stream.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  return async (pattern) => {
    for (;;) {
      const found = pattern.exec(said);
      if (found) return found;
      const next = await Promise.race([once(stream, "data"), once(stream, "end").then(() => "end")]);
      if (next === "end") throw new Error(`It ended, after: ${said}`);
    }
  };
}

async function toolsOf(url: string, token: string): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  return response.text();
}

test("serves over HTTP, restarts after a save, and ends with Ctrl-C", async () => {
  await inProject(async (folder) => {
    const child = start(folder, ["mock", "--watch", "--token", "secret", "--target", "target.yaml"]);
    try {
      const ended = once(child, "close");
      const [stdout, stderr] = [listening(child.stdout!), listening(child.stderr!)];
      const [, url] = await stdout(/listens at (http:\/\/127\.0\.0\.1:\d+\/\S+)\n/);
      await stdout(/"Authorization: Bearer \$TOKEN"/);
      expect(await toolsOf(url!, "secret")).toContain('"find_book"');
      expect(await toolsOf(url!, "other")).toContain("is not valid");
      expect(statSync(join(folder, "target.yaml")).mode & 0o077).toBe(0);
      const tool = join(folder, "spec/tools/find_book.yaml");
      writeFileSync(tool, `description: Looks for a book.\n${readFileSync(tool, "utf8")}`);
      await stderr(/started again, with 1 tool and nothing made/);
      expect(await toolsOf(url!, "secret")).toContain("Looks for a book.");
      child.kill("SIGINT");
      expect(await ended).toEqual([0, null]);
    } finally {
      child.kill("SIGKILL");
    }
  });
});

test("serves over stdio", async () => {
  await inProject(async (folder) => {
    const child = start(folder, ["mock", "--stdio"]);
    const ended = once(child, "close");
    const answer = listening(child.stdout!);
    const params = { name: "find_book", arguments: { title: "Momo" } };
    child.stdin!.end(`${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params })}\n`);
    const [line] = await answer(/^.*\n/);
    expect(JSON.parse(line)).toMatchObject({ id: 7, result: { structuredContent: expect.anything() } });
    expect(await ended).toEqual([0, null]);
  });
});

test("exits with advice on a mistake in the command line or in the spec", async () => {
  await inProject(async (folder) => {
    expect(await toolwright(folder, ["mock", "--stdio", "--port", "1"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--stdio and --port do not go together."),
    });
    writeFileSync(join(folder, "spec/service.yaml"), "toolwright: 1\n");
    expect(await toolwright(folder, ["mock"])).toMatchObject({ code: 1, stdout: "" });
  });
});

test.each([
  [{ fail: ["nope"] }, 'There is no failure in any tool "nope". Known here: "key_reused"'],
  [{ fail: ["tracker_get_issu=not_found"] }, 'Did you mean "tracker_get_issue"?'],
  [{ fail: ["tracker_get_issue=key_reused"] }, 'There is no failure in tracker_get_issue "key_reused".'],
  [{ token: ["a b"] }, "A --token looks like TOKEN, TOKEN@ACCOUNT or TOKEN@ACCOUNT=SCOPE,SCOPE."],
  [{ token: ["a=issues:reed"] }, 'There is no scope "issues:reed". Did you mean "issues:read"?'],
])("rejects the options %j", (values, message) => {
  const model = trackerModel();
  expect(() => [failingTools(values, model), readTokens(values, model)]).toThrow(message);
});

test("reads tokens and failing tools", () => {
  const model = trackerModel();
  expect(readTokens({ token: ["a", "b@ben=issues:read", "c="] }, model)).toEqual({
    areNew: false,
    tokens: [
      { secret: "a", account: "mock", scopes: ["issues:read", "issues:write", "reporters:read"] },
      { secret: "b", account: "ben", scopes: ["issues:read"] },
      { secret: "c", account: "mock", scopes: [] },
    ],
  });
  expect(readTokens({}, model)).toMatchObject({
    areNew: true,
    tokens: [{ account: "mock" }, { account: "other" }],
  });
  expect([...failingTools({ fail: ["export_gone", "tracker_get_issue=not_found"] }, model)]).toEqual([
    ["tracker_read_export", "export_gone"],
    ["tracker_get_issue", "not_found"],
  ]);
});
