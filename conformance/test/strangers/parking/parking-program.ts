/**
 * Parking permits of towns, on node:http alone. It prints its endpoint. Variables of the environment: PORT; LATENCY_MS, the time of a call;
 * SEEDED=1, permits and fines from before; SECOND_USER, the account of somebody who works all the time; CLOCK=stands, a clock that can
 * stand; BREAK, a mistake of breaks.ts. POST /control is for hooks.
 */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { findProblem, type Schema } from "./checks.ts";
import { now, showTime } from "./clock.ts";
import { fineTools } from "./fine-tools.ts";
import { permitTools } from "./permit-tools.ts";
import { Refusal } from "./refusal.ts";
import { type Answer, answerMessage, protocolVersion, RpcError, refuse } from "./rpc.ts";
import { answerHook, type Caller, findCaller, type Question } from "./tokens.ts";
import { dayMs } from "./views.ts";

interface ListedTool {
  readonly name: string;
  readonly annotations: { readonly readOnlyHint: boolean };
  readonly inputSchema: Schema;
}

type Tool = (town: string, input: unknown) => object;

const { LATENCY_MS = "0", PORT = "0", SEEDED, SECOND_USER } = process.env;
const manifest = JSON.parse(readFileSync(new URL("manifest.json", import.meta.url), "utf8")) as {
  readonly tools: readonly ListedTool[];
};
const tools = { ...permitTools, ...fineTools } as unknown as Readonly<Record<string, Tool>>;

async function dispatch(
  { account, scopes }: Caller,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<object> {
  if (method === "initialize")
    return {
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "parking", version: "1.4.0" },
    };
  if (method === "ping") return {};
  if (method === "tools/list") return { tools: manifest.tools };
  if (method !== "tools/call") throw new RpcError(-32_601, "The method is not known.");
  const tool = manifest.tools.find(({ name }) => name === params.name);
  if (tool === undefined) throw new RpcError(-32_602, "The tool is not known.");
  await wait(Number(LATENCY_MS));
  const scope = tool.annotations.readOnlyHint ? "parking:read" : "parking:write";
  if (!scopes.includes(scope)) return showRefusal("insufficient_scope", `The tool needs ${scope}.`);
  const input = params.arguments ?? {};
  const problem = findProblem(tool.inputSchema, input);
  return problem === undefined ? callTool(tool.name, account, input) : showRefusal("invalid_input", problem);
}

function callTool(name: string, town: string, input: unknown): object {
  try {
    const result = tools[name]!(town, input);
    return { structuredContent: result, content: [{ type: "text", text: JSON.stringify(result) }] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return showRefusal(error.code, error.message);
  }
}

function showRefusal(code: string, message: string): object {
  return { isError: true, content: [{ type: "text", text: `${code}: ${message}` }] };
}

async function answer(request: IncomingMessage): Promise<Answer & { readonly challenge?: string }> {
  const { url, method, headers } = request;
  const body = await text(request);
  if (url === "/control") return { status: 200, body: answerHook(JSON.parse(body) as Question) };
  if (url !== "/mcp") return { status: 404, body: { error: "not found" } };
  const own = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  if (headers.host !== own || (headers.origin !== undefined && headers.origin !== `http://${own}`))
    return refuse(403, -32_000, "This host or origin is not allowed.");
  const caller = findCaller(headers.authorization);
  if (caller === undefined)
    return { ...refuse(401, -32_000, "A token is needed."), challenge: 'Bearer realm="parking"' };
  if (method !== "POST") return refuse(405, -32_000, "Messages are posted.");
  const version = headers["mcp-protocol-version"]?.toString();
  const posted = { accept: headers.accept, contentType: headers["content-type"], version, body };
  return answerMessage(posted, (name, params) => dispatch(caller, name, params));
}

const http = createServer((request, response) => {
  void answer(request).then(({ status, body, challenge }) => {
    response.writeHead(status, {
      ...(body && { "Content-Type": "application/json" }),
      ...(status === 405 && { Allow: "POST" }),
      ...(challenge && { "WWW-Authenticate": challenge }),
    });
    response.end(body && JSON.stringify(body));
  });
});

function showDay(days: number): string {
  return showTime(now() + days * dayMs).slice(0, 10);
}

let plates = 0;

function registerVehicle(town: string): number {
  const { resident } = permitTools.register_resident(town, { name: "Ute Kern", street: "Am Ring 8" });
  plates += 1;
  const wish = { resident_id: resident.resident_id, plate: `RA-TE ${plates}` };
  return permitTools.register_vehicle(town, wish).vehicle.vehicle_id;
}

function fillFromBefore(town: string): void {
  const { zone_id } = permitTools.create_zone(town, { name: "North", places: 50, daily_cents: 25 }).zone;
  for (let number = 0; number < 9; number += 1) {
    const vehicle_id = registerVehicle(town);
    const days = { from: showDay(number), until: showDay(number + 5) };
    const { permit_id } = permitTools.issue_permit(town, { vehicle_id, zone_id, ...days }).permit;
    const input = { vehicle_id, offence: "no_permit", amount_cents: 900 + 100 * number };
    const { fine_id } = fineTools.issue_fine(town, input).fine;
    if (number % 3 === 1) permitTools.revoke_permit(town, { permit_id });
    if (number % 3 === 2) fineTools.appeal_fine(town, { fine_id, statement: "It was full." });
  }
}

async function workAllTheTime(town: string): Promise<void> {
  const { zone_id } = permitTools.create_zone(town, { name: "South", places: 9, daily_cents: 10 }).zone;
  for (;;) {
    const vehicle_id = registerVehicle(town);
    const days = { from: showDay(1), until: showDay(3) };
    const { permit_id } = permitTools.issue_permit(town, { vehicle_id, zone_id, ...days }).permit;
    await wait(30, undefined, { ref: false });
    permitTools.revoke_permit(town, { permit_id });
    permitTools.deregister_vehicle(town, { vehicle_id });
  }
}

if (SEEDED === "1") for (const town of ["main", "other"]) fillFromBefore(town);
if (SECOND_USER !== undefined) void workAllTheTime(SECOND_USER);
http.listen(Number(PORT), "127.0.0.1", () => {
  process.stdout.write(`parking is at http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp\n`);
});
