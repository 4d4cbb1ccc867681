/** Every carrier of the endpoint gives the same answers as our own server, which the other tests of this folder test. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler, createMcpServer, type McpHandler } from "@toolwright/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { carriedOptions, carriedPath } from "../test/support/wire/carried-options.ts";
import {
  answerTo,
  carriedBehaviours,
  carriedRequests,
  type Send,
} from "../test/support/wire/carrier-behaviours.ts";
import { modernNotes } from "../test/support/wire/modern-notes.ts";
import { ModernNotesHandlers } from "../test/support/wire/notes-handlers.ts";

interface Carrier {
  readonly send: Send;
  close(): unknown;
}

const handler = () => createMcpHandler(modernNotes, carriedOptions(new ModernNotesHandlers()));

async function overNode(make: (mcp: McpHandler) => RequestListener): Promise<Carrier> {
  const server = createServer(make(handler()));
  return { send: sendTo(await listening(server)), close: () => server.close() };
}

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function sendTo(origin: string): Send {
  return (request, path = carriedPath) => fetch(origin + path, request);
}

/** Parses the body of a request like a body parser of a framework. */
async function parse(request: IncomingMessage & { body?: unknown }): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  request.body = text === "" ? undefined : JSON.parse(text);
}

const carriers: Readonly<Record<string, () => Promise<Carrier>>> = {
  "node:http": () => overNode((mcp) => (request, response) => mcp.node(request, response)),
  "node:http behind a parser of bodies": () =>
    overNode((mcp) => (request, response) => {
      void parse(request).then(() => mcp.node(request, response));
    }),
  async fetch() {
    const mcp = handler();
    const send: Send = (request, path = carriedPath) =>
      mcp.fetch(new Request(`http://localhost:3000${path}`, request));
    return { send, close: () => undefined };
  },
  // The server that Hono runs on in Node. Its requests only look like a `Request`.
  "fetch of @hono/node-server": () =>
    overNode((mcp) => getRequestListener((request) => mcp.fetch(request), { overrideGlobalObjects: false })),
};

/** A parser of bodies answers these itself, or not at all. */
const leftToParsers = ["a body that is not UTF-8", "a body that does not come to its end is refused (408)"];

let own: Carrier;

beforeAll(async () => {
  const server = createMcpServer(handler());
  const { origin } = new URL(await server.listen(0));
  own = { send: sendTo(origin), close: () => server.close(0) };
});

afterAll(() => own.close());

describe.each(Object.entries(carriers))("over %s", (name, start) => {
  let carrier: Carrier;

  beforeAll(async () => {
    carrier = await start();
  });

  afterAll(() => carrier.close());

  const reaches = (what: string) => !(name.includes("parser") && leftToParsers.includes(what));

  test.for(Object.entries(carriedRequests).filter(([what]) => reaches(what)))(
    "%s",
    async ([_, [request, path]]) => {
      const [expected, got] = await Promise.all([
        answerTo(own.send(request, path)),
        answerTo(carrier.send(request, path)),
      ]);
      expect(got).toEqual(expected);
    },
  );

  test.for(Object.entries(carriedBehaviours).filter(([what]) => reaches(what)))("%s", ([_, behaves]) =>
    behaves(carrier.send),
  );
});
