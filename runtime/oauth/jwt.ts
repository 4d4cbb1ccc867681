/** Accepts OAuth tokens that are signed JWTs of one authorization server. */
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { TokenIssuer } from "../service/token-issuer.ts";
import { Unavailable } from "../service/unavailable.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { callerOfClaims, type OAuthCaller } from "./caller.ts";
import { endpointIn, issuerMetadata } from "./issuer-metadata.ts";

/** The authorization server whose tokens are accepted. */
export interface JwtIssuerOptions {
  /** The issuer identifier of the authorization server: an https URL, and `iss` of its tokens. */
  readonly issuer: string;
  /** The `aud` of tokens for this server, if the authorization server does not use the URL of this server (RFC 8707). */
  readonly audience?: string;
}

/** Signatures with a private key only: a server that can verify `HS256` could also create tokens. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** The accepted difference between the clocks of the issuer and of this server. */
export const clockSkewSeconds = 30;

/** Errors that an invalid token causes. Every other error of a key lookup is a failure of the issuer. */
const tokenErrors = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

/**
 * Accepts signed JWTs of one authorization server (RFC 9068): signature by a key of its JWKS, `iss`, `aud`, `exp`, `nbf`.
 * Keys are cached for 10 minutes. A token with an unknown key id loads them again, at most twice a minute.
 *
 * @example
 * ```ts
 * import { jwtIssuer } from "@toolwright/runtime/oauth";
 *
 * const issuer = jwtIssuer({ issuer: "https://auth.example.org" });
 * const caller = await issuer.authenticate(process.env.TOKEN ?? "", "https://notes.example.org/mcp");
 * console.log(caller ? [...caller.scopes] : "The token is not valid.");
 * ```
 */
export function jwtIssuer({ issuer, audience }: JwtIssuerOptions): TokenIssuer<OAuthCaller> {
  const keyOf = issuerKeys(issuer);
  return {
    authorizationServers: [issuer],
    async authenticate(token, resource) {
      try {
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms,
          issuer,
          audience: audience ?? resource,
          requiredClaims: ["sub", "exp"],
          clockTolerance: clockSkewSeconds,
        });
        return callerOfClaims(payload);
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

/** Returns the function that finds the key of a token in the JWKS of the issuer. */
function issuerKeys(issuer: string): JWTVerifyGetKey {
  const metadata = issuerMetadata(issuer);
  let keys: { readonly url: string; readonly keyOf: ReturnType<typeof createRemoteJWKSet> } | undefined;
  return async (header, token) => {
    const url = endpointIn(await metadata(), "jwks_uri");
    if (keys?.url !== url)
      keys = { url, keyOf: createRemoteJWKSet(new URL(url), { [customFetch]: boundedFetch }) };
    try {
      return await keys.keyOf(header, token);
    } catch (error) {
      if (tokenErrors.some((kind) => error instanceof kind)) throw error;
      throw new Unavailable(`The keys of ${issuer} cannot be read.`, { cause: error });
    }
  };
}
