/** Makes one lesson of the form service as a task, and writes the requests down as curl commands, with the answers. */
import { setTimeout as sleep } from "node:timers/promises";
import { ensureAccount } from "../../../impl/accounts/accounts.ts";
import { createTokens } from "../../../impl/accounts/tokens/tokens.ts";
import { openSqlite } from "../../../impl/platform/storage/sqlite/open.ts";
import { startService } from "../started-service.ts";
import { inFolder } from "../temporary-folder.ts";

/** A request and its answer. */
export interface Step {
  /** The command, with $URL and $TOKEN in place of the address and the token. */
  readonly command: string;
  /** The JSON-RPC message, without secrets. */
  readonly answer: string;
}

// biome-ignore lint/suspicious/noExplicitAny: results of several tools
type Json = any;

const version = "2026-07-28";
const meta = {
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientCapabilities": { extensions: { "io.modelcontextprotocol/tasks": {} } },
};
const scopes = ["forms:read", "forms:write", "billing:read"];
const wish = { prompt: "The water cycle for ten-year-olds", languages: ["en"], illustration_count: 1 };

/** Quotes and accepts a lesson, asks for its task until that ends, and asks once more as another account. */
export function lessonLife(): Promise<Step[]> {
  return inFolder(async (folder) => {
    const [own, foreign] = [await mint(folder, "ana@example.org"), await mint(folder, "ben@example.org")];
    const { program, url } = await startService(folder, []);
    try {
      return await liveAndRecord(url, own, foreign);
    } finally {
      program.kill();
    }
  });
}

async function mint(folder: string, email: string): Promise<string> {
  const storage = await openSqlite(folder);
  try {
    const now = new Date();
    const account = await ensureAccount(storage.db, email, "business", now);
    const options = { name: "evidence", scopes, expiresInDays: 1 };
    const [made] = await createTokens(storage.db, account, options, 1, now);
    return made!.token;
  } finally {
    await storage.close();
  }
}

async function liveAndRecord(url: URL, own: string, foreign: string): Promise<Step[]> {
  const steps: Step[] = [];
  const send = async (method: string, name: string, params: object, token = own): Promise<Json> => {
    const { step, message } = await exchange(url, method, name, params, token);
    const said = token === own ? "$TOKEN" : "$TOKEN_OF_BEN";
    steps.push({ ...step, command: step.command.replace("$TOKEN", said) });
    if (message.result === undefined && token === own) throw new Error(`${method} got ${step.answer}`);
    return message.result;
  };
  const call = (name: string, args: object) => send("tools/call", name, { name, arguments: args });
  const { structuredContent } = await call("service_quote_lesson_generation", wish);
  const task = await call("service_create_lesson", { quote_id: structuredContent.quote_id });
  const { taskId } = task;
  if (taskId === undefined) throw new Error(`The call became no task: ${JSON.stringify(task)}`);
  for (;;) {
    const { status } = await send("tasks/get", taskId, { taskId });
    if (status !== "working") break;
    await sleep(1_000);
  }
  await send("tasks/cancel", taskId, { taskId });
  await send("tasks/get", taskId, { taskId }, foreign);
  return steps;
}

async function exchange(url: URL, method: string, name: string, params: object, token: string) {
  const headers = {
    "Content-Type": "application/json",
    "MCP-Protocol-Version": version,
    "Mcp-Method": method,
    "Mcp-Name": name,
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } });
  const Authorization = `Bearer ${token}`;
  const response = await fetch(url, { method: "POST", headers: { ...headers, Authorization }, body });
  const text = await response.text();
  const lines = Object.entries(headers).map(([header, value]) => `  -H '${header}: ${value}'`);
  const command = ['curl -sS "$URL" -H "Authorization: Bearer $TOKEN"', ...lines, `  -d '${body}'`].join(
    " \\\n",
  );
  return { step: { command, answer: redact(JSON.parse(text), url) }, message: JSON.parse(text) as Json };
}

/** Prints a message without the port of this run, keys in addresses, metadata, and the text that repeats the result. */
function redact(message: Json, url: URL): string {
  const shortened = JSON.stringify(
    message,
    (key, value) => (key === "content" || key === "_meta" ? undefined : value),
    2,
  );
  return shortened.replaceAll(url.origin, "$ORIGIN").replaceAll(/([?&]key=)[\w-]+/g, "$1(redacted)");
}
