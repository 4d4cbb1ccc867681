/** Holds each criterion of server cards against cards that keep and break it. */
import { describe, expect, test } from "vitest";
import type { CardAnswer } from "../running-server/server-card.ts";
import { checkDirectories } from "./directories.ts";
import { serverCardSchemaUri } from "./server-card-schema.ts";

const endpoint = new URL("https://notes.example.org/mcp");
const good = {
  $schema: serverCardSchemaUri,
  name: "org.example.notes/notes",
  title: "Notes",
  description: "Keeps notes.",
  version: "1.0.0",
  remotes: [{ type: "streamable-http", url: endpoint.href, supportedProtocolVersions: ["2025-11-25"] }],
  icons: [{ src: "https://notes.example.org/icon.png", mimeType: "image/png", sizes: ["48x48"] }],
};
const answer: CardAnswer = {
  contentType: "application/mcp-server-card+json; charset=utf-8",
  allowedOrigin: "*",
  cacheControl: "public, max-age=3600",
  etag: '"1"',
  revalidated: 304,
  isListed: true,
};

function listBroken(document: unknown, served: Partial<CardAnswer> = {}, at = `${endpoint}/server-card`) {
  const card = { at, document, answer: { ...answer, ...served } };
  const published = { tools: [], server: { name: "notes", version: "1.0.0" } };
  const { findings } = checkDirectories(
    { published, protocolVersions: ["2025-11-25", "2026-07-28"], endpoint, card },
    [],
  );
  return findings.map(({ code }) => code);
}

const withRemote = (remote: object) => ({ ...good, remotes: [{ ...good.remotes[0], ...remote }] });
const token = { name: "Authorization", isSecret: true, value: "Bearer {token}" };

describe("a card", () => {
  test.each<[string, unknown, string[]]>([
    ["that is good", good, []],
    ["with a key of its own", { ...good, extra: 1 }, []],
    ["without remotes", { ...good, remotes: undefined }, ["card-same-remote"]],
    ["that is not JSON", undefined, ["card-schema", "card-same-remote"]],
    ["without $schema", { ...good, $schema: undefined }, ["card-schema"]],
    [
      "with the schema of the Registry",
      { ...good, $schema: "https://static.modelcontextprotocol.io/schemas/v1/server.schema.json" },
      ["card-schema"],
    ],
    [
      "with the schema of a day",
      {
        ...good,
        $schema: "https://static.modelcontextprotocol.io/schemas/2025-11-25/server-card.schema.json",
      },
      ["card-schema"],
    ],
    ["with a name without slash", { ...good, name: "notes" }, ["card-schema"]],
    ["with a long description", { ...good, description: "a".repeat(101) }, ["card-schema"]],
    ["with a remote without url", withRemote({ url: undefined }), ["card-schema", "card-same-remote"]],
    ["of a range", { ...good, version: "1.x" }, ["card-exact-version", "card-same-identity"]],
    ["of another version", { ...good, version: "1.0.1" }, ["card-same-identity"]],
    ["of another server", { ...good, name: "org.example/weather", title: "Weather" }, ["card-same-identity"]],
    [
      "with a version that is not served",
      withRemote({ supportedProtocolVersions: ["2024-11-05"] }),
      ["card-same-protocols"],
    ],
    ["with another remote", withRemote({ url: "https://other.example.org/mcp" }), ["card-same-remote"]],
    ["with a template", withRemote({ url: "https://{tenant}.example.org/mcp" }), []],
    [
      "with a template that does not fit",
      withRemote({ url: "https://{tenant}.example.com/mcp" }),
      ["card-same-remote"],
    ],
    ["with tools", { ...good, tools: [] }, ["card-no-primitives"]],
    ["with a token to enter", withRemote({ headers: [token] }), []],
    ["with a token", withRemote({ headers: [{ ...token, value: "Bearer abc" }] }), ["card-no-secrets"]],
    [
      "with a secret default",
      withRemote({ headers: [{ ...token, variables: { token: { isSecret: true, default: "abc" } } }] }),
      ["card-no-secrets"],
    ],
    [
      "with a private remote",
      { ...good, remotes: [...good.remotes, { type: "sse", url: "https://10.0.0.3/sse" }] },
      ["card-no-internal-address"],
    ],
    [
      "with a remote without TLS",
      withRemote({ url: "http://notes.example.org/mcp" }),
      ["card-same-remote", "card-https"],
    ],
    [
      "with an icon of another type",
      { ...good, icons: [{ src: "https://a.example/i.gif", mimeType: "image/gif" }] },
      ["card-icon"],
    ],
    ["with an icon without TLS", { ...good, icons: [{ src: "http://a.example/i.png" }] }, ["card-icon"]],
    ["with an icon in it", { ...good, icons: [{ src: "data:image/png;base64,AA==", sizes: ["any"] }] }, []],
  ])("%s", (_, document, codes) => {
    expect(listBroken(document && JSON.parse(JSON.stringify(document)))).toEqual(codes);
  });
});

