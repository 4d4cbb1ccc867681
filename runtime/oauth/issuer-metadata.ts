/** Reads the metadata of an authorization server. */
import { isObject } from "../json/object.ts";
import { Unavailable } from "../service/unavailable.ts";
import { boundedFetch, isTrustworthyUrl } from "./bounded-fetch.ts";

export type IssuerMetadata = Readonly<Record<string, unknown>>;

/** The time for which metadata are cached. Endpoints of an authorization server seldom change. */
const maxAgeMs = 60 * 60 * 1000;

/**
 * Returns the function that reads the metadata of an authorization server (RFC 8414, else OpenID Connect Discovery) once an hour.
 * Concurrent calls share one attempt, and the last metadata stay in use while the server does not answer.
 *
 * @throws TypeError if `issuer` is not an https URL without query and fragment
 */
export function issuerMetadata(issuer: string): () => Promise<IssuerMetadata> {
  const places = metadataPlaces(issuer);
  let last: { readonly metadata: IssuerMetadata; readonly until: number } | undefined;
  let pending: Promise<IssuerMetadata> | undefined;

  return async () => {
    if (last !== undefined && Date.now() < last.until) return last.metadata;
    pending ??= discover(issuer, places).finally(() => {
      pending = undefined;
    });
    try {
      const metadata = await pending;
      last = { metadata, until: Date.now() + maxAgeMs };
      return metadata;
    } catch (cause) {
      if (last !== undefined) return last.metadata;
      throw new Unavailable(`The authorization server ${issuer} does not publish its metadata.`, { cause });
    }
  };
}

/** Returns the URL of an endpoint in the metadata. */
export function endpointIn(metadata: IssuerMetadata, name: string): string {
  const url = metadata[name];
  if (isTrustworthyUrl(url)) return url;
  throw new Unavailable(`The metadata of ${metadata.issuer} have no ${name} with an https URL.`);
}

/** Lists the URLs of the metadata in the order in which to try them (MCP 2025-11-25, "Authorization Server Metadata Discovery"). */
function metadataPlaces(issuer: string): readonly string[] {
  if (!isTrustworthyUrl(issuer) || /[?#]/.test(issuer))
    throw new TypeError(`${issuer} is not an issuer, which is an https URL without query and fragment.`);
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    ...(path === "" ? [] : [`${origin}${path}/.well-known/openid-configuration`]),
  ];
}

async function discover(issuer: string, places: readonly string[]): Promise<IssuerMetadata> {
  const problems: unknown[] = [];
  for (const place of places) {
    try {
      const response = await boundedFetch(place, { headers: { Accept: "application/json" } });
      const metadata: unknown = await response.json();
      // RFC 8414, section 3.3: metadata of another issuer must not be used.
      if (isObject(metadata) && metadata.issuer === issuer) return metadata;
      problems.push(new Error(`${place} describes another issuer`));
    } catch (error) {
      problems.push(error);
    }
  }
  throw new AggregateError(problems, `No metadata of ${issuer}`);
}
