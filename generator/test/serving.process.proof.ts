import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { compilerErrors, errorsOfProject, writeAll } from "./support/compiler.ts";
import { generate } from "./support/fixtures.ts";
import { filesIn } from "./support/shown-files.ts";
import { librarySpec, specSteps } from "./support/spec-steps.ts";
import { inTemporaryProject, repository } from "./support/temporary-project.ts";
import { tracedLibrary } from "./support/traced-library.ts";

/** The packages of this repository, without a build. */
const fromSource = "--conditions=toolwright-source";

const read = (path: string) => readFileSync(join(repository, path), "utf8");
const page = read("docs/serving.md");

/** The files of docs/serving.md. Those in `hosts/` need what only hosts.proof.ts installs. */
const shownFiles = filesIn(page, "ts", "// ").filter(({ path }) => !path.startsWith("hosts/"));

test("the code of docs/serving.md compiles, and serves over HTTP and stdio", {
  timeout: 180_000,
}, async () => {
  const generated = await generate(librarySpec());
  const shown = [...shownFiles, { path: "test/traced.ts", text: tracedLibrary }];
  await inTemporaryProject(async (folder) => {
    writeAll(folder, [...generated.map((file) => ({ ...file, path: `generated/${file.path}` })), ...shown]);
    for (const name of ["@modelcontextprotocol", "@opentelemetry"])
      symlinkSync(join(repository, "node_modules", name), join(folder, "node_modules", name), "dir");
    expect(compilerErrors(folder)).toEqual([]);
    writeAll(folder, filesIn(page, "jsonc", "// "));
    symlinkSync(join(repository, "node_modules/@types"), join(folder, "node_modules/@types"), "dir");
    const errors = errorsOfProject(folder, "--customConditions", "toolwright-source");
    // The sources of our packages need a newer library than their types, which a reader has.
    expect(errors.filter(({ file }) => !file.startsWith("../"))).toEqual([]);
    const manifest = JSON.parse(generated.find(({ path }) => path === "manifest.json")!.text);
    for (const test of ["test/lend-book.ts", "test/traced.ts"])
      await promisify(execFile)(process.execPath, [fromSource, test], { cwd: folder });
    for (const talk of [overHttp, overStdio]) {
      const [list, added] = await talk(folder);
      expect(list.result.tools).toEqual(manifest.tools);
      expect(added.result.structuredContent.book).toMatchObject({ id: "book_0", title: "Emma" });
    }
  });
});

/** The functions that a user calls first, and the sources of their comments. */
const firstCalls = {
  createMcpHandler: "runtime/http/handler.ts",
  createMcpServer: "runtime/http/server.ts",
  serveStdio: "runtime/stdio/server.ts",
  withContent: "runtime/service/with-content.ts",
  jwtIssuer: "runtime/oauth/jwt.ts",
  inProcess: "runtime/testing/in-process.ts",
  testCall: "runtime/testing/test-call.ts",
  testServer: "conformance/runner/test-server.ts",
  runCheck: "check/command/run.ts",
  compile: "generator/compile.ts",
};

/** Returns the `@example` in the comment of a function. */
function exampleOf(name: string, source: string): string {
  const [before = ""] = read(source).split(new RegExp(`^export (?:async )?function ${name}\\b`, "m"));
  const comment = before.slice(before.lastIndexOf("/**"));
  const [, code = ""] = /@example\n \* ```ts\n([\s\S]*?) \* ```/.exec(comment) ?? [];
  return code.replaceAll(/^ \* ?/gm, "");
}

test("the examples in the comments of the functions that users call first compile", {
  timeout: 180_000,
}, async () => {
  const examples = Object.entries(firstCalls).map(([name, source]) => ({
    path: `impl/${name}.ts`,
    text: exampleOf(name, source),
  }));
  for (const { path, text } of examples) expect(text, path).toContain("import {");
  const generated = await generate(librarySpec());
  await inTemporaryProject(async (folder) => {
    const handlers = shownFiles.filter(({ path }) => /^impl\/(books|handlers)\b/.test(path));
    writeAll(folder, [
      ...generated.map((file) => ({ ...file, path: `generated/${file.path}` })),
      ...handlers,
    ]);
    writeAll(folder, examples);
    symlinkSync(join(repository, "check"), join(folder, "node_modules/@toolwright/check"), "dir");
    expect(compilerErrors(folder)).toEqual([]);
  });
});

