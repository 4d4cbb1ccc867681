/** Owners, pets and visits on the TypeScript SDK of MCP with zod: ids that count up, refusals that name them. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { type CallToolResult, createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { casesOf } from "../notes-server.ts";
import { readBody } from "../read-body.ts";

export const clinicCases = casesOf(`${import.meta.dirname}/clinic`);

const scopes = ["clinic:read", "clinic:write"];
export const clinicTokens = [
  { token: "vet-Kq7mVx2RzT8w", scopes },
  { token: "vet-Hd3sNb9YcL5p", scopes: ["clinic:read"] },
  { token: "vet-Ju6fGa1EoW4t", scopes: ["clinic:write"] },
  { token: "vet-Zi8rMe5UkB2x", scopes: [] as string[] },
  { token: "vet-Pv4lSo7DnQ9g", scopes, account: "other" },
];

const ownerId = z.string().regex(/^own-[0-9]+$/);
const petId = z.string().regex(/^pet-[0-9]+$/);
const visitId = z.string().regex(/^vis-[0-9]+$/);
const label = z.string().min(1).max(50);
const species = z.enum(["cat", "dog"]);
const state = z.enum(["booked", "waiting", "treated"]);
const paging = { limit: z.number().int().min(1).max(20).optional(), cursor: z.string().max(60).optional() };
const owner = { owner_id: ownerId, name: z.string() };
const pet = { pet_id: petId, owner_id: ownerId, name: z.string(), species };
const visit = { visit_id: visitId, pet_id: petId, owner_id: ownerId, reason: z.string(), state };

type Owner = z.infer<z.ZodObject<typeof owner>>;
type Pet = z.infer<z.ZodObject<typeof pet>>;
type Visit = z.infer<z.ZodObject<typeof visit>>;

/** The data of an account. */
interface Book {
  readonly owners: Map<string, Owner>;
  readonly pets: Map<string, Pet>;
  readonly visits: Map<string, Visit>;
}

class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Register = <Input extends z.ZodRawShape>(
  name: string,
  description: string,
  input: Input,
  output: z.ZodRawShape,
  handle: (input: z.infer<z.ZodObject<Input>>) => object,
) => void;

/** Registers tools that check scopes and answer refusals. */
function registrar(
  server: McpServer,
  granted: readonly string[],
): Record<"read" | "write" | "remove", Register> {
  const registerAs =
    (annotations: object, scope: string): Register =>
    (name, description, input, output, handle) => {
      const config = {
        description,
        annotations,
        inputSchema: z.object(input),
        outputSchema: z.strictObject(output),
      };
      server.registerTool(name, config, (given: unknown) => {
        if (!granted.includes(scope)) return refusal("insufficient_scope", `${name} needs ${scope}.`);
        try {
          const structuredContent = handle(given as never) as Record<string, unknown>;
          return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
        } catch (error) {
          if (error instanceof Refused) return refusal(error.code, error.message);
          throw error;
        }
      });
    };
  return {
    read: registerAs({ readOnlyHint: true }, "clinic:read"),
    write: registerAs({ readOnlyHint: false, destructiveHint: false }, "clinic:write"),
    remove: registerAs({ readOnlyHint: false, destructiveHint: true }, "clinic:write"),
  };
}

function refusal(code: string, message: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text: message }], _meta: { "clinic/code": code } };
}

/** The tools for owners and pets. */
function registerPatients(
  { owners, pets, visits }: Book,
  next: Next,
  tools: ReturnType<typeof registrar>,
): void {
  tools.write("register_owner", "Registers an owner.", { name: label }, owner, ({ name }) =>
    add(owners, { owner_id: next("own"), name }, "owner_id"),
  );
  const allOwners = { owners: z.array(z.strictObject(owner)) };
  tools.read("list_owners", "Lists all owners.", {}, allOwners, () => ({ owners: [...owners.values()] }));
  const ofOwner = { owner_id: ownerId };
  tools.remove("remove_owner", "Removes an owner with the pets.", ofOwner, ofOwner, ({ owner_id }) => {
    find(owners, owner_id);
    for (const each of [...pets.values()]) if (each.owner_id === owner_id) removePet(each.pet_id);
    owners.delete(owner_id);
    return { owner_id };
  });
  const newPet = { owner_id: ownerId, name: label, species };
  tools.write("add_pet", "Adds a pet to an owner.", newPet, pet, (input) => {
    find(owners, input.owner_id);
    return add(pets, { pet_id: next("pet"), ...input }, "pet_id");
  });
  tools.read("get_pet", "Shows a pet.", { pet_id: petId }, pet, ({ pet_id }) => find(pets, pet_id));
  const petFilters = { owner_id: ownerId.optional(), species: species.optional(), ...paging };
  const petPage = { pets: z.array(z.strictObject(pet)), next_cursor: z.string().optional() };
  tools.read("list_pets", "Lists pets.", petFilters, petPage, ({ limit, cursor, ...filters }) => {
    if (filters.owner_id !== undefined) find(owners, filters.owner_id);
    const { items, ...rest } = page(pets, filters, limit, cursor);
    return { pets: items, ...rest };
  });
  const ofPet = { pet_id: petId };
  tools.remove("remove_pet", "Removes a pet with its visits.", ofPet, ofPet, ({ pet_id }) => {
    find(pets, pet_id);
    removePet(pet_id);
    return { pet_id };
  });

  function removePet(pet_id: string): void {
    for (const each of [...visits.values()]) if (each.pet_id === pet_id) visits.delete(each.visit_id);
    pets.delete(pet_id);
  }
}

