/** Decides the criteria about the address of a server and about signing in, by what it shows without a token. */
import type { SignIn } from "../running-server/sign-in.ts";
import { type Breach, isLoopbackHost, isPrivateHost, readMember, showValue, toText } from "./breach.ts";
import type { DirectoryInput } from "./input.ts";

/** Undefined: this server does not show it. */
type Decide = (input: DirectoryInput) => readonly Breach[] | undefined;

/** Addresses of tunnels to a machine of a developer. */
const tunnel = /\.(?:ngrok(?:-free)?\.(?:app|dev|io)|trycloudflare\.com|loca\.lt|serveo\.net|tunnel\.site)$/i;

/** By the id of the criterion. */
export const signInCriteria: Readonly<Record<string, Decide>> = {
  "claude-https": ifDeployed((endpoint) => (endpoint.protocol === "https:" ? [] : [endpoint.origin])),
  "claude-oauth": ifProtected(({ resource, authorization }) => {
    if (resource === undefined) return ["no protected-resource metadata"];
    return authorization === undefined ? ["no metadata of an authorization server"] : [];
  }),
  "claude-401": ifProtected(findMissingChallenge),
  "claude-callback": ifDiscovered(findMissingRegistration),
  "chatgpt-public": ifDeployed((endpoint) => {
    const isPublic = !isPrivateHost(endpoint.hostname) && !tunnel.test(endpoint.hostname);
    return isPublic && endpoint.protocol === "https:" ? [] : [endpoint.origin];
  }),
  "chatgpt-401": ifProtected(findMissingChallenge),
  "chatgpt-resource-metadata": ifProtected(({ resource }) => {
    if (resource === undefined) return ["no protected-resource metadata"];
    const { document, at } = resource;
    const { authorization_servers: servers } = document;
    return [
      ...(typeof document.resource === "string" ? [] : [`${at}: no resource`]),
      ...(Array.isArray(servers) && servers.length > 0 ? [] : [`${at}: no authorization_servers`]),
    ];
  }),
  "chatgpt-authorization-metadata": ifProtected(({ resource, authorization }) =>
    resource === undefined || authorization !== undefined ? [] : ["no metadata of an authorization server"],
  ),
  "chatgpt-pkce": ifDiscovered(({ at, document }) => {
    const { code_challenge_methods_supported: methods } = document;
    return Array.isArray(methods) && methods.includes("S256")
      ? []
      : [at, `code_challenge_methods_supported: ${methods === undefined ? "none" : toText(methods)}`];
  }),
  "chatgpt-registration": ifDiscovered(findMissingRegistration),
  "chatgpt-challenge": ({ signIn }) => {
    if (signIn === undefined) return undefined;
    const { appsChallenge } = signIn;
    if (appsChallenge === undefined) return [show("no token there")];
    const { contentType, text } = appsChallenge;
    return /^[\x21-\x7e]+\n?$/.test(text) && !/html|json/i.test(contentType) && !/^[[{"<]/.test(text)
      ? []
      : [show(`content-type ${contentType}, ${text.slice(0, 80)}`)];
  },
};

/** A server on this machine shows nothing of the one that a directory will list. */
function ifDeployed(explain: (endpoint: URL) => readonly string[]): Decide {
  return ({ endpoint }) =>
    endpoint === undefined || isLoopbackHost(endpoint.hostname) ? undefined : toBreaches(explain(endpoint));
}

/** Held by a server that is open to everybody. A server that also answers without a token does not show what it refuses. */
function ifProtected(explain: (signIn: SignIn) => readonly string[]): Decide {
  return ({ signIn, hasCredentials }) => {
    if (signIn === undefined) return undefined;
    if (signIn.status < 300) return hasCredentials === true ? undefined : [];
    return toBreaches(explain(signIn));
  };
}

type Authorization = NonNullable<SignIn["authorization"]>;

function ifDiscovered(explain: (authorization: Authorization) => readonly string[]): Decide {
  return ({ signIn }) => signIn?.authorization && toBreaches(explain(signIn.authorization));
}

function findMissingChallenge({ status, challenge, location }: SignIn): string[] {
  if (status !== 401) return [`status ${status}${location === undefined ? "" : `, location ${location}`}`];
  return /^bearer\b/i.test(challenge ?? "") ? [] : [`status 401, www-authenticate: ${challenge ?? "none"}`];
}

/** Whether the host can make itself known: by its Client ID Metadata Document, or by registering. */
function findMissingRegistration({ at, document }: Authorization): string[] {
  const takesDocuments = document.client_id_metadata_document_supported === true;
  return takesDocuments || typeof readMember(document, "registration_endpoint") === "string"
    ? []
    : [at, "no client_id_metadata_document_supported, no registration_endpoint"];
}

function toBreaches(shown: readonly string[]): Breach[] {
  return shown.length === 0 ? [] : [show(...shown)];
}

function show(...lines: readonly string[]): Breach {
  return { place: "the server, without a token", shown: lines.map(showValue) };
}
