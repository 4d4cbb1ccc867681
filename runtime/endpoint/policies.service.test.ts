/** The options of `auth` in a spec: no authentication, the form of a denial, the visibility of tools. */
import type { McpServerOptions, Service } from "@toolwright/runtime";
import { describe, expect, onTestFinished, test } from "vitest";
import { notes } from "../test/support/wire/notes.ts";
import { callTool, rpc } from "../test/support/wire/rpc.ts";
import { serve } from "../test/support/wire/serving.ts";

async function serveWith(auth: Partial<Service["auth"]>, options: Partial<McpServerOptions> = {}) {
  const service: Service = { ...notes, auth: { ...notes.auth, ...auth } };
  const { server, url, calls } = await serve({ service, ...options });
  onTestFinished(() => server.close());
  return { url, calls };
}

test("denial http-403 denies with a challenge that names the scopes, and the same result as body", async () => {
  const { url } = await serveWith({ denial: "http-403" });
  const params = { name: "notes_edit", arguments: {} };
  const { status, headers, message } = await rpc(url, "tools/call", params, "none");
  expect([status, headers.get("www-authenticate")]).toEqual([
    403,
    'Bearer realm="notes", error="insufficient_scope", scope="notes:read notes:write"',
  ]);
  expect(message.result._meta["dev.toolwright/failure"].code).toBe("insufficient_scope");
});

test("a realm with quotes and umlauts makes a valid header", async () => {
  const { url } = await serveWith({ realm: 'the "Büro"\r\nX: y' });
  const { status, headers } = await rpc(url, "ping", undefined, "revoked");
  expect([status, headers.get("www-authenticate")]).toEqual([
    401,
    'Bearer realm="the \\"B?ro\\"??X: y", error="invalid_token"',
  ]);
});

describe("visibility by-scope", () => {
  test.each([
    ["none", ["notes_ping", "notes_picture", "notes_wait"]],
    ["notes:read", ["notes_ping", "notes_get", "notes_picture", "notes_wait"]],
    ["notes:read+notes:write", ["notes_ping", "notes_get", "notes_edit", "notes_picture", "notes_wait"]],
  ])("lists for %s the tools that it may call", async (token, names) => {
    const { url } = await serveWith({ visibility: "by-scope" });
    const { message } = await rpc(url, "tools/list", undefined, token);
    expect(message.result.tools.map(({ name }: { name: string }) => name)).toEqual(names);
  });
});

describe("scheme none", () => {
  const open = { scheme: "none" } as const;

  test("serves everybody with every scope, and ignores tokens", async () => {
    const { url, calls } = await serveWith(open, { authenticate: () => undefined });
    const { structuredContent } = await callTool(url, "notes_get", { id: "ana" }, "revoked");
    expect(structuredContent.author.email).toBe("ana@example.org");
    expect(calls).toMatchObject([{ account: "anonymous", token: "127.0.0.1" }]);
  });

  test("counts the rate of an address", async () => {
    const { url } = await serveWith(open);
    for (let sent = 0; sent < 5; sent++) await rpc(url, "ping");
    const { status, headers } = await rpc(url, "ping");
    expect([status, headers.get("ratelimit-policy")]).toEqual([429, '"address";q=5;w=60']);
  });

  describe("behind proxies", () => {
    const proxies = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"];
    test.each<[string, string | undefined, readonly string[], string]>([
      ["a trusted one", "203.0.113.7", proxies, "203.0.113.7"],
      ["a chain of them", "203.0.113.7, 10.1.2.3, fd00::1", proxies, "203.0.113.7"],
      ["one that forwards an invented address", "198.51.100.1, 203.0.113.7", proxies, "203.0.113.7"],
      ["one that adds ports", "203.0.113.7:5123", proxies, "203.0.113.7"],
      ["one that adds ports to IPv6", "[2001:db8:1:2:3::4]:5123", proxies, "2001:db8:1:2::/64"],
      ["one that writes zeros out", "2001:0DB8:1:0:3:4:5:6", proxies, "2001:db8:1:0::/64"],
      ["one that leaves zeros out", "2001:db8:1::6", proxies, "2001:db8:1:0::/64"],
      ["one that leaves a single zero out", "2001::1:3:4:5:6:7", proxies, "2001:0:1:3::/64"],
      ["one that ends in IPv4", "2001:db8::1:2:3:192.0.2.1", proxies, "2001:db8:0:1::/64"],
      ["one that adds the zone", "fe80::1%eth0", proxies, "fe80:0:0:0::/64"],
      ["one that maps IPv4", "::ffff:203.0.113.7", proxies, "203.0.113.7"],
      ["one that does not know the address", "unknown", proxies, "127.0.0.1"],
      ["one that does not know the proxy before it", "203.0.113.7, unknown, 10.0.0.1", proxies, "10.0.0.1"],
      ["one that sends no header", undefined, proxies, "127.0.0.1"],
      ["trusted addresses only", "10.0.0.1", proxies, "10.0.0.1"],
      ["one of strangers", "203.0.113.7", ["10.0.0.0/8"], "127.0.0.1"],
      ["none that is trusted", "203.0.113.7", [], "127.0.0.1"],
    ])("the address of the client is found behind %s", async (_, forwarded, trustedProxies, token) => {
      const { url, calls } = await serveWith(open, { trustedProxies });
      const body = JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "notes_ping" },
      });
      const headers = {
        "Content-Type": "application/json",
        ...(forwarded && { "X-Forwarded-For": forwarded }),
      };
      await fetch(url, { method: "POST", headers, body });
      expect(calls).toMatchObject([{ token }]);
    });

    test.each(["proxy.example", "10.0.0.0/33", "10.0.0.0/", "fd00::/129", ""])(
      "%j is none",
      async (proxy) => {
        await expect(serveWith(open, { trustedProxies: [proxy] })).rejects.toThrow(
          "is not an address or network",
        );
      },
    );
  });

  test("has no OAuth to deny: the routes may answer", async () => {
    const { url } = await serveWith(open, {
      routes(_, response) {
        response.end("a page");
        return true;
      },
    });
    const answer = await fetch(new URL("/.well-known/oauth-protected-resource", url));
    expect(answer.status).toBe(200);
  });
});
