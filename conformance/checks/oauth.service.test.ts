/** Each check of OAuth detects a fault, and has no finding for a healthy server. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type ProtectedNotes, serveProtectedNotes } from "../test/support/oauth/protected-notes.ts";
import { type Fault, type ProxiedRequest, proxy, type Reply } from "../test/support/proxy.ts";
import { idsOf, testServer } from "../test/support/test-server.ts";
import { checks } from "./index.ts";

let notes: ProtectedNotes;
beforeAll(async () => {
  notes = await serveProtectedNotes({ scheme: "bearer", offers: ["oauth"] });
});
afterAll(() => notes.close());

async function run(fault: Fault, selected: string, { target = notes.target, cases = notes.cases } = {}) {
  const server = await proxy(notes.url, behindItsOwnAddress(fault));
  try {
    return await testServer(server.url, {
      cases,
      target,
      selection: { cases: [selected] },
      maxRequests: 100,
    });
  } finally {
    await server.close();
  }
}

/** A server names the address at which clients reach it; here that is the proxy's. */
function behindItsOwnAddress(fault: Fault): Fault {
  return (request, forward) =>
    fault(request, async (changes) => {
      const { body, headers, ...reply } = await forward(changes);
      const named = (text: string) => text.replaceAll(new URL(notes.url).host, request.headers.host ?? "");
      const challenge = headers["www-authenticate"];
      return {
        ...reply,
        body: named(body),
        headers: challenge ? { ...headers, "www-authenticate": named(challenge) } : headers,
      };
    });
}

const healthy: Fault = (_, forward) => forward();

const refusesInToolResults: Fault = async (_, forward) => {
  const reply = await forward();
  return reply.status === 403 ? { ...reply, status: 200 } : reply;
};

/** The claims of the token that a request has; undefined for other tokens and for forged headers. */
function sentToken({ headers }: ProxiedRequest) {
  const [header = "", payload = ""] = (headers.authorization ?? "").replace(/^Bearer /, "").split(".");
  try {
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    return { header: read(header), claims: read(payload) };
  } catch {
    return undefined;
  }
}

type Sent = NonNullable<ReturnType<typeof sentToken>>;

/** Takes tokens of a kind for valid ones. */
function accepts(isOne: (sent: Sent) => boolean): Fault {
  return (request, forward) => {
    const sent = sentToken(request);
    const headers = { ...request.headers, authorization: `Bearer ${notes.token}` };
    return sent && isOne(sent) ? forward({ headers }) : forward();
  };
}

function changesMetadata(change: (metadata: Record<string, unknown>) => object, path?: RegExp): Fault {
  return async (request, forward) => {
    const reply = await forward();
    const isAsked = (path ?? /^\/\.well-known\/oauth-protected-resource/).test(request.path);
    return isAsked ? { ...reply, body: JSON.stringify(change(JSON.parse(reply.body))) } : reply;
  };
}

function changesChallenge(change: (challenge: string) => string, status = 401): Fault {
  return async (_, forward) => {
    const reply = await forward();
    const challenge = reply.headers["www-authenticate"] ?? "";
    if (reply.status !== status) return reply;
    return { ...reply, headers: { ...reply.headers, "www-authenticate": change(challenge) } };
  };
}

const absentAt =
  (path: RegExp): Fault =>
  (request, forward): Promise<Reply> | Reply =>
    path.test(request.path) ? { status: 404, headers: {}, body: "{}" } : forward();

const now = () => Date.now() / 1000;