test("docs/serving.md has the compiler that new projects have", () => {
  const [shown] = filesIn(page, "jsonc", "// ");
  const { devDependencies } = JSON.parse(read("generator/template/package.json"));
  for (const name of ["typescript", "@types/node"])
    expect(JSON.parse(shown!.text).devDependencies[name]).toBe(devDependencies[name]);
});

test("the handler of docs/serving.md asks its client", { timeout: 180_000 }, async () => {
  const generated = await generate(librarySpec());
  await inTemporaryProject(async (folder) => {
    writeAll(folder, [
      ...generated.map((file) => ({ ...file, path: `generated/${file.path}` })),
      ...shownFiles,
    ]);
    const server = start(folder, "impl/stdio.ts");
    const ended = once(server, "exit");
    const lines = createInterface({ input: server.stdout });
    const call = async (name: string, args: object, round = {}): Promise<Answer> => {
      const _meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
      };
      const params = { name, arguments: args, _meta, ...round };
      const line = once(lines, "line");
      server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
      return JSON.parse((await line)[0]).result;
    };
    const { structuredContent: added } = await call("add_book", { title: "Emma" });
    const { structuredContent: lent } = await call("lend_book", { book_id: added.book.id });
    const input = { loan_id: lent.loan.id };
    for (const [answer, status] of [
      [{ action: "decline" }, "open"],
      [{ action: "accept", content: { returned: true } }, "returned"],
    ]) {
      const { resultType, inputRequests, requestState } = await call("return_book", input);
      expect(resultType).toBe("input_required");
      expect(inputRequests.returned.params.message).toContain("Emma");
      const ended = await call("return_book", input, { requestState, inputResponses: { returned: answer } });
      expect(ended.structuredContent.loan.status).toBe(status);
    }
    server.stdin.end();
    await ended;
  });
});

test("both servers of docs/why-not-mcpserver.md compile, and give the same answers", {
  timeout: 180_000,
}, async () => {
  const comparison = read("docs/why-not-mcpserver.md");
  const [{ spec: first } = { spec: [] }] = specSteps(read("docs/spec-language.md"));
  for (const file of filesIn(comparison, "yaml", "# spec/")) expect(first).toContainEqual(file);
  const spec = librarySpec();
  const served = shownFiles;
  const [onSdk, ...ours] = filesIn(comparison, "ts", "// ");
  for (const file of ours) expect(served).toContainEqual(file);
  await inTemporaryProject(async (folder) => {
    const generated = (await generate(spec)).map((file) => ({ ...file, path: `generated/${file.path}` }));
    writeAll(folder, [...generated, ...served, onSdk!, { path: "both.ts", text: bothServers }]);
    for (const name of ["@modelcontextprotocol", "@opentelemetry", "zod"])
      symlinkSync(join(repository, "node_modules", name), join(folder, "node_modules", name), "dir");
    expect(compilerErrors(folder)).toEqual([]);
    const { stdout } = await promisify(execFile)(process.execPath, [fromSource, "both.ts"], { cwd: folder });
    const [sdk, toolwright] = JSON.parse(stdout);
    const book = { id: "book_0", title: "Emma" };
    const want = [
      { books: [{ ...book, donor: "ana@example.org" }] },
      { books: [book] },
      "refused",
      "refused",
    ];
    expect(sdk).toEqual(want);
    expect(toolwright).toEqual(want);
  });
});

