/** Access tokens of an authorization server that runs on loopback: which are accepted, and what a hostile one can do. */
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import {
  type Claims,
  type IntrospectionOptions,
  introspectionIssuer,
  jwtIssuer,
} from "@toolwright/runtime/oauth";
import { exportSPKI, generateKeyPair, SignJWT } from "jose";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { AuthorizationServer, sendJson } from "../test/support/oauth/authorization-server.ts";
import { IntrospectionQueue } from "./introspection-queue.ts";

const resource = "https://notes.example.org/mcp";
const now = Math.floor(Date.now() / 1000);

async function authorizationServer(path?: string): Promise<AuthorizationServer> {
  const server = await AuthorizationServer.start(path);
  onTestFinished(() => server.close());
  return server;
}

/** Moves the time of the process; timers run as usual. */
function fakeClock() {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  return { advance: (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000) };
}

describe("a signed token", () => {
  test("gives the caller: subject, client, scopes, end and claims", async () => {
    const server = await authorizationServer();
    const token = await server.token(resource, { scope: "notes:read  notes:write", team: "blue" });
    const caller = await jwtIssuer({ issuer: server.issuer }).authenticate(token, resource);
    expect(caller).toMatchObject({
      account: "ana",
      client: "agent",
      scopes: new Set(["notes:read", "notes:write"]),
      claims: { team: "blue" },
    });
    expect(caller!.expiresAt).toBeGreaterThan(Date.now());
    expect(caller!.token).not.toContain(token.slice(0, 20));
  });

  test.each<[string, Claims, readonly string[]]>([
    ["scp as an array", { scope: undefined, scp: ["a", "b"] }, ["a", "b"]],
    ["scp as a text", { scope: undefined, scp: "a b" }, ["a", "b"]],
    ["no scope at all", { scope: undefined }, []],
    ["a scope that is no text", { scope: { a: 1 } }, []],
  ])("%s is read", async (_, claims, scopes) => {
    const server = await authorizationServer();
    const caller = await jwtIssuer(server).authenticate(await server.token(resource, claims), resource);
    expect([...caller!.scopes]).toEqual(scopes);
  });

  test.each<[string, Claims, boolean]>([
    ["for another server", { aud: "https://other.example.org/mcp" }, false],
    ["for several servers", { aud: ["https://other.example.org/mcp", resource] }, true],
    ["for the origin alone", { aud: "https://notes.example.org" }, false],
    ["without audience", { aud: undefined }, false],
    ["of another issuer", { iss: "https://other.example.org" }, false],
    ["without issuer", { iss: undefined }, false],
    ["without subject", { sub: undefined }, false],
    ["without end", { exp: undefined }, false],
    ["that has expired", { exp: now - 40 }, false],
    ["that expired within the clock skew", { exp: now - 5 }, true],
    ["that is not valid yet", { nbf: now + 60 }, false],
    ["that is valid within the clock skew", { nbf: now + 5 }, true],
  ])("%s", async (_, claims, isAccepted) => {
    const server = await authorizationServer();
    const caller = await jwtIssuer(server).authenticate(await server.token(resource, claims), resource);
    expect(caller?.account).toBe(isAccepted ? "ana" : undefined);
  });

  test("is accepted for the audience that the issuer of this server configures", async () => {
    const server = await authorizationServer();
    const issuer = jwtIssuer({ issuer: server.issuer, audience: "api://notes" });
    expect(await issuer.authenticate(await server.token("api://notes"), resource)).toBeDefined();
    expect(await issuer.authenticate(await server.token(resource), resource)).toBeUndefined();
  });

  test("is refused if it was forged, with no request except for the keys", async () => {
    const server = await authorizationServer();
    const issuer = jwtIssuer(server);
    const valid = await server.token(resource);
    const [header, payload, signature] = valid.split(".") as [string, string, string];
    const claims = JSON.parse(atob(payload));
    const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
    const stranger = await generateKeyPair("ES256");
    const publicText = new TextEncoder().encode(await exportSPKI(server.publicKey));
    const forged = [
      [header, encode({ ...claims, scope: "admin" }), signature].join("."),
      [header, payload, ""].join("."),
      [encode({ alg: "none" }), payload, ""].join("."),
      [encode({ alg: "none", kid: server.keyId }), payload, signature].join("."),
      // The public key as the secret of a symmetric signature.
      await new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: server.keyId }).sign(publicText),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", kid: server.keyId })
        .sign(stranger.privateKey),
      await new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", kid: "unknown" })
        .sign(stranger.privateKey),
      "a.b.c",
      "twp_1234",
      "",
    ];
    expect(await issuer.authenticate(valid, resource)).toBeDefined();
    for (const token of forged) expect(await issuer.authenticate(token, resource), token).toBeUndefined();
    expect(new Set(server.requests)).toEqual(new Set(["/.well-known/oauth-authorization-server", "/jwks"]));
  });

  test("is accepted if a new key signed it; unknown keys load the key set at most twice a minute", async () => {
    const server = await authorizationServer();
    const clock = fakeClock();
    const issuer = jwtIssuer(server);
    const old = await server.token(resource);
    const loads = () => server.requests.filter((path) => path === "/jwks").length;
    await Promise.all([1, 2, 3].map(() => issuer.authenticate(old, resource)));
    await server.rotate();
    const fresh = await server.token(resource);
    expect([await issuer.authenticate(fresh, resource), loads()]).toEqual([undefined, 1]);
    clock.advance(31);
    expect([(await issuer.authenticate(fresh, resource))?.account, loads()]).toEqual(["ana", 2]);
    expect([await issuer.authenticate(old, resource), loads()]).toEqual([undefined, 2]);
  });
});