/** The tools for visits. */
function registerVisits(
  { owners, pets, visits }: Book,
  next: Next,
  tools: ReturnType<typeof registrar>,
): void {
  const newVisit = { pet_id: petId, reason: label };
  tools.write("book_visit", "Books a visit for a pet.", newVisit, visit, ({ pet_id, reason }) => {
    const { owner_id } = find(owners, find(pets, pet_id).owner_id);
    const made = { visit_id: next("vis"), pet_id, owner_id, reason, state: "booked" as const };
    return add(visits, made, "visit_id");
  });
  tools.read("get_visit", "Shows a visit.", { visit_id: visitId }, visit, ({ visit_id }) =>
    find(visits, visit_id),
  );
  const filters = { pet_id: petId.optional(), state: state.optional(), ...paging };
  const visitPage = { visits: z.array(z.strictObject(visit)), next_cursor: z.string().optional() };
  tools.read("list_visits", "Lists visits.", filters, visitPage, ({ limit, cursor, ...wanted }) => {
    if (wanted.pet_id !== undefined) find(pets, wanted.pet_id);
    const { items, ...rest } = page(visits, wanted, limit, cursor);
    return { visits: items, ...rest };
  });
  const move = { visit_id: visitId, to: z.enum(["waiting", "treated"]) };
  const says = "Checks a pet in, or says that it was treated.";
  tools.remove("move_visit", says, move, visit, ({ visit_id, to }) => {
    const moved = find(visits, visit_id);
    const from = to === "waiting" ? "booked" : "waiting";
    if (moved.state !== from) throw new Refused("not_now", `${visit_id} is ${moved.state}.`);
    return add(visits, { ...moved, state: to }, "visit_id");
  });
  const ofVisit = { visit_id: visitId };
  tools.remove("remove_visit", "Takes a visit out of the book.", ofVisit, ofVisit, ({ visit_id }) => {
    find(visits, visit_id);
    visits.delete(visit_id);
    return { visit_id };
  });
}

type Next = (prefix: string) => string;

function add<Item extends object>(all: Map<string, Item>, item: Item, id: keyof Item): Item {
  all.set(item[id] as string, item);
  return item;
}

function find<Item>(all: ReadonlyMap<string, Item>, id: string): Item {
  const item = all.get(id);
  if (item === undefined) throw new Refused("unknown", `Nothing here is called ${id}.`);
  return item;
}

/** The newest first. A cursor is the id of the last item, after a mark. */
function page<Item extends object>(
  all: ReadonlyMap<string, Item>,
  filters: object,
  limit = 20,
  cursor?: string,
): { items: Item[]; next_cursor?: string } {
  const wanted = Object.entries(filters).filter(([, value]) => value !== undefined);
  const mark = `${wanted.map(([, value]) => value).join("+")}~`;
  const last = cursor?.slice(mark.length) ?? "";
  if (cursor !== undefined && !(cursor.startsWith(mark) && /^(own|pet|vis)-[0-9]+$/.test(last)))
    throw new Refused("bad_cursor", "This is no cursor of this list.");
  const after = cursor === undefined ? Number.POSITIVE_INFINITY : numberOf(last);
  const rest = [...all]
    .reverse()
    .filter(
      ([id, item]) =>
        numberOf(id) < after && wanted.every(([name, value]) => item[name as keyof Item] === value),
    );
  const shown = rest.slice(0, limit);
  return {
    items: shown.map(([, item]) => item),
    ...(rest.length > limit && { next_cursor: mark + shown.at(-1)![0] }),
  };
}

function numberOf(id: string): number {
  return Number(id.slice(id.indexOf("-") + 1));
}

/** Serves a clinic on a free port of loopback. */
export async function serveClinic(): Promise<{ url: string; close(): Promise<void> }> {
  const books = new Map<string, Book>();
  const counts = new Map<string, number>();
  const next: Next = (prefix) => {
    counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    return `${prefix}-${counts.get(prefix)}`;
  };
  const handle = toNodeHandler(
    createMcpHandler(({ authInfo }) => {
      const account = authInfo!.clientId;
      const book = books.get(account) ?? { owners: new Map(), pets: new Map(), visits: new Map() };
      books.set(account, book);
      const server = new McpServer({ name: "clinic", version: "1.0.0" });
      const tools = registrar(server, authInfo!.scopes);
      registerPatients(book, next, tools);
      registerVisits(book, next, tools);
      return server;
    }),
  );
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, close };

  async function answer(
    request: IncomingMessage & { auth?: object },
    response: ServerResponse,
  ): Promise<void> {
    if (
      ![localhostHostValidation(), localhostOriginValidation()].every((passes) => passes(request, response))
    )
      return;
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    const known = clinicTokens.find((each) => each.token === token);
    if (known === undefined)
      return void response.writeHead(401, { "WWW-Authenticate": 'Bearer realm="clinic"' }).end();
    const read = await readBody(request);
    if (read === undefined) return;
    const body = parsed(read);
    if (body === undefined && request.method === "POST") {
      const error = { code: -32_700, message: "The body is no JSON." };
      response.writeHead(400, { "Content-Type": "application/json" });
      return void response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error }));
    }
    request.auth = { token, clientId: known.account ?? "main", scopes: known.scopes };
    await handle(request as Parameters<typeof handle>[0], response, body);
  }

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
