/** How oidc-provider is set up: which of OAuth's many ways are open. */
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
  /** Sign the cookies of sign-ins that are under way. */
  readonly keys: Keys;
  /** The public URL of the service without a trailing slash: the issuer. */
  readonly publicUrl: string;
  /** Address of the MCP endpoint: the resource that tokens are for. */
  readonly endpoint: string;
  /** All that there are, in the order in which people read them. */
  readonly scopes: readonly string[];
  /** Fetches documents about clients. */
  readonly fetch: PublicFetch;
  /** Documents about clients that are fetched, by network. */
  readonly documents: Limit;
  /** Tokens that are renewed, by connected app. */
  readonly renewals: Limit;
  networkOf(request: IncomingMessage): string;
  /** The page for a person whose browser came with a request that is wrong. */
  errorPage(acceptLanguage: string): string;
}

const DAY_SECONDS = 86_400;
/** The time after which an app must ask its user again, even if it was used often. */
export const APP_SECONDS = 365 * DAY_SECONDS;

/** Limits of client metadata. */
const MAX_REDIRECTS = 10;
const MAX_TEXT = 2_000;

export function configuration(parts: AuthorizationServerParts): Configuration {
  const { storage, endpoint, scopes, renewals, errorPage } = parts;
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
    extraClientMetadata: { properties: ["software_id"], validator: (_, __, ___, metadata) => tame(metadata) },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      revocation: { enabled: true },
      registration: { enabled: true },
      clientIdMetadataDocument: {
        enabled: true,
        ack: "draft-02",
        allowFetch: async (ctx) => (await parts.documents(parts.networkOf(ctx.req))).allowed,
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
    },
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

/** Clients ask for more than there is, and say less than they should. The library would refuse them. */
function tame(metadata: AllClientMetadata): void {
  const { redirect_uris = [], client_id = "", grant_types } = metadata;
  const texts = Object.values(metadata)
    .flat()
    .filter((value) => typeof value === "string");
  if (redirect_uris.length > MAX_REDIRECTS || texts.some((text) => text.length > MAX_TEXT))
    throw new errors.InvalidClientMetadata("there is too much of it");
  // HTTP leads to loopback only, on any port (RFC 8252, section 7.3).
  metadata.application_type = "native";
  // Which scopes there are depends on the resource, which the library does not know here.
  delete metadata.scope;
  // Neither is fetched, since nothing here uses them.
  delete metadata.sector_identifier_uri;
  if (Array.isArray(grant_types))
    metadata.grant_types = grant_types.filter(
      (one) => one === "authorization_code" || one === "refresh_token",
    );
  // A document that everybody can read has no secret, so this is the library's default.
  if (client_id.startsWith("https://") && metadata.token_endpoint_auth_method === "client_secret_basic")
    metadata.token_endpoint_auth_method = "none";
}
