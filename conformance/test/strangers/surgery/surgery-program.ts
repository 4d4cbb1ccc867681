/**
 * The desk of a surgery on SDK 2. It prints its endpoint. Variables of the environment: PORT; LATENCY_MS, the time of a call; SEEDED=1,
 * patients and appointments from before; SECOND_USER, the account of somebody who works all the time; CLOCK=stands, a clock that can
 * stand; BREAK, a mistake of breaks.ts. POST /control is for hooks.
 */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import {
  createMcpHandler,
  fromJsonSchema,
  type JsonSchemaType,
  McpServer,
} from "@modelcontextprotocol/server";
import { now, showTime } from "./clock.ts";
import { desk } from "./desk.ts";
import { medicine } from "./medicine.ts";
import { Practice } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { answerHook, type Caller, findCaller, type Question } from "./tokens.ts";

interface ListedTool {
  readonly name: keyof typeof desk | keyof typeof medicine;
  readonly title: string;
  readonly description: string;
  readonly annotations: { readonly readOnlyHint: boolean };
  readonly inputSchema: JsonSchemaType;
  readonly outputSchema: JsonSchemaType;
}

type Tool = (practice: Practice, input: unknown) => Record<string, unknown>;

const { LATENCY_MS = "0", PORT = "0", SEEDED, SECOND_USER } = process.env;
const manifest = JSON.parse(readFileSync(new URL("manifest.json", import.meta.url), "utf8")) as {
  readonly tools: readonly ListedTool[];
};
const tools = { ...desk, ...medicine } as unknown as Readonly<Record<string, Tool>>;
const practices = new Map<string, Practice>();

function practiceOf(account: string): Practice {
  const practice = practices.get(account) ?? new Practice();
  practices.set(account, practice);
  return practice;
}

function scopeOf({ name, annotations }: ListedTool): string {
  if (annotations.readOnlyHint) return "records:read";
  return name in medicine ? "clinical:write" : "desk:write";
}

function serveTools({ account }: Caller): McpServer {
  const server = new McpServer({ name: "surgery", version: "2.1.0" });
  for (const { name, inputSchema, outputSchema, ...listed } of manifest.tools) {
    const schemas = { inputSchema: fromJsonSchema(inputSchema), outputSchema: fromJsonSchema(outputSchema) };
    server.registerTool(name, { ...listed, ...schemas }, async (input: unknown) => {
      await wait(Number(LATENCY_MS));
      return callTool(name, account, input);
    });
  }
  return server;
}

function callTool(name: string, account: string, input: unknown) {
  try {
    const result = structuredClone(tools[name]!(practiceOf(account), input));
    return { structuredContent: result, content: [{ type: "text" as const, text: JSON.stringify(result) }] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = `[${error.code}] ${error.message}`;
    return { isError: true, content: [{ type: "text" as const, text: message }] };
  }
}

/** The scope that a call needs and its caller lacks. */
function findMissingScope(body: string, { scopes }: Caller): string | undefined {
  try {
    const { method, params } = JSON.parse(body) as { method?: string; params?: { name?: string } };
    const tool = manifest.tools.find(({ name }) => method === "tools/call" && name === params?.name);
    const scope = tool && scopeOf(tool);
    return scope === undefined || scopes.includes(scope) ? undefined : scope;
  } catch {
    return undefined;
  }
}

const http = createServer((request, response) => void answer(request, response));
const send = (response: ServerResponse, status: number, body: object, challenge?: string) =>
  response
    .writeHead(status, {
      "Content-Type": "application/json",
      ...(challenge && { "WWW-Authenticate": challenge }),
    })
    .end(JSON.stringify(body));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url, method = "GET" } = request;
  const { host, origin, authorization } = request.headers;
  const own = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const body = await text(request);
  if (url === "/control") return void send(response, 200, answerHook(JSON.parse(body) as Question));
  if (url !== "/mcp") return void send(response, 404, { error: "not found" });
  if (host !== own || (origin !== undefined && origin !== `http://${own}`))
    return void send(response, 403, { error: "This host or origin is not allowed." });
  const caller = findCaller(authorization);
  if (caller === undefined)
    return void send(response, 401, { error: "unauthorized" }, 'Bearer realm="surgery"');
  const scope = findMissingScope(body, caller);
  if (scope !== undefined) {
    const challenge = `Bearer realm="surgery", error="insufficient_scope", scope="${scope}"`;
    return void send(response, 403, { error: "insufficient_scope" }, challenge);
  }
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const handler = createMcpHandler(() => serveTools(caller), { responseMode: "json" });
  const init = { method, headers, ...(body !== "" && { body }) };
  const answered = await handler.fetch(new Request(`http://${own}/mcp`, init));
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(Buffer.from(await answered.arrayBuffer()));
}

function bookLater(practice: Practice, number: number) {
  const { patient } = desk.register_patient(practice, { name: `Patient ${number}`, born: "1980-02-29" });
  const { doctor } = desk.add_doctor(practice, { name: `Dr ${number}` });
  const starts_at = showTime(now() + (number + 4) * 86_400_000);
  return desk.book_appointment(practice, { patient_id: patient.id, doctor_id: doctor.id, starts_at })
    .appointment;
}

function fillFromBefore(practice: Practice): void {
  for (let number = 0; number < 9; number += 1) {
    const { id, patient_id } = bookLater(practice, number);
    if (number % 3 === 1) desk.cancel_appointment(practice, { appointment_id: id });
    if (number % 3 === 2) desk.record_visit(practice, { appointment_id: id });
    medicine.prescribe(practice, { patient_id, drug: "Ibuprofen", dose_mg: 400, fills: 2 });
    medicine.refer_patient(practice, { patient_id, speciality: "eyes" });
  }
}

async function workAllTheTime(practice: Practice): Promise<void> {
  for (let round = 0; ; round += 1) {
    const { id } = bookLater(practice, round % 50);
    await wait(30, undefined, { ref: false });
    desk.cancel_appointment(practice, { appointment_id: id });
  }
}

if (SEEDED === "1") for (const account of ["main", "other"]) fillFromBefore(practiceOf(account));
if (SECOND_USER !== undefined) void workAllTheTime(practiceOf(SECOND_USER));
http.listen(Number(PORT), "127.0.0.1", () => {
  process.stdout.write(`the surgery is at http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp\n`);
});