const faults: readonly (readonly [check: string, does: string, fault: Fault])[] = [
  ["metadata-at-its-path", "has no metadata at its path", absentAt(/protected-resource\/./)],
  ["metadata-at-the-root", "has no metadata at the root", absentAt(/protected-resource$/)],
  [
    "names-itself",
    "names another server",
    changesMetadata((all) => ({ ...all, resource: "https://other.example" })),
  ],
  [
    "names-its-authorization-servers",
    "names an authorization server without https",
    changesMetadata((all) => ({ ...all, authorization_servers: ["http://auth.example.org"] })),
  ],
  [
    "lists-its-scopes",
    "lists offline_access",
    changesMetadata((all) => ({ ...all, scopes_supported: ["notes:read", "offline_access"] })),
  ],
  [
    "challenge-leads-to-metadata",
    "names metadata that are not there",
    changesChallenge((challenge) => challenge.replace("/.well-known/oauth-protected-resource", "/nowhere")),
  ],
  [
    "challenge-names-scopes",
    "names no scopes",
    changesChallenge((challenge) => challenge.replace(/, scope="[^"]*"/, "")),
  ],
  [
    "challenge-tells-why",
    "says nothing of an invalid token",
    changesChallenge((challenge) => challenge.replace(' error="invalid_token",', "")),
  ],
  [
    "asks-for-more-scopes",
    "does not say which scopes are missing",
    changesChallenge((challenge) => challenge.replace(/, scope="[^"]*"/, ""), 403),
  ],
  ["asks-for-more-scopes", "refuses in a tool result", refusesInToolResults],
  [
    "accepts-its-tokens",
    "accepts no access token",
    (request, forward) =>
      sentToken(request)
        ? forward({ headers: { ...request.headers, authorization: "Bearer x" } })
        : forward(),
  ],
  ["refuses-other-audience", "ignores the audience", accepts(({ claims }) => claims.aud !== notes.url)],
  ["refuses-other-issuer", "ignores the issuer", accepts(({ claims }) => claims.iss !== notes.issuer.issuer)],
  ["refuses-expired", "ignores the end", accepts(({ claims }) => claims.exp < now())],
  ["refuses-not-yet-valid", "ignores the beginning", accepts(({ claims }) => claims.nbf > now())],
  ["refuses-tampered", "ignores the signature", accepts(({ claims }) => claims.scope === "admin")],
  ["refuses-tampered", "takes the key out of the token", accepts(({ header }) => header.jwk !== undefined)],
  [
    "refuses-other-algorithm",
    "takes tokens without signature",
    accepts(({ header }) => header.alg === "none"),
  ],
  ["refuses-other-algorithm", "takes any spelling of none", accepts(({ header }) => header.alg === "None")],
  ["refuses-other-algorithm", "takes a shared secret", accepts(({ header }) => header.alg === "HS256")],
  [
    "refuses-tokens-in-the-query",
    "reads the token from the query",
    (request, forward) => {
      const token = new URL(request.path, "http://x").searchParams.get("access_token");
      return token
        ? forward({ headers: { ...request.headers, authorization: `Bearer ${token}` } })
        : forward();
    },
  ],
];

test.each(faults)("oauth/%s fails for a server that %s", async (check, _, fault) => {
  const id = `oauth/${check}`;
  expect(idsOf(await run(fault, id), "failed")).toEqual([id]);
});

const namesNoMetadata = changesChallenge((challenge) => challenge.replace(/, resource_metadata="[^"]*"/, ""));

test.each<[versions: string[], counted: object]>([
  [["2025-11-25", "2026-07-28"], { status: "held" }],
  [["2025-06-18", "2025-11-25"], { status: "failed", advice: true }],
])(
  "a challenge may name no metadata where they are at a well-known address: MCP %j",
  async (versions, counted) => {
    const server = { ...notes.cases.server, protocolVersions: versions };
    const report = await run(namesNoMetadata, "oauth/challenge-leads-to-metadata", {
      cases: { ...notes.cases, server },
    });
    expect(report.results).toMatchObject([{ verdict: counted }]);
  },
);

test("metadata without the path of the endpoint, for the whole host, are found", async () => {
  const ofHost = changesMetadata((all) => ({ ...all, resource: new URL("/", String(all.resource)).href }));
  const fault: Fault = (request, forward) =>
    absentAt(/protected-resource\/./)(request, () => {
      const named = (changes?: Parameters<typeof forward>[0]) =>
        namesNoMetadata(request, () => forward(changes)) as Promise<Reply>;
      return ofHost(request, named) as Promise<Reply>;
    });
  const report = await run(fault, "oauth/n*");
  expect(idsOf(report, "held")).toEqual(["oauth/names-itself", "oauth/names-its-authorization-servers"]);
  expect(idsOf(await run(fault, "oauth/metadata-*"), "failed")).toEqual([]);
});

test("every check has a fault that it detects", () => {
  const names = checks.filter(({ kind }) => kind === "oauth").map(({ name }) => name);
  expect([...new Set(faults.map(([check]) => `oauth/${check}`))].sort()).toEqual(names.sort());
});

test("every check holds for a healthy server, and no report shows a token", async () => {
  const report = await run(healthy, "oauth/**");
  expect(report.results.map(({ verdict }) => verdict.status)).toEqual(
    checks.filter(({ kind }) => kind === "oauth").map(() => "held"),
  );
  expect(JSON.stringify(report)).not.toContain(notes.token.slice(0, 40));
});

test("a deployment that does not offer OAuth is tested for it only if it must offer it", async () => {
  const gone: Fault = async (request, forward) =>
    absentAt(/^\/\.well-known/)(request, () => namesNoMetadata(request, forward) as Promise<Reply>);
  const offered = await run(gone, "oauth/**");
  expect(new Set(offered.results.map(({ verdict }) => verdict.status))).toEqual(new Set(["inapplicable"]));
  const { offers: _, ...auth } = notes.cases.auth;
  const cases = { ...notes.cases, auth: { ...auth, scheme: ["bearer", "oauth"] as const } };
  const promised = await run(gone, "oauth/metadata-at-its-path", { cases });
  expect(idsOf(promised, "failed")).toEqual(["oauth/metadata-at-its-path"]);
});

test("without the hook, forged tokens are tried, and other claims are not verified", async () => {
  const { hooks: _, ...target } = notes.target;
  const report = await run(healthy, "oauth/**", { target });
  expect(idsOf(report, "failed")).toEqual([]);
  expect(idsOf(report, "unverified")).toEqual([
    "oauth/asks-for-more-scopes",
    "oauth/refuses-other-audience",
    "oauth/refuses-other-issuer",
    "oauth/refuses-expired",
    "oauth/refuses-not-yet-valid",
  ]);
});

const denied = "authorization/notes_create/without-notes:write";

test.each<[token: string, oauth: boolean | undefined, server: Fault, failed: readonly string[]]>([
  ["of an authorization server", true, healthy, []],
  ["of an authorization server, refused in a tool result", true, refusesInToolResults, [denied]],
  ["of the server itself, refused by HTTP 403", false, healthy, [denied]],
  ["of the server itself", false, refusesInToolResults, []],
  ["of unknown origin", undefined, healthy, []],
  ["of unknown origin, refused in a tool result", undefined, refusesInToolResults, []],
])("where both schemes are declared, a denial fits a token %s", async (_, oauth, server, failed) => {
  const scopes = notes.cases.scopes.filter((scope) => scope !== "notes:write");
  const token = await notes.issuer.token(notes.url, { scope: scopes.join(" ") });
  const minted = { token, scopes, ...(oauth !== undefined && { oauth }) };
  const hooks = createServer((_, response) => void response.end(JSON.stringify({ tokens: [minted] })));
  await new Promise<void>((resolve) => hooks.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void hooks.close());
  const mint = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}`;
  const auth = { ...notes.cases.auth, scheme: ["bearer", "oauth"] as const };
  const report = await run(server, denied, {
    cases: { ...notes.cases, auth },
    target: { ...notes.target, hooks: { mint } },
  });
  expect(report.results.map(({ subject }) => subject.id)).toEqual([denied]);
  expect(idsOf(report, "failed")).toEqual(failed);
  expect(idsOf(report, "unverified")).toEqual([]);
});
