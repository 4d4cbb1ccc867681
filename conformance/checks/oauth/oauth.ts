/** Checks of OAuth metadata, and of challenges that request a token or more scopes. */
import { baseArguments } from "../../calls/arguments.ts";
import { isObject } from "../../cases/edits.ts";
import { failed, held, inapplicable, type Verdict } from "../../results/verdict.ts";
import { type Check, inBoth, type Probe, type ProbeResponse } from "../check.ts";
import { simplestMethod } from "../requests.ts";
import { makeHeaderCheck, makeResponseCheck } from "../response-check.ts";
import {
  describesItself,
  fetchMetadata,
  findMetadata,
  metadataIn,
  metadataPaths,
} from "./resource-metadata.ts";

const discovery = {
  "2025-11-25": "basic/authorization#authorization-server-location",
  "2026-07-28": "basic/authorization/authorization-server-discovery#authorization-server-location",
};
const places = {
  "2025-11-25": "basic/authorization#protected-resource-metadata-discovery-requirements",
  "2026-07-28":
    "basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements",
};
const scopes = inBoth("basic/authorization#scope-selection-strategy");
const stepUp = inBoth("basic/authorization#runtime-insufficient-scope-errors");
const canonicalUri = inBoth("basic/authorization#canonical-server-uri");

const areMetadata = [
  "HTTP 200 and JSON with resource and authorization_servers",
  (response: ProbeResponse) => metadataIn(response) !== undefined,
] as const;

export const oauthChecks: readonly Check[] = [
  {
    name: "oauth/metadata-at-its-path",
    must: "The metadata of the server are where clients look: at the address that the challenge names, else at the well-known one with the path of the endpoint, or without it.",
    sections: places,
    run: makeResponseCheck(fetchFound, ...areMetadata),
  },
  {
    name: "oauth/metadata-at-the-root",
    must: "The metadata are also at the well-known address without a path, for clients that know only the host.",
    sections: places,
    level: "SHOULD",
    run: makeResponseCheck((probe) => fetchMetadata(probe, metadataPaths(probe).root), ...areMetadata),
  },
  {
    name: "oauth/names-itself",
    must: "`resource` is the URL of the endpoint, or clients discard the metadata (RFC 9728, section 3.3).",
    sections: canonicalUri,
    async run(probe) {
      const { response, isOfHost } = await findMetadata(probe, await namedMetadata(probe));
      const endpoint = new URL(probe.to);
      // The well-known address without a path is that of the host (RFC 9728, section 3.1).
      const addresses = [endpoint.href, ...(isOfHost ? [new URL("/", endpoint).href] : [])];
      const resource = metadataIn(response)?.resource;
      if (addresses.includes(URL.parse(String(resource))?.href ?? "")) return held;
      return probe.failed("the URL of the endpoint as resource", response, `resource ${resource}`);
    },
  },
  {
    name: "oauth/names-its-authorization-servers",
    must: "`authorization_servers` has at least one issuer: an https URL without query and fragment.",
    sections: discovery,
    run: makeResponseCheck(
      fetchFound,
      "issuers that are https URLs",
      (response) => {
        const issuers = metadataIn(response)?.authorization_servers;
        return Array.isArray(issuers) && issuers.every(isIssuer);
      },
      (response) => JSON.stringify(metadataIn(response)?.authorization_servers) ?? "none",
    ),
  },
  {
    name: "oauth/lists-its-scopes",
    must: "`scopes_supported` has only scopes of the spec, not offline_access, which does not concern the server.",
    sections: scopes,
    level: "SHOULD",
    run: makeResponseCheck(
      fetchFound,
      "scopes of the spec",
      (response, { cases }) => {
        const listed = metadataIn(response)?.scopes_supported ?? [];
        return Array.isArray(listed) && listed.every((scope) => cases.scopes.includes(String(scope)));
      },
      (response) => JSON.stringify(metadataIn(response)?.scopes_supported),
    ),
  },
  {
    name: "oauth/challenge-leads-to-metadata",
    must: "HTTP 401 names the metadata (resource_metadata), or they are at a well-known address. Clients of 2025-06-18 look at no other place than HTTP 401.",
    sections: places,
    async run(probe) {
      const response = await unauthorized(probe, "none");
      const named = readChallenge(response, "resource_metadata");
      if (named !== undefined || !(await describesItself(probe))) return leadsToMetadata(probe, response);
      const isForOlderClients = probe.cases.server.protocolVersions.includes("2025-06-18");
      if (!isForOlderClients) return held;
      const missing = probe.failedHeader(
        "WWW-Authenticate",
        "resource_metadata in WWW-Authenticate",
        response,
      );
      return missing.status === "failed" ? { ...missing, advice: true } : missing;
    },
  },
  {
    name: "oauth/challenge-names-scopes",
    must: "HTTP 401 names scopes to request (scope).",
    sections: scopes,
    level: "SHOULD",
    async run(probe) {
      if (probe.cases.scopes.length === 0) return inapplicable("the spec has no scopes");
      const response = await unauthorized(probe, "none");
      return readChallenge(response, "scope") === undefined
        ? probe.failedHeader("WWW-Authenticate", "scope in WWW-Authenticate", response)
        : held;
    },
  },
  {
    name: "oauth/challenge-tells-why",
    must: 'HTTP 401 to an invalid token says error="invalid_token", so that clients renew it (RFC 6750, section 3.1).',
    sections: inBoth("basic/authorization#token-handling"),
    level: "SHOULD",
    run: makeHeaderCheck(
      (probe) => unauthorized(probe, "unknown"),
      "WWW-Authenticate",
      'error="invalid_token"',
      (_, response) => readChallenge(response, "error") === "invalid_token",
    ),
  },
  {
    name: "oauth/asks-for-more-scopes",
    must: 'A missing scope is HTTP 403 with error="insufficient_scope" and the scopes that the call needs.',
    sections: stepUp,
    async run(probe) {
      const { cases } = probe;
      const found = Object.entries(cases.tools).find(([, each]) => each.scopes.length > 0);
      if (found === undefined) return inapplicable("no tool of the spec needs a scope");
      const [tool, { scopes: needed }] = found;
      const token = await probe.accessToken({
        scopes: cases.scopes.filter((scope) => !needed.includes(scope)),
      });
      const response = await probe.send({
        method: "tools/call",
        params: { name: tool, arguments: cases.bases[tool] ? baseArguments(cases, tool) : {} },
        headers: { Authorization: `Bearer ${token}` },
        credential: "none",
      });
      const named = readChallenge(response, "scope")?.split(" ") ?? [];
      const isRight =
        response.status === 403 &&
        readChallenge(response, "error") === "insufficient_scope" &&
        needed.every((scope) => named.includes(scope));
      const isNamed = readChallenge(response, "resource_metadata") !== undefined;
      if (isRight) return isNamed ? leadsToMetadata(probe, response) : held;
      const expected = `HTTP 403 with error="insufficient_scope" and scope="${needed.join(" ")}"`;
      const got = `HTTP ${response.status}, ${response.header("www-authenticate")}`;
      return probe.failed(expected, response, got);
    },
  },
];