describe("an issuer with a path", () => {
  test.each([
    "/.well-known/oauth-authorization-server/realms/one",
    "/.well-known/openid-configuration/realms/one",
    "/realms/one/.well-known/openid-configuration",
  ])("is found at %s", async (place) => {
    const server = await authorizationServer("/realms/one");
    server.answers.set("/.well-known/oauth-authorization-server/realms/one", notFound);
    server.answers.set(place, (_, response) => sendJson(response, server.metadata()));
    expect(await jwtIssuer(server).authenticate(await server.token(resource), resource)).toBeDefined();
  });

  test.each([
    "http://auth.example.org",
    "https://u:p@auth.example.org",
    "https://auth.example.org/?a=1",
    "auth",
  ])("%s is not accepted as an issuer", (issuer) => {
    expect(() => jwtIssuer({ issuer })).toThrow("is not an issuer");
  });
});

describe("a hostile authorization server makes the service unavailable, and nothing else", () => {
  const metadata = "/.well-known/oauth-authorization-server";
  const faults: [string, string, (server: AuthorizationServer, response: ServerResponse) => void][] = [
    [
      "metadata of another issuer",
      metadata,
      (_, response) => sendJson(response, { issuer: "https://evil.example" }),
    ],
    [
      "keys from an address that is not https",
      metadata,
      (server, response) => sendJson(response, { ...server.metadata(), jwks_uri: "http://10.0.0.1/jwks" }),
    ],
    [
      "a redirect of its keys",
      "/jwks",
      (_, response) => void response.writeHead(302, { Location: "/other" }).end(),
    ],
    ["endless keys", "/jwks", (_, response) => endless(response)],
    ["keys that are no JSON", "/jwks", (_, response) => void response.end("<html>")],
    ["keys that are none", "/jwks", (_, response) => sendJson(response, { keys: "none" })],
    ["a cut connection", "/jwks", (_, response) => void response.destroy()],
  ];

  test.each(faults)("%s", async (_, path, answer) => {
    const server = await authorizationServer();
    server.answers.set(path, (_request, response) => answer(server, response));
    server.answers.set("/other", (_request, response) => sendJson(response, { keys: [] }));
    await expect(
      jwtIssuer(server).authenticate(await server.token(resource), resource),
    ).rejects.toMatchObject({
      name: "Unavailable",
    });
    expect(server.requests).not.toContain("/other");
  });

  test("metadata stay in use while it does not answer", async () => {
    const server = await authorizationServer();
    const clock = fakeClock();
    const issuer = jwtIssuer(server);
    const token = await server.token(resource, { exp: now + 3 * 60 * 60 });
    await issuer.authenticate(token, resource);
    for (const path of [metadata, "/.well-known/openid-configuration"])
      server.answers.set(path, (_, response) => void response.destroy());
    clock.advance(2 * 60 * 60);
    expect(await issuer.authenticate(token, resource)).toBeDefined();
  });
});

