/** What a server over HTTP shows to a client without a token, as findings of section `protocol`. */
import { requirementOf } from "@toolwright/conformance/protocol";
import type { Source } from "@toolwright/conformance/server-options";
import { isLoopbackHost, isPrivateHost, toText } from "../directories/breach.ts";
import { formatCount, shorten } from "../report/wording.ts";
import { type FoundDocument, namedMetadata, readSignIn, type SignIn } from "../running-server/sign-in.ts";
import type { CheckFinding, Section } from "../verdict/verdict.ts";

/** Reads it at the first call, for all sections. Undefined over stdio. */
export function signInReader(source: Source, timeoutMs: number): () => Promise<SignIn | undefined> {
  if (source.kind !== "http") return async () => undefined;
  const { url, headers } = source;
  const mayAsk = ({ hostname }: URL) => isPrivateHost(url.hostname) || !isPrivateHost(hostname);
  let read: Promise<SignIn | undefined> | undefined;
  return () => {
    read ??= readSignIn(url, timeoutMs, mayAsk, headers);
    return read;
  };
}

interface Rule {
  readonly must: string;
  readonly level: "MUST" | "SHOULD";
  readonly at: string;
}

/** The lines that show a breach. Empty: the rule holds. Undefined: this server does not show it. */
type Decide = (signIn: SignIn, endpoint: URL) => readonly string[] | undefined;

const authorization = "https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization";

/** Rules about the authorization server, which the suite does not ask. */
const ofAuthorizationServers: Readonly<Record<string, Rule>> = {
  "oauth/authorization-server-has-metadata": {
    must: "An authorization server that the metadata name has metadata of its own (RFC 8414 or OpenID Connect Discovery).",
    level: "MUST",
    at: `${authorization}#authorization-server-metadata-discovery`,
  },
  "oauth/offers-pkce": {
    must: "The metadata of the authorization server have S256 in `code_challenge_methods_supported`, or clients refuse to sign in.",
    level: "MUST",
    at: `${authorization}#authorization-code-protection`,
  },
};

/** By the name of the rule. Those that the suite has, too, have its sentence and its level. */
const rules: Readonly<Record<string, Decide>> = {
  "authorization/challenges": ({ status, challenge = "none" }) =>
    status === 401 && !/(?:^|,\s*)bearer\b/i.test(challenge) ? [`WWW-Authenticate: ${challenge}`] : [],
  "authorization/points-to-what-exists": ({ challenge = "", resource, without }) => {
    if (namedMetadata(challenge) === undefined || resource !== undefined) return [];
    return without && without.resource.length > 0 ? without.resource : undefined;
  },
  "oauth/names-itself": ({ resource: found }, endpoint) => {
    if (found === undefined) return [];
    const { resource } = found.document;
    return isNamed(resource, found, endpoint) ? [] : [`${found.at}: resource ${textOf(resource)}`];
  },
  "oauth/names-its-authorization-servers": ({ resource: found }) => {
    if (found === undefined) return [];
    const { authorization_servers: servers } = found.document;
    const isRight = Array.isArray(servers) && servers.length > 0 && servers.every(isIssuer);
    return isRight ? [] : [`${found.at}: authorization_servers ${textOf(servers)}`];
  },
  "oauth/authorization-server-has-metadata": ({ resource, authorization: found, without }) =>
    resource === undefined || found !== undefined ? [] : without?.authorization,
  "oauth/offers-pkce": ({ authorization: found }) => {
    if (found === undefined) return [];
    const { code_challenge_methods_supported: methods } = found.document;
    const isOffered = Array.isArray(methods) && methods.includes("S256");
    return isOffered ? [] : [`${found.at}: code_challenge_methods_supported ${textOf(methods)}`];
  },
};

export function signInFindings(signIn: SignIn | undefined, source: Source): CheckFinding[] {
  if (signIn === undefined || source.kind !== "http") return [];
  return Object.entries(rules).flatMap(([code, decide]) => {
    const shown = decide(signIn, source.url) ?? [];
    if (shown.length === 0) return [];
    const { must, level, at } = ofAuthorizationServers[code] ?? requirementOf(code);
    return [
      {
        code,
        level: level === "MUST" ? ("fail" as const) : ("advice" as const),
        says: must,
        places: ["without a token"],
        shown: shown.map((line) => `got       ${shorten(line, 200)}`),
        source: at,
      },
    ];
  });
}

function textOf(value: unknown): string {
  return value === undefined ? "none" : toText(value);
}

/**
 * Whether metadata name the server that was asked (RFC 9728, section 3.3). Those without a path may name the whole host. A server on this
 * machine may have the address under which it will be deployed.
 */
function isNamed(resource: unknown, { at }: FoundDocument, endpoint: URL): boolean {
  const named = typeof resource === "string" ? URL.parse(resource) : null;
  if (named === null) return false;
  if (isLoopbackHost(endpoint.hostname) && !isLoopbackHost(named.hostname)) return true;
  const own = [withoutSlash(endpoint)];
  if (URL.parse(at)?.pathname === "/.well-known/oauth-protected-resource") own.push(endpoint.origin);
  return own.includes(withoutSlash(named)) && named.search === "" && named.hash === "";
}

function withoutSlash({ origin, pathname }: URL): string {
  return origin + pathname.replace(/\/$/, "");
}

function isIssuer(issuer: unknown): boolean {
  const url = typeof issuer === "string" ? URL.parse(issuer) : null;
  if (url === null || url.search !== "" || url.hash !== "") return false;
  return url.protocol === "https:" || isPrivateHost(url.hostname);
}

/** The section of a server that refuses to be read without a token. */
export function unreadSection(signIn: SignIn | undefined, source: Source, why: string): Section {
  const findings = signInFindings(signIn, source);
  const failed = findings.filter(({ level }) => level === "fail").length;
  return {
    name: "protocol",
    summary: `what needs no token: ${formatCount(Object.keys(rules).length, "rule")} checked, ${failed} broken`,
    findings,
    isChecked: false,
    notes: [why],
  };
}
