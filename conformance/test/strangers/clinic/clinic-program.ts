/**
 * A clinic as an MCP server on SDK 2. It prints its endpoint. Variables of the environment: PORT; LATENCY_MS, the time of a call; SEEDED=1,
 * patients and appointments from before; SECOND_USER, the account of somebody who works all the time (`main` is that of the run);
 * CLOCK=moves, a clock that cannot stand; BREAK, a mistake of breaks.ts. POST /control is for hooks.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import {
  localhostHostValidation,
  localhostOriginValidation,
  type NodeIncomingMessageLike,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
} from "@modelcontextprotocol/server";
import type { Clinic } from "./clinic.ts";
import { Reception } from "./reception.ts";
import { openDesk } from "./tools.ts";

const environment = process.env;
const reception = new Reception(environment.CLOCK !== "moves");
const beforeCall = () => wait(Number(environment.LATENCY_MS ?? 0));

const authenticate = requireBearerAuth({
  verifier: {
    verifyAccessToken: async (token) => {
      const caller = reception.find(token);
      if (!caller) throw new OAuthError(OAuthErrorCode.InvalidToken, "No such token");
      const { account: clientId, scopes } = caller;
      return { token, clientId, scopes: [...scopes], expiresAt: Math.floor(Date.now() / 1000) + 600 };
    },
  },
});
const mcp = createMcpHandler(({ authInfo }) => {
  const { clientId: account = "", scopes = [] } = authInfo ?? {};
  return openDesk(reception.clinicOf(account), { account, scopes }, beforeCall);
});
const serveMcp = toNodeHandler({
  fetch: async (request) => {
    const result = await authenticate(request);
    return result instanceof Response ? result : mcp.fetch(request, { authInfo: result });
  },
});

const at = (days: number, hour: number): string => {
  const midnight = Math.floor(reception.now() / 86_400_000) * 86_400_000;
  return new Date(midnight + days * 86_400_000 + hour * 3_600_000).toISOString();
};

function fillFromBefore(clinic: Clinic): void {
  const practitioners = (["general", "dental", "eyes"] as const).map((specialty, index) =>
    clinic.employ({ name: `Dr Before ${index}`, specialty }),
  );
  for (let number = 0; number < 15; number += 1) {
    const { patient_id } = clinic.register({ name: `Patient ${number} from before`, phone: "030 123456" });
    const { practitioner_id } = practitioners[number % 3]!;
    const starts_at = at(2 + (number % 4), 8 + number / 3);
    const { appointment_id } = clinic.book({
      patient_id,
      practitioner_id,
      starts_at,
      minutes: 15,
      note: "Before",
    });
    if (number % 5 === 1) clinic.move(appointment_id, "booked", "cancelled");
    if (number % 5 > 1) clinic.move(appointment_id, "booked", "checked_in");
    if (number % 5 === 3) {
      clinic.move(appointment_id, "checked_in", "done");
      clinic.prescribe({ appointment_id, drug: "Ibuprofen 400 mg", repeats: 2 });
    }
  }
}

async function workAllTheTime(clinic: Clinic): Promise<void> {
  for (let round = 0; ; round += 1) {
    const { patient_id } = clinic.register({ name: `Walk-in ${round}` });
    const { practitioner_id } = clinic.employ({ name: `Locum ${round}`, specialty: "general" });
    const starts_at = at(9, 9);
    const { appointment_id } = clinic.book({ patient_id, practitioner_id, starts_at, minutes: 30 });
    await wait(30, undefined, { ref: false });
    clinic.move(appointment_id, "booked", round % 2 === 0 ? "cancelled" : "checked_in");
    if (round % 2 === 1) clinic.move(appointment_id, "checked_in", "done");
    clinic.removePatient(patient_id);
    clinic.dismiss(practitioner_id);
  }
}

if (environment.SEEDED === "1")
  for (const name of ["town", "other"]) fillFromBefore(reception.clinicOf(name));
const second = environment.SECOND_USER;
if (second !== undefined) void workAllTheTime(reception.clinicOf(second === "main" ? "town" : second));

const isLocalHost = localhostHostValidation();
const isLocalOrigin = localhostOriginValidation();
const server = createServer(async (request, response) => {
  if (!(isLocalHost(request, response) && isLocalOrigin(request, response))) return;
  if (request.url === "/mcp") return void (await serveMcp(request as NodeIncomingMessageLike, response));
  if (request.url !== "/control") return void response.writeHead(404).end();
  const answer = reception.handle((await json(request)) as Parameters<Reception["handle"]>[0]);
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
});
server.listen(Number(environment.PORT ?? 0), "127.0.0.1", () => {
  process.stdout.write(
    `the clinic is open at http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`,
  );
});