async function fetchFound(probe: Probe): Promise<ProbeResponse> {
  const { response } = await findMetadata(probe, await namedMetadata(probe));
  return response;
}

/** The address of the metadata in the challenge. */
async function namedMetadata(probe: Probe): Promise<URL | null> {
  return URL.parse(readChallenge(await unauthorized(probe, "none"), "resource_metadata") ?? "");
}

/** Checks that a challenge names existing metadata. The suite does not open an address on another host. */
async function leadsToMetadata(probe: Probe, response: ProbeResponse): Promise<Verdict> {
  const named = URL.parse(readChallenge(response, "resource_metadata") ?? "");
  if (named === null)
    return probe.failedHeader("WWW-Authenticate", "resource_metadata in WWW-Authenticate", response);
  if (named.origin !== new URL(probe.to).origin) return held;
  const metadata = await fetchMetadata(probe, named.pathname + named.search);
  return isObject(metadataIn(metadata) ?? null)
    ? held
    : failed(`metadata at ${named.href}`, `HTTP ${metadata.status}`);
}

function unauthorized(probe: Probe, credential: "none" | "unknown"): Promise<ProbeResponse> {
  return probe.sendOnce({ method: simplestMethod(probe.version), credential });
}

/** Reads a parameter of `WWW-Authenticate` (RFC 9110, section 11.2). */
function readChallenge(response: ProbeResponse, name: string): string | undefined {
  const [, quoted, bare] =
    new RegExp(`\\b${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,]+))`, "i").exec(
      response.header("www-authenticate"),
    ) ?? [];
  return quoted?.replaceAll(/\\(.)/g, "$1") ?? bare;
}

function isIssuer(issuer: unknown): boolean {
  const url = URL.parse(String(issuer));
  const isLoopback = url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url !== null && (url.protocol === "https:" || isLoopback) && url.search === "" && url.hash === "";
}
