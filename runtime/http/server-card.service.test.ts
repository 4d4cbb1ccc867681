/** The server card and its catalog (SEP-2127): who may read them, what they say, and that clients need not read them twice. */
import { createMcpHandler, createMcpServer, type Service } from "@toolwright/runtime";
import { describe, expect, onTestFinished, test } from "vitest";
import { notes } from "../test/support/wire/notes.ts";
import { callerOf, NotesHandlers } from "../test/support/wire/notes-handlers.ts";

const token = { name: "Authorization", value: "Bearer {token}", isRequired: true, isSecret: true };
const described: Service = {
  ...notes,
  card: { name: "org.example/notes", title: "Notes", description: "Keeps notes.", headers: [token] },
};
const unnamed: Service = { ...notes, card: { description: "Keeps notes." } };

const options = {
  handlers: new NotesHandlers(),
  authenticate: ({ token }: { token: string }) => callerOf(token),
};

/** The address of a server without its path. */
async function serve(service = described, more: object = {}): Promise<string> {
  const server = createMcpServer({ service, ...options, ...more });
  const url = await server.listen(0);
  onTestFinished(() => server.close(0));
  return new URL(url).origin;
}

async function read(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const catalogPaths = ["/.well-known/ai-catalog.json", "/.well-known/ard.json"];

describe("the card", () => {
  test("names the server, and the deployment as its remote", async () => {
    const origin = await serve();
    const { status, headers, text } = await read(`${origin}/api/mcp/server-card`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/mcp-server-card+json");
    expect(JSON.parse(text)).toEqual({
      $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
      name: "org.example/notes",
      version: notes.server.version,
      title: "Notes",
      description: "Keeps notes.",
      remotes: [
        {
          type: "streamable-http",
          url: `${origin}/api/mcp`,
          headers: [token],
          supportedProtocolVersions: ["2025-11-25"],
        },
      ],
    });
  });

  test.each([
    ["https://mcp.notes.example.org", "org.example.notes.mcp/notes", "https://mcp.notes.example.org/api/mcp"],
    ["https://notes.example.org:8443/", "org.example.notes/notes", "https://notes.example.org:8443/api/mcp"],
    ["http://192.0.2.7", "192.0.2.7/notes", "http://192.0.2.7/api/mcp"],
    ["http://[2001:db8::7]", "2001-db8--7/notes", "http://[2001:db8::7]/api/mcp"],
  ])("of a spec without a name, at %s, is named by the host", async (publicUrl, name, url) => {
    const { fetch } = createMcpHandler(unnamed, { ...options, publicUrl });
    const answer = await fetch(new Request(`${url}/server-card`));
    expect(await answer.json()).toMatchObject({ name, remotes: [{ url }] });
  });

  test("asks for no token where clients can sign in", async () => {
    const issuer = {
      authorizationServers: ["https://login.example.org"],
      verify: async () => undefined,
    };
    const service: Service = { ...described, auth: { ...notes.auth, offers: ["oauth"] } };
    const { fetch } = createMcpHandler(service, { ...options, oauth: issuer as never });
    const answer = await fetch(new Request("http://localhost/api/mcp/server-card"));
    expect(await answer.json()).toMatchObject({ remotes: [{ headers: [{ ...token, isRequired: false }] }] });
  });
});

describe("reading", () => {
  test("does not depend on the caller: a token, or none, gives the same bytes", async () => {
    const origin = await serve({ ...described, auth: { ...notes.auth, visibility: "by-scope" } });
    const url = `${origin}/api/mcp/server-card`;
    const texts = await Promise.all(
      ["", "Bearer notes:read", "Bearer wrong"].map((authorization) =>
        read(url, authorization === "" ? {} : { headers: { authorization } }),
      ),
    );
    expect(new Set(texts.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    for (const { name } of notes.tools) expect(texts[0]?.text).not.toContain(`"${name}"`);
  });

  test("pages of every origin may read it, and ask before they revalidate", async () => {
    const origin = await serve();
    for (const path of ["/api/mcp/server-card", ...catalogPaths]) {
      const foreign = { origin: "https://client.example" };
      const { status, headers } = await read(origin + path, { headers: foreign });
      expect([status, headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
      const preflight = await read(origin + path, {
        method: "OPTIONS",
        headers: {
          ...foreign,
          "access-control-request-method": "GET",
          "access-control-request-headers": "if-none-match",
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-headers")).toContain("If-None-Match");
    }
    const other = await read(`${origin}/api/mcp`, {
      method: "POST",
      headers: { origin: "https://client.example" },
    });
    expect(other.status).toBe(403);
  });

  test("the same document is not sent twice", async () => {
    const origin = await serve();
    for (const path of ["/api/mcp/server-card", ...catalogPaths]) {
      const first = await read(origin + path);
      const etag = first.headers.get("etag")!;
      expect(first.headers.get("cache-control")).toBe("public, max-age=3600");
      for (const value of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = await read(origin + path, { headers: { "if-none-match": value } });
        expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
      }
      const changed = await read(origin + path, { headers: { "if-none-match": '"other"' } });
      expect(changed.text).toBe(first.text);
    }
  });

  test("HEAD has the headers of GET", async () => {
    const url = `${await serve()}/api/mcp/server-card`;
    const [get, head] = [await read(url), await read(url, { method: "HEAD" })];
    expect([head.status, head.text]).toEqual([200, ""]);
    for (const name of ["content-type", "content-length", "etag", "cache-control"])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  test.each(["POST", "PUT", "DELETE"])("%s is refused", async (method) => {
    const { status, headers } = await read(`${await serve()}/api/mcp/server-card`, { method });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("another host is refused", async () => {
    const { fetch } = createMcpHandler(described, { ...options, publicUrl: "https://notes.example.org" });
    expect((await fetch(new Request("https://evil.example/api/mcp/server-card"))).status).toBe(403);
  });
});

describe("the catalog", () => {
  test("lists the card at both addresses where clients look", async () => {
    const origin = await serve();
    for (const path of catalogPaths) {
      const { text } = await read(origin + path);
      expect(JSON.parse(text)).toEqual({
        specVersion: "1.0",
        entries: [
          {
            identifier: "urn:air:example.org:mcp:notes",
            displayName: "Notes",
            type: "application/mcp-server-card+json",
            url: `${origin}/api/mcp/server-card`,
          },
        ],
      });
    }
  });

  test("names an address as it is", async () => {
    const { text } = await read(`${await serve(unnamed)}/.well-known/ai-catalog.json`);
    expect(JSON.parse(text)).toMatchObject({ entries: [{ identifier: "urn:air:127.0.0.1:mcp:notes" }] });
  });

  test("is left to the server that a handler is mounted in", async () => {
    const mcp = createMcpHandler(described, options);
    for (const path of catalogPaths) {
      expect(mcp.handle(new Request(`http://localhost${path}`))).toBeUndefined();
      expect((await mcp.fetch(new Request(`http://localhost${path}`))).status).toBe(404);
    }
    const card = await mcp.handle(new Request("http://localhost/api/mcp/server-card"));
    expect(card?.status).toBe(200);
  });
});

test("a service without a card has no such paths", async () => {
  const origin = await serve(notes);
  for (const path of ["/api/mcp/server-card", ...catalogPaths]) {
    const { status, headers } = await read(origin + path);
    expect([status, headers.get("content-type")]).toEqual([404, "application/json"]);
  }
});

test("the addresses where clients look for an OAuth server stay refused", async () => {
  const origin = await serve();
  for (const path of ["/.well-known/oauth-protected-resource", "/api/mcp/.well-known/openid-configuration"])
    expect((await read(origin + path)).status).toBe(404);
});
