/** The OAuth 2.1 authorization server for the MCP endpoint of this service. It runs oidc-provider. */
import type { IncomingMessage, ServerResponse } from "node:http";
import Provider, { errors } from "oidc-provider";
import { newId } from "../../platform/ids.ts";
import { allKeys, createSignature } from "../../platform/signing/signature.ts";
import type { Account } from "../accounts.ts";
import { newToken } from "../tokens/format.ts";
import { connectApp, keepClient } from "./apps.ts";
import { APP_SECONDS, type AuthorizationServerParts, configuration } from "./configuration.ts";

/** An app's request for the consent of a user. */
export interface ConsentRequest {
  /** The name that the app gives itself; it is not verified. */
  readonly name: string;
  /** The host of the app's document; undefined if the app registered itself, so its name is not verified. */
  readonly documentHost: string | undefined;
  /** The address to which the browser returns with the answer. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

export interface AuthorizationServer {
  /** Answers a request to an OAuth address. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Returns the request with which this browser opened the consent page; undefined: it has expired, or belongs to another browser. */
  consentRequest(browser: Browser): Promise<ConsentRequest | undefined>;
  /** Grants access. @param scopes at least one of the requested scopes @returns the path where the browser continues */
  allow(browser: Browser, account: Account, scopes: readonly string[]): Promise<string>;
  /** Denies access. @returns the path where the browser continues */
  refuse(browser: Browser): Promise<string>;
}

/** A browser on the consent page. */
export interface Browser {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The id of the request in the address of the page. */
  readonly id: string;
}

/** Creates the provider of the library, with settings that its configuration does not have. */
function openProvider(parts: AuthorizationServerParts): Provider {
  const { log, keys, publicUrl, scopes } = parts;
  const cookieKeys = allKeys(keys).map((key) => createSignature(key, "oauth cookies", ""));
  const provider = new Provider(publicUrl, { ...configuration(parts), cookies: cookies(cookieKeys) });
  // Reads the headers that `answer` sets.
  provider.proxy = true;
  // Secret scanners recognise the prefix of these tokens, and mistyped ones are rejected without a query.
  Object.assign(provider.AccessToken.prototype, {
    generateTokenId(this: { format?: string }) {
      this.format = "opaque";
      return newToken("two_");
    },
  });
  provider.on("server_error", (_, error) => log.error({ event: "oauth_failed", error }));
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path.startsWith("/.well-known/") && ctx.status === 200) ctx.body = metadata(ctx.body, scopes);
  });
  return provider;
}

export function openAuthorizationServer(parts: AuthorizationServerParts): AuthorizationServer {
  const { storage, clock, publicUrl, endpoint, scopes } = parts;
  const provider = openProvider(parts);
  const { protocol, host } = new URL(publicUrl);
  const answer = provider.callback();

  /** Returns the stored request of this browser; undefined: it has expired, or belongs to another browser. */
  async function findInteraction({ request, response, id }: Browser) {
    try {
      const details = await provider.interactionDetails(request, response);
      return details.uid === id ? details : undefined;
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  }

  async function consentRequest(
    browser: Browser,
  ): Promise<(ConsentRequest & { clientId: string }) | undefined> {
    const details = await findInteraction(browser);
    const client = details && (await provider.Client.find(String(details.params.client_id)));
    if (details === undefined || client === undefined) return undefined;
    const { clientId, clientName, clientIdMetadataDocument } = client;
    const requested = new Set(String(details.params.scope ?? "").split(" "));
    return {
      clientId,
      name: clientName ?? "",
      documentHost: clientIdMetadataDocument ? new URL(clientId).host : undefined,
      redirectUri: String(details.params.redirect_uri),
      scopes: scopes.filter((scope) => requested.has(scope)),
    };
  }

  /** Stores the decision of the user. @returns the path where the browser continues */
  async function finishInteraction(
    { request, response }: Browser,
    result: Parameters<Provider["interactionResult"]>[2],
  ): Promise<string> {
    const next = await provider.interactionResult(request, response, result, {
      mergeWithLastSubmission: false,
    });
    return new URL(next).pathname;
  }

  return {
    async answer(request, response) {
      // Addresses and the security of cookies follow from the public address, whatever the request says.
      request.headers["x-forwarded-proto"] = protocol.slice(0, -1);
      request.headers["x-forwarded-host"] = host;
      await answer(request, response);
    },
    consentRequest,
    async allow(browser, account, allowed) {
      const request = await consentRequest(browser);
      if (request === undefined) throw new Error("The request of the app has expired");
      const granted = request.scopes.filter((scope) => allowed.includes(scope));
      const rejected = request.scopes.filter((scope) => !allowed.includes(scope));
      const grant = new provider.Grant({ accountId: account.id, clientId: request.clientId });
      grant.jti = newId("app");
      grant.addResourceScope(endpoint, granted.join(" "));
      if (rejected.length > 0) grant.rejectResourceScope(endpoint, rejected.join(" "));
      const { host: redirectHost, protocol: redirectScheme } = new URL(request.redirectUri);
      const app = {
        id: grant.jti,
        name: request.name,
        host: request.documentHost ?? (redirectHost || redirectScheme),
        scopes: granted,
      };
      await connectApp(storage.db, account, app, clock());
      await grant.save();
      await keepClient(storage.db, request.clientId, APP_SECONDS);
      return finishInteraction(browser, {
        login: { accountId: account.id },
        consent: { grantId: grant.jti },
      });
    },
    refuse: (browser) =>
      finishInteraction(browser, { error: "access_denied", error_description: "The person refused." }),
  };
}

/** The metadata that OAuth clients read. The library would add metadata of OpenID Connect, which the service does not support. */
const METADATA = [
  "issuer",
  "authorization_endpoint",
  "token_endpoint",
  "registration_endpoint",
  "revocation_endpoint",
  "response_types_supported",
  "grant_types_supported",
  "token_endpoint_auth_methods_supported",
  "token_endpoint_auth_signing_alg_values_supported",
  "code_challenge_methods_supported",
  "authorization_response_iss_parameter_supported",
  "client_id_metadata_document_supported",
] as const;

function metadata(ofLibrary: unknown, scopes: readonly string[]): object {
  const members = new Map(Object.entries(ofLibrary ?? {}));
  return {
    ...Object.fromEntries(METADATA.map((name) => [name, members.get(name)])),
    response_modes_supported: ["query"],
    scopes_supported: scopes,
  };
}

function cookies(keys: readonly string[]) {
  const options = { httpOnly: true, sameSite: "lax", signed: true } as const;
  return {
    keys,
    names: { session: "oauth_session", interaction: "oauth_request", resume: "oauth_answer" },
    long: { ...options, path: "/oauth" },
    short: options,
  };
}