describe("introspection", () => {
  const active = { active: true, sub: "ana", aud: resource, scope: "notes:read", client_id: "agent" };

  async function introspecting(answer: object, options: Partial<IntrospectionOptions> = {}) {
    const server = await authorizationServer();
    server.introspected.set("opaque", answer);
    const issuer = introspectionIssuer({
      issuer: server.issuer,
      clientId: "notes server",
      clientSecret: "a:b/ü",
      ...options,
    });
    return { server, issuer };
  }

  test("sends the credentials of this server, and returns the caller", async () => {
    const { server, issuer } = await introspecting({ ...active, exp: now + 60 });
    const caller = await issuer.authenticate("opaque", resource);
    expect(caller).toMatchObject({ account: "ana", client: "agent", scopes: new Set(["notes:read"]) });
    expect(server.introspections).toEqual([
      {
        token: "opaque",
        token_type_hint: "access_token",
        authorization: `Basic ${btoa("notes+server:a%3Ab%2F%C3%BC")}`,
      },
    ]);
  });

  test.each<[string, object, boolean]>([
    ["active without an end", active, true],
    ["not active", { ...active, active: false }, false],
    ["active as a text", { ...active, active: "true" }, false],
    ["of this issuer", { ...active, iss: undefined }, true],
    ["of another issuer", { ...active, iss: "https://other.example.org" }, false],
    ["for several servers", { ...active, aud: ["x", resource] }, true],
    ["for another server", { ...active, aud: "x" }, false],
    ["for nobody", { ...active, aud: undefined }, false],
    ["expired", { ...active, exp: now - 40 }, false],
    ["with an end that is no number", { ...active, exp: "tomorrow" }, false],
    ["not valid yet", { ...active, nbf: now + 60 }, false],
    ["without subject", { ...active, sub: undefined }, false],
  ])("%s", async (_, answer, isAccepted) => {
    const { issuer } = await introspecting(answer);
    expect((await issuer.authenticate("opaque", resource))?.account).toBe(isAccepted ? "ana" : undefined);
  });

  test("is cached for a short time, at most for the life of the token, and separately for each server", async () => {
    const clock = fakeClock();
    const { server, issuer } = await introspecting({ ...active, exp: now + 3600 }, { cacheSeconds: 7200 });
    await Promise.all([1, 2, 3].map(() => issuer.authenticate("opaque", resource)));
    clock.advance(3000);
    await issuer.authenticate("opaque", resource);
    expect(server.introspections).toHaveLength(1);
    expect(await issuer.authenticate("opaque", "https://other.example.org")).toBeUndefined();
    expect(server.introspections).toHaveLength(2);
    clock.advance(1000);
    expect(await issuer.authenticate("opaque", resource)).toBeUndefined();
  });

  test("a revoked token is refused once the answer is old", async () => {
    const clock = fakeClock();
    const { server, issuer } = await introspecting(active, { cacheSeconds: 5 });
    expect(await issuer.authenticate("opaque", resource)).toBeDefined();
    server.introspected.clear();
    clock.advance(4);
    expect(await issuer.authenticate("opaque", resource)).toBeDefined();
    clock.advance(2);
    expect(await issuer.authenticate("opaque", resource)).toBeUndefined();
  });

  test.each([
    ["one address", () => "203.0.113.1"],
    ["addresses of their own", (at: number) => `203.0.113.${at}`],
  ])("valid callers get in while 200 strangers send random tokens from %s", async (_, addressOf) => {
    const queue = new IntrospectionQueue();
    const running = { now: 0, most: 0 };
    const ask = async (network: string, answer: string) =>
      queue.run(network, async () => {
        running.now++;
        running.most = Math.max(running.most, running.now);
        await setImmediate();
        running.now--;
        return answer;
      });
    const flood = Array.from({ length: 200 }, (_each, at) => ask(addressOf(at), "none"));
    const own = await Promise.all(Array.from({ length: 60 }, () => ask("198.51.100.1", "ana")));
    expect(own).toEqual(Array(60).fill("ana"));
    expect(await Promise.all(flood)).toEqual(Array(200).fill("none"));
    // 16 places are for addresses that sent a valid token before.
    expect(running.most).toBe(48);
  });

  test("addresses that sent a valid token before do not wait for strangers", async () => {
    const queue = new IntrospectionQueue();
    const release = Promise.withResolvers<string>();
    queue.prove("198.51.100.1");
    const flood = Array.from({ length: 300 }, (_, at) => queue.run(`203.0.113.${at}`, () => release.promise));
    expect(await queue.run("198.51.100.1", async () => "right")).toBe("right");
    release.resolve("done");
    await Promise.all(flood);
  });

  test("the address of the client decides whose request waits", async () => {
    const { server, issuer } = await introspecting(active);
    server.introspected.set("another", active);
    await issuer.authenticate("opaque", resource, "198.51.100.1");
    const release = Promise.withResolvers<void>();
    server.answers.set("/introspect", async (request, response) => {
      const isOwn = (await text(request)).includes("token=another");
      if (!isOwn) await release.promise;
      sendJson(response, isOwn ? active : { active: false });
    });
    const flood = Array.from({ length: 60 }, (_, at) =>
      issuer.authenticate(`junk-${at}`, resource, "203.0.113.1"),
    );
    const settled = Promise.allSettled(flood);
    expect(await issuer.authenticate("another", resource, "198.51.100.1")).toBeDefined();
    release.resolve();
    await settled;
  });

  test("a flood is refused beyond what may wait, by network and in all, and others are not", async () => {
    const queue = new IntrospectionQueue();
    const release = Promise.withResolvers<string>();
    const ask = (network: string, answer: Promise<string> = release.promise) =>
      queue.run(network, () => answer).catch((error: Error) => error.name);
    const own = Array.from({ length: 600 }, () => ask("203.0.113.1"));
    const many = Array.from({ length: 4_000 }, (_, at) => ask(`network ${at}`));
    queue.prove("198.51.100.1");
    expect(await ask("198.51.100.1", Promise.resolve("right"))).toBe("right");
    release.resolve("done");
    const refusedOf = async (asked: readonly Promise<string>[]) =>
      (await Promise.all(asked)).filter((outcome) => outcome === "Unavailable").length;
    expect(await refusedOf(own)).toBe(600 - 512);
    // 48 of the first network do not wait.
    expect(await refusedOf(many)).toBe(4_000 - (3_072 - (512 - 48)));
  });

  test("an invalid token is introspected once for a short time", async () => {
    const clock = fakeClock();
    const { server, issuer } = await introspecting(active);
    for (let time = 0; time < 3; time++)
      expect(await issuer.authenticate("junk", resource, "203.0.113.1")).toBeUndefined();
    expect(server.introspections).toHaveLength(1);
    server.introspected.set("junk", active);
    clock.advance(6);
    expect(await issuer.authenticate("junk", resource, "203.0.113.1")).toBeDefined();
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["refuses this client", (response) => void response.writeHead(401).end()],
    ["redirects", (response) => void response.writeHead(307, { Location: "/introspect" }).end()],
    ["sends a list", (response) => sendJson(response, [])],
    ["sends no end", endless],
  ])("makes the service unavailable if the authorization server %s", async (_, answer) => {
    const { server, issuer } = await introspecting(active);
    server.answers.set("/introspect", (_request, response) => answer(response));
    await expect(issuer.authenticate("opaque", resource)).rejects.toMatchObject({ name: "Unavailable" });
  });
});

function notFound(_: unknown, response: ServerResponse): void {
  response.writeHead(404).end();
}

/** Sends until the client leaves. */
function endless(response: ServerResponse): void {
  const send = () => {
    while (!response.destroyed && response.write("x".repeat(64 * 1024)));
  };
  response.on("drain", send);
  send();
}