describe("an answer", () => {
  test.each<[string, Partial<CardAnswer>, string[]]>([
    ["of another type", { contentType: "application/json" }, ["card-media-type"]],
    ["without CORS", { allowedOrigin: undefined }, ["card-cors"]],
    ["for one origin", { allowedOrigin: "https://client.example" }, ["card-cors"]],
    ["without caching", { cacheControl: undefined }, ["card-caching"]],
    ["that is not cached", { cacheControl: "no-store" }, ["card-caching"]],
    ["without ETag", { etag: undefined, revalidated: undefined }, ["card-etag"]],
    ["that is sent again", { revalidated: 200 }, ["card-etag"]],
    ["without a catalog", { isListed: undefined }, ["card-catalog"]],
    ["that no catalog lists", { isListed: false }, ["card-catalog"]],
  ])("%s", (_, served, codes) => {
    expect(listBroken(good, served)).toEqual(codes);
  });

  test("without TLS", () => {
    expect(listBroken(good, {}, "http://notes.example.org/mcp/server-card")).toEqual(["card-https"]);
    expect(listBroken(good, {}, "http://127.0.0.1:3000/mcp/server-card")).toEqual([]);
  });
});

/** Copies of a document in each of which one value is another, by the place of the value. */
function* replaceEach(value: unknown, other: unknown, place = ""): Generator<[string, unknown]> {
  yield [place, other];
  if (typeof value !== "object" || value === null) return;
  for (const [key, each] of Object.entries(value))
    for (const [at, changed] of replaceEach(each, other, `${place}/${key}`))
      yield [at, Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }];
}

const secret = { ...token, value: "Bearer abcdef", variables: { id: token } };
const npm = {
  registryType: "npm",
  registryBaseUrl: "https://example.org",
  identifier: "a",
  version: "1.0.0",
};
const whole = {
  ...withRemote({ headers: [secret], variables: { id: token } }),
  packages: [npm],
  _meta: { a: 1 },
};

test.each<[string, unknown]>([
  ["an object with toString", { toString: 1, valueOf: 1 }],
  ["50,000 levels", JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`)],
  ["an escape sequence", "\u001b[2J"],
])("%s in place of any value ends no check of a card or of server.json", (_, other) => {
  const published = { tools: [], server: { name: "notes", version: "1.0.0" } };
  for (const [, document] of replaceEach(whole, other)) {
    const card = { at: "card.json", document, answer };
    const input = { published, protocolVersions: ["2025-11-25"], endpoint, card, serverJson: document };
    for (const line of checkDirectories(input, ["registry"]).findings.flatMap(({ shown = [] }) => shown))
      expect(line).not.toMatch(/\p{Cc}/u);
  }
});

test("a secret is not shown", () => {
  const card = { at: "card.json", document: withRemote({ headers: [{ ...token, value: "Bearer abcdef" }] }) };
  const { findings } = checkDirectories({ published: { tools: [] }, card }, []);
  expect(findings.map(({ code }) => code)).toEqual(["card-no-secrets"]);
  expect(JSON.stringify(findings)).not.toContain("abcdef");
});
