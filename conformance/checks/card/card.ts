/** Checks of the server card and of the catalog that lists it (SEP-2127). */
import { isObject, type Json, parseJson } from "../../cases/edits.ts";
import { held, inapplicable } from "../../results/verdict.ts";
import type { Check, Probe, ProbeResponse, RequestOverrides } from "../check.ts";
import { makeHeaderCheck, makeResponseCheck } from "../response-check.ts";

const page =
  "https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/main/docs/discovery.md";
const mediaType = "application/mcp-server-card+json";
const catalogPath = "/.well-known/ai-catalog.json";

/** A page of another site. */
const foreign = "https://client.example";

export const cardChecks: readonly Check[] = [
  {
    name: "card/is-there",
    must: "The server answers its card without a token: JSON with $schema, name, version and description.",
    page: `${page}#hosted-server-card-location`,
    run: makeResponseCheck(getCard, "HTTP 200 and a card", (response) => cardIn(response) !== undefined),
  },
  {
    name: "card/has-its-media-type",
    must: `The content type of the card is ${mediaType}.`,
    page: `${page}#hosted-server-card-location`,
    level: "SHOULD",
    run: makeHeaderCheck(getCard, "Content-Type", mediaType, (value) => value.startsWith(mediaType)),
  },
  {
    name: "card/is-of-the-spec",
    must: "The card has the version and the description of the spec, and the name of its entry in the registry.",
    page: `${page}#consistency-with-runtime-behavior`,
    async run(probe) {
      const response = await getCard(probe);
      const wanted = { ...probe.cases.card, version: probe.cases.server.version };
      const card = cardIn(response) ?? {};
      const wrong = Object.entries(wanted).find(([key, value]) => card[key] !== value);
      if (wrong === undefined) return held;
      const [key, value] = wrong;
      return probe.failed(`${key} ${JSON.stringify(value)}`, response, `${key} ${JSON.stringify(card[key])}`);
    },
  },
  {
    name: "card/names-the-endpoint",
    must: "A remote of the card is the endpoint: its transport, and an address with its path.",
    page: `${page}#consistency-with-runtime-behavior`,
    run: makeResponseCheck(
      getCard,
      "a streamable-http remote with the path of the endpoint",
      (response, { to }) =>
        remotesIn(response).some(
          ({ type, url }) =>
            type === "streamable-http" && URL.parse(String(url))?.pathname === new URL(to).pathname,
        ),
      (response) => JSON.stringify(remotesIn(response)),
    ),
  },
  {
    name: "card/names-its-versions",
    must: "`supportedProtocolVersions` has only versions of the spec.",
    page: `${page}#consistency-with-runtime-behavior`,
    level: "SHOULD",
    run: makeResponseCheck(
      getCard,
      "versions of the spec",
      (response, { cases }) =>
        remotesIn(response).every(
          ({ supportedProtocolVersions: named = [] }) =>
            Array.isArray(named) &&
            named.every((version) => cases.server.protocolVersions.includes(String(version))),
        ),
      (response) => JSON.stringify(remotesIn(response)),
    ),
  },
  {
    name: "card/lists-nothing",
    must: "The card does not list tools, resources or prompts: what a caller may see is for the lists to say.",
    page: `${page}#mcp-server-cards`,
    run: makeResponseCheck(getCard, "no tools, resources or prompts", (response) => {
      const card = cardIn(response) ?? {};
      return !["tools", "resources", "resourceTemplates", "prompts"].some((key) => key in card);
    }),
  },
  {
    name: "card/is-the-same-for-everyone",
    must: "The card does not depend on the token of the request.",
    page: `${page}#information-disclosure`,
    needsTokens: true,
    async run(probe) {
      const [anonymous, known] = [
        await getCard(probe),
        await getCard(probe, { credential: { scopes: probe.cases.scopes } }),
      ];
      return bodyOf(anonymous) === bodyOf(known)
        ? held
        : probe.failed("the card that it answers without a token", known);
    },
  },
  {
    name: "card/is-for-pages-of-every-origin",
    must: "Pages of other sites may read the card: Access-Control-Allow-Origin is *.",
    page: `${page}#cors-requirements`,
    run: makeHeaderCheck(
      (probe) => getCard(probe, { headers: { Origin: foreign } }),
      "Access-Control-Allow-Origin",
      "HTTP 200 with Access-Control-Allow-Origin: *",
      (value, { status }) => status === 200 && value === "*",
    ),
  },
  {
    name: "card/can-be-revalidated",
    must: "The card has an ETag, and a request that names it is answered with HTTP 304.",
    page: `${page}#caching`,
    level: "SHOULD",
    async run(probe) {
      const first = await getCard(probe);
      const etag = first.header("etag");
      if (etag === "") return probe.failedHeader("ETag", "an ETag", first);
      const again = await getCard(probe, { headers: { "If-None-Match": etag } });
      return again.status === 304 ? held : probe.failed("HTTP 304", again, `HTTP ${again.status}`);
    },
  },
  {
    name: "card/is-in-the-catalog",
    must: "If the host has an AI Catalog, it lists the card.",
    page: `${page}#server-card-entries`,
    level: "SHOULD",
    async run(probe) {
      const response = await get(probe, catalogPath);
      const catalog = jsonIn(response);
      if (response.status !== 200 || catalog === undefined) return inapplicable("the host has no AI Catalog");
      const entries = Array.isArray(catalog.entries) ? catalog.entries.filter(isObject) : [];
      const isListed = entries.some(
        ({ type, url }) => type === mediaType && URL.parse(String(url))?.pathname === cardPath(probe),
      );
      return isListed ? held : probe.failed("an entry with the address of the card", response);
    },
  },
];

/** Whether the server answers a JSON object without a token at the address of its card. */
export async function answersCard(probe: Probe): Promise<boolean> {
  const response = await getCard(probe);
  return response.status === 200 && jsonIn(response) !== undefined;
}

function cardPath({ to }: Probe): string {
  return `${new URL(to).pathname.replace(/\/$/, "")}/server-card`;
}

function getCard(probe: Probe, overrides: RequestOverrides = {}): Promise<ProbeResponse> {
  return get(probe, cardPath(probe), overrides);
}

function get(probe: Probe, path: string, { headers, ...overrides }: RequestOverrides = {}) {
  const accepted = path === catalogPath ? "application/json" : mediaType;
  return probe.sendOnce({
    credential: "none",
    ...overrides,
    headers: { Accept: accepted, "Content-Type": undefined, ...headers },
    http: { method: "GET", path },
  });
}

function cardIn(response: ProbeResponse): { readonly [name: string]: Json } | undefined {
  const card = response.status === 200 ? jsonIn(response) : undefined;
  const isWhole = ["$schema", "name", "version", "description"].every(
    (key) => typeof card?.[key] === "string",
  );
  return isWhole ? card : undefined;
}

function remotesIn(response: ProbeResponse): Readonly<Record<string, unknown>>[] {
  const remotes = cardIn(response)?.remotes;
  return Array.isArray(remotes) ? remotes.filter(isObject) : [];
}

function jsonIn(response: ProbeResponse): { readonly [name: string]: Json } | undefined {
  const value = parseJson(bodyOf(response));
  return isObject(value) ? value : undefined;
}

function bodyOf({ answer }: ProbeResponse): string {
  return answer.kind === "broken" ? "" : answer.reply.body;
}
