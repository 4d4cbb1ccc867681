/** Configures oidc-provider: the OAuth flows, lifetimes and limits of this service. */
import { generateKeyPairSync } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Limit, Log } from "@toolwright/runtime";
import { type AllClientMetadata, type Configuration, errors } from "oidc-provider";
import type { PublicFetch } from "../../platform/outgoing/public-fetch.ts";
import type { Keys } from "../../platform/signing/signature.ts";
import type { Stores } from "../../platform/stores.ts";
import { accountById } from "../accounts.ts";
import { recordStores } from "./records.ts";

export interface AuthorizationServerParts extends Pick<Stores, "storage" | "clock"> {
  readonly log: Log;
  /** Sign the cookies of unfinished authorizations. */
  readonly keys: Keys;
  /** The public URL of the service without a trailing slash: the issuer. */
  readonly publicUrl: string;
  /** Address of the MCP endpoint: the resource that tokens are for. */
  readonly endpoint: string;
  /** All scopes of the service, in the order in which pages list them. */
  readonly scopes: readonly string[];
  /** Fetches documents about clients. */
  readonly fetch: PublicFetch;
  /** Limits how many documents about clients are fetched; its key is the network of the request. */
  readonly documents: Limit;
  /** Limits how often tokens are renewed; its key is the id of the connected app. */
  readonly renewals: Limit;
  networkOf(request: IncomingMessage): string;
  /** Returns the HTML page that a browser shows after an invalid request. */
  errorPage(acceptLanguage: string): string;
}

const DAY_SECONDS = 86_400;
/** The time after which an app must ask its user again, even if it was used often. */
export const APP_SECONDS = 365 * DAY_SECONDS;

/** Limits of client metadata. */
const MAX_REDIRECTS = 10;
const MAX_TEXT = 2_000;

/** @returns the options of the library for this service */
export function configuration(parts: AuthorizationServerParts): Configuration {
  const { storage, renewals, errorPage } = parts;
  return {
    adapter: recordStores(storage),
    // The library requires a key, but it signs nothing: tokens are opaque, and there are no ID tokens.
    jwks: { keys: [generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" })] },
    routes: {
      authorization: "/oauth/authorize",
      token: "/oauth/token",
      registration: "/oauth/register",
      revocation: "/oauth/revoke",
    },
    responseTypes: ["code"],
    pkce: { required: () => true },
    clientAuthMethods: ["none", "client_secret_post", "client_secret_basic", "private_key_jwt"],
    clientDefaults: {
      grant_types: ["authorization_code", "refresh_token"],
      id_token_signed_response_alg: "ES256",
    },
    enabledJWA: {
      idTokenSigningAlgValues: ["ES256"],
      clientAuthSigningAlgValues: ["ES256", "RS256", "PS256", "EdDSA"],
    },
    extraClientMetadata: {
      properties: ["software_id"],
      validator: (_, __, ___, metadata) => adaptClient(metadata),
    },
    features: features(parts),
    interactions: { url: (_, { uid }) => `/oauth/consent/${uid}` },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      RefreshToken: 30 * DAY_SECONDS,
      Grant: APP_SECONDS,
      Interaction: 1_800,
      Session: 1_800,
    },
    issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
    async rotateRefreshToken({ oidc }) {
      const verdict = await renewals(oidc.entities.RefreshToken?.grantId ?? "");
      if (!verdict.allowed) throw new errors.InvalidRequest("renewed too often");
      return true;
    },
    expiresWithSession: () => false,
    async findAccount(_, accountId) {
      const { locked_at } = await accountById(storage.db, accountId);
      return locked_at === null ? { accountId, claims: () => ({ sub: accountId }) } : undefined;
    },
    fetch: (url, init) => parts.fetch(String(url), init),
    fetchResponseBodyLimits: { "client_id metadata document": 10_000, jwks_uri: 50_000 },
    renderError(ctx) {
      ctx.type = "html";
      ctx.body = errorPage(ctx.get("accept-language"));
    },
  };
}

/** Returns which parts of OAuth are supported: revocation, registration, documents about clients, and tokens for the MCP endpoint. */
function features({
  endpoint,
  scopes,
  documents,
  networkOf,
}: AuthorizationServerParts): Configuration["features"] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    dPoP: { enabled: false },
    revocation: { enabled: true },
    registration: { enabled: true },
    clientIdMetadataDocument: {
      enabled: true,
      ack: "draft-02",
      allowFetch: async (ctx) => (await documents(networkOf(ctx.req))).allowed,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => endpoint,
      useGrantedResource: () => true,
      getResourceServerInfo(_, resource) {
        if (resource !== endpoint) throw new errors.InvalidTarget();
        return { scope: scopes.join(" "), audience: endpoint, accessTokenFormat: "opaque" };
      },
    },
  };
}

/**
 * Changes the metadata of a client in place, so that the library accepts it. Clients request features that the service does not
 * have, and omit values that the library requires. @throws InvalidClientMetadata if the metadata is too large
 */
function adaptClient(metadata: AllClientMetadata): void {
  const { redirect_uris = [], client_id = "", grant_types } = metadata;
  const texts = Object.values(metadata)
    .flat()
    .filter((value) => typeof value === "string");
  if (redirect_uris.length > MAX_REDIRECTS || texts.some((text) => text.length > MAX_TEXT))
    throw new errors.InvalidClientMetadata(
      `the metadata may have ${MAX_REDIRECTS} redirect_uris and ${MAX_TEXT} characters in each text`,
    );
  // HTTP leads to loopback only, on any port (RFC 8252, section 7.3).
  metadata.application_type = "native";
  // The allowed scopes depend on the resource, which the library does not know at this point.
  delete metadata.scope;
  // The service does not use sector identifiers, so the library must not fetch this one.
  delete metadata.sector_identifier_uri;
  if (Array.isArray(grant_types))
    metadata.grant_types = grant_types.filter(
      (one) => one === "authorization_code" || one === "refresh_token",
    );
  // A public document contains no secret. `client_secret_basic` is only the library's default here.
  if (client_id.startsWith("https://") && metadata.token_endpoint_auth_method === "client_secret_basic")
    metadata.token_endpoint_auth_method = "none";
}
