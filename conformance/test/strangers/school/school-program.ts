/**
 * A server of schools on SDK 1 of MCP. It prints its endpoint. Variables: `LATENCY_MS` is the time that a call takes, `SEEDED=1`
 * has data from the start, `SECOND_USER` is at work in another school, or in that of the run (`main`). `/control` is for hooks; with
 * `CLOCK=moves` the clock cannot stand.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { Register, subjects } from "./register.ts";
import { type Caller, makeServer } from "./tools.ts";

const { LATENCY_MS = "0", SEEDED, SECOND_USER, CLOCK, PORT = "0" } = process.env;
const allScopes = ["school:read", "school:write", "marks:read", "marks:write", "pupils:private"];
const rate = { calls: 300, seconds: 10 };

interface Token extends Caller {
  ended?: boolean;
  calls: number;
  windowEnds: number;
}

/** The clock goes on, ahead by `ahead`, or stands at `still`. */
const clock: { ahead: number; still?: number | undefined } = { ahead: 0 };
const now = (): number => clock.still ?? Date.now() + clock.ahead;
const register = new Register(now);
const tokens = new Map<string, Token>();
const addToken = (token: string, school: string, scopes: readonly string[]): void =>
  void tokens.set(token, { school, scopes, calls: 0, windowEnds: 0 });
addToken("sch_north", "north", allScopes);
addToken("sch_other", "other", allScopes);

function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** Counts a request of a token, in windows that open with their first request. Returns the seconds to wait, if it is too much. */
function countRequest(token: Token): number {
  // A window also passes while the clock stands.
  const time = Date.now() + clock.ahead;
  if (time >= token.windowEnds) {
    token.windowEnds = time + rate.seconds * 1000;
    token.calls = 0;
  }
  token.calls += 1;
  return token.calls > rate.calls ? Math.max(1, Math.ceil((token.windowEnds - time) / 1000)) : 0;
}

/** Whether a page of another site sent the request, maybe under a name that leads to this machine. */
function isForeign({ headers }: IncomingMessage): boolean {
  const names = ["127.0.0.1", "localhost"];
  const host = URL.parse(`http://${headers.host}`)?.hostname ?? "";
  const origin = headers.origin === undefined ? host : URL.parse(headers.origin)?.hostname;
  return !names.includes(host) || !names.includes(origin ?? "");
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (isForeign(request)) {
    answer(response, 403, { error: "forbidden_origin" });
    return;
  }
  const token = tokens.get(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "");
  if (token === undefined || token.ended) {
    const challenge = request.headers.authorization === undefined ? "Bearer" : 'Bearer error="invalid_token"';
    answer(response, 401, { error: "invalid_token" }, { "www-authenticate": challenge });
    return;
  }
  const wait = countRequest(token);
  if (wait > 0) {
    answer(response, 429, { error: "too_many_requests" }, { "retry-after": String(wait) });
    return;
  }
  if (request.method !== "POST") {
    answer(response, 405, { error: "method_not_allowed" }, { allow: "POST" });
    return;
  }
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = makeServer(register, token, async () => void (await sleep(Number(LATENCY_MS))));
  response.on("close", () => void server.close());
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response);
}

interface Order {
  readonly hook: string;
  readonly tokens?: readonly { scopes: string[]; account?: string; count?: number }[];
  readonly token?: { readonly token: string };
  readonly seconds?: number;
  readonly still?: boolean;
}

function obey({ hook, tokens: wanted = [], token, seconds = 0, still }: Order): unknown {
  if (hook === "clock") {
    clock.ahead += seconds * 1000;
    if (clock.still !== undefined) clock.still += seconds * 1000;
    if (still === true && CLOCK !== "moves") clock.still ??= Date.now() + clock.ahead;
    if (still === false) clock.still = undefined;
    return { now: new Date(now()).toISOString() };
  }
  if (hook !== "mint") {
    const ended = tokens.get(token?.token ?? "");
    if (ended !== undefined) ended.ended = true;
    return {};
  }
  const minted = wanted.flatMap(({ scopes, account, count = 1 }) =>
    Array.from({ length: count }, () => {
      const name = `sch_${crypto.randomUUID()}`;
      addToken(name, account ?? "north", scopes);
      return { token: name, scopes, ...(account !== undefined && { account }) };
    }),
  );
  return { tokens: minted };
}

function fillBefore(school: string): void {
  for (const name of ["Ms Abel", "Mr Boole", "Ms Cantor"]) {
    const teacher = register.teachers.insert(school, { name });
    for (const year of [2024, 2025]) {
      const row = register.openClass(school, { name: `${name} ${year}`, teacher_id: teacher.id, year });
      for (let number = 1; number <= 4; number++) {
        const input = { class_id: row.id, name: `Pupil ${number}`, born: `2014-0${number}-11` };
        const pupil = register.addPupil(school, input);
        for (const subject of subjects)
          register.giveMark(school, { pupil_id: pupil.id, subject, grade: number, on: `2025-0${number}-20` });
        if (number === 4) register.leave(school, pupil.id);
      }
    }
  }
}

/** A second user, who works all the time. */
async function keepBusy(school: string): Promise<void> {
  const teacher = register.teachers.insert(school, { name: "Ms Busy" });
  for (let turn = 1; ; turn++) {
    await sleep(20, undefined, { ref: false });
    const row = register.openClass(school, { name: `Class ${turn}`, teacher_id: teacher.id, year: 2026 });
    const pupil = register.addPupil(school, { class_id: row.id, name: "Bo", born: "2015-05-05" });
    register.giveMark(school, { pupil_id: pupil.id, subject: "maths", grade: 2.5, on: "2026-02-03" });
    await sleep(20, undefined, { ref: false });
    register.leave(school, pupil.id);
    register.closeClass(school, row.id);
  }
}

if (SEEDED === "1") for (const school of ["north", "other"]) fillBefore(school);
if (SECOND_USER !== undefined) void keepBusy(SECOND_USER === "main" ? "north" : SECOND_USER);

const server = createServer(async (request, response) => {
  if (request.url === "/control") {
    const parts = await request.toArray();
    answer(response, 200, obey(JSON.parse(Buffer.concat(parts).toString())));
  } else if (request.url === "/mcp") await serve(request, response);
  else answer(response, 404, { error: "not_found" });
});
server.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`school at http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