/** Calls find_books of both: with all scopes, with one, with none, and with a wrong argument. Prints the outputs. */
const bothServers = `
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { inProcess } from "@toolwright/runtime/testing";
import { createClient } from "./generated/client.ts";
import { service } from "./generated/tools.ts";
import { handlers } from "./impl/handlers/index.ts";
import { books } from "./impl/books.ts";
import { registerFind } from "./sdk/find.ts";

books.set("book_0", { id: "book_0", title: "Emma", donor: "ana@example.org" });
const calls: { scopes: string[]; input: { words: string; limit?: number } }[] = [
  { scopes: ["books:read", "donors:read"], input: { words: "Emma" } },
  { scopes: ["books:read"], input: { words: "Emma" } },
  { scopes: [], input: { words: "Emma" } },
  { scopes: ["books:read"], input: { words: "Emma", limit: 51 } },
];
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "library", version: "1.0.0" });
  registerFind(server);
  return server;
});
const onSdk = calls.map(async ({ scopes, input }) => {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "find_books", arguments: input, _meta };
  const request = new Request("http://127.0.0.1/mcp", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": "tools/call",
      "Mcp-Name": "find_books",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const response = await handler.fetch(request, { authInfo: { token: "t", clientId: "ana", scopes } });
  const { result, error } = JSON.parse((await response.text()).replace(/^[\\s\\S]*?(?=\\{)/, ""));
  return error || result.isError ? "refused" : result.structuredContent;
});
const onToolwright = calls.map(async ({ scopes, input }) => {
  const client = createClient(inProcess({ service, handlers, caller: { account: "ana", scopes: new Set(scopes) } }));
  const outcome = await client.findBooks(input);
  return outcome.ok ? outcome.output : "refused";
});
console.log(JSON.stringify([await Promise.all(onSdk), await Promise.all(onToolwright)]));
process.exit(0);
`;

test("docs/serving.md names every option of a server and every member of a call", () => {
  const membersOf = (path: string, name: string) => {
    const [, body = ""] =
      new RegExp(`interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(read(path)) ?? [];
    return [...body.matchAll(/^ {2}(?:readonly )?(\w+)/gm)].map(([, member]) => member!);
  };
  const members = [
    ...membersOf("runtime/dispatch/dispatcher.ts", "DispatcherOptions"),
    ...membersOf("runtime/endpoint/endpoint.ts", "EndpointOptions"),
    ...membersOf("runtime/http/handler.ts", "McpHandlerOptions"),
    ...membersOf("runtime/http/handler.ts", "McpHandler"),
    ...membersOf("runtime/http/server.ts", "ServerOptions"),
    ...membersOf("runtime/service/call.ts", "Caller"),
    ...membersOf("runtime/service/call.ts", "Call"),
  ];
  expect(members.length).toBeGreaterThan(20);
  expect(members.filter((member) => !new RegExp(`\\b${member}\\b`).test(page))).toEqual([]);
});

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Answer = any;

const questions = [
  { jsonrpc: "2.0", id: 1, method: "tools/list" },
  {
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name: "add_book", arguments: { title: "Emma" } },
  },
];

async function overHttp(folder: string): Promise<Answer[]> {
  const server = start(folder, "impl/main.ts");
  const ended = once(server, "exit");
  try {
    const url = (await said(server.stderr, /listening at (\S+)/))[1]!;
    const headers = { "Content-Type": "application/json", Authorization: "Bearer secret" };
    const asked = questions.map(async (question) => {
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(question) });
      return await response.json();
    });
    return await Promise.all(asked);
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
}

async function overStdio(folder: string): Promise<Answer[]> {
  const server = start(folder, "impl/stdio.ts");
  const ended = once(server, "exit");
  server.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
  const [, lines] = await said(server.stdout, /^(\{.*\}\n\{.*\}\n)$/);
  await ended;
  const answers = lines!
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
  return answers.sort((one, other) => one.id - other.id);
}

function start(folder: string, main: string): ChildProcessWithoutNullStreams {
  const env = { ...process.env, TOKEN: "secret", PORT: "0" };
  return spawn(process.execPath, [fromSource, main], { cwd: folder, env });
}

/** Reads until the output has this form. */
async function said(stream: NodeJS.ReadableStream, form: RegExp): Promise<RegExpExecArray> {
  let text = "";
  for await (const part of stream) {
    text += part;
    const found = form.exec(text);
    if (found) return found;
  }
  throw new Error(`It ended, having said ${JSON.stringify(text)}.`);
}
