/**
 * A shelf of books on `@modelcontextprotocol/sdk` 1.x: sessions, answers as event streams, a list of only the tools that
 * the token may call, HTTP 403 for the others. The argument names a fault. Prints its address.
 */
import { randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { z } from "zod";

const tokens: Readonly<Record<string, readonly string[]>> = {
  "shelf-k3Vq8ZrT1xWm5LbY": ["books:read", "books:write"],
  "shelf-p9Hd2CsN7uJf4GaE": ["books:read"],
  "shelf-w6Bt0RyK8eQi3MxU": ["books:write"],
  "shelf-z1Lo5FvS9cPg7DnA": [],
};

const scopeOf: Readonly<Record<string, string>> = { add_book: "books:write", get_book: "books:read" };

interface Book {
  readonly id: string;
  readonly title: string;
  readonly pages: number;
}

const [broken] = process.argv.slice(2);
const books = new Map<string, Book>();
const sessions = new Map<string, StreamableHTTPServerTransport>();

const server = http.createServer(async (request, response) => {
  const reject = (status: number, headers = {}) => void response.writeHead(status, headers).end();
  const { authorization = "", origin = "", "mcp-session-id": session } = request.headers;
  const scopes = tokens[authorization.replace("Bearer ", "")];
  if (scopes === undefined) return reject(401, { "WWW-Authenticate": 'Bearer realm="shelf"' });
  if (/^https?:\/\/(?!127\.0\.0\.1|localhost)/.test(origin)) return reject(403);
  const body = parsed(await text(request));
  const scope = body?.method === "tools/call" ? scopeOf[body.params?.name ?? ""] : undefined;
  const isAllowed = scope === "books:write" && broken === "lets-everybody-write";
  if (scope !== undefined && !isAllowed && !scopes.includes(scope)) return reject(403);
  const transport = sessions.get(String(session));
  if (transport === undefined && session !== undefined) return reject(404);
  await (transport ?? (await openSession(scopes))).handleRequest(request, response, body);
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
});

async function openSession(scopes: readonly string[]): Promise<StreamableHTTPServerTransport> {
  const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
    onsessionclosed: (id) => void sessions.delete(id),
  });
  await serverFor(scopes).connect(transport as Transport);
  return transport;
}

function serverFor(scopes: readonly string[]): McpServer {
  const mcp = new McpServer({ name: "shelf", version: "1.0.0" });
  const book = { id: z.string(), title: z.string(), pages: z.number().int().min(1) };
  if (scopes.includes("books:write") || broken === "lets-everybody-write") {
    const inputSchema = {
      title: z
        .string()
        .min(1)
        .max(broken === "takes-long-titles" ? 4_000 : 80),
      pages: z.number().int().min(1).max(5_000),
      language: z.enum(["en", "de"]).optional(),
    };
    mcp.registerTool(
      "add_book",
      { description: "Puts a book on the shelf.", inputSchema, outputSchema: book },
      (input) => {
        const added = { id: `book-${books.size}`, title: input.title, pages: input.pages };
        books.set(added.id, added);
        return answer(broken === "loses-pages" ? { ...added, pages: 0 } : added);
      },
    );
  }
  if (scopes.includes("books:read")) {
    const description = broken === "old-description" ? "Takes a book." : "Finds a book.";
    mcp.registerTool(
      "get_book",
      {
        description,
        inputSchema: { id: z.string().max(40) },
        outputSchema: book,
        annotations: { readOnlyHint: true },
      },
      ({ id }) => {
        const match = books.get(id) ?? (broken === "knows-all" ? { id: "book-0" } : undefined);
        return match
          ? answer(match)
          : { isError: true, content: [{ type: "text", text: `There is no book ${id}.` }] };
      },
    );
  }
  return mcp;
}

function answer(structuredContent: object) {
  return {
    content: [{ type: "text" as const, text: JSON.stringify(structuredContent) }],
    structuredContent: { ...structuredContent },
  };
}

function parsed(body: string): { method?: string; params?: { name?: string } } | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
