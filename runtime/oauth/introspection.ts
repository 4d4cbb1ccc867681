/** Accepts OAuth tokens that the authorization server reports as active. */
import { isObject } from "../json/object.ts";
import { setLatest } from "../service/latest.ts";
import { findNetwork } from "../service/network.ts";
import type { TokenIssuer } from "../service/token-issuer.ts";
import { Unavailable } from "../service/unavailable.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { type Claims, callerOfClaims, type OAuthCaller } from "./caller.ts";
import { IntrospectionQueue } from "./introspection-queue.ts";
import { endpointIn, issuerMetadata } from "./issuer-metadata.ts";
import { clockSkewSeconds, type JwtIssuerOptions } from "./jwt.ts";

/** The options of `introspectionIssuer`: the authorization server, and this server as its client. */
export interface IntrospectionOptions extends JwtIssuerOptions {
  /** The id of this server as a client of the authorization server. */
  readonly clientId: string;
  /** The secret of that client, sent in the header `Authorization` (RFC 6749, section 2.3.1). */
  readonly clientSecret: string;
  /** The seconds for which an answer is cached: a revoked token is accepted for that time. Default: 30. */
  readonly cacheSeconds?: number;
}

interface Answer {
  readonly caller: OAuthCaller;
  /** The time at which the token expires or its cached answer does, in milliseconds since the epoch. */
  readonly until: number;
}

/** The most cached answers. They are small: this many need about ten megabytes. */
const maxAnswers = 20_000;

/** The milliseconds for which an invalid token is refused without a new request. */
const unknownMs = 5_000;

/**
 * Accepts tokens that the authorization server reports as active (RFC 7662), if it issued them for this server. An answer is
 * cached for `cacheSeconds`, but not beyond the expiry of the token.
 */
export function introspectionIssuer(options: IntrospectionOptions): TokenIssuer<OAuthCaller> {
  const { issuer, audience, cacheSeconds = 30 } = options;
  const metadata = issuerMetadata(issuer);
  const answers = new Map<string, Answer>();
  /** Invalid tokens -> the time until which they are refused. */
  const unknown = new Map<string, number>();
  const pending = new Map<string, Promise<OAuthCaller | undefined>>();
  const queue = new IntrospectionQueue();

  return {
    authorizationServers: [issuer],
    async authenticate(token, resource, address = "") {
      const network = findNetwork(address);
      const key = `${await digest(token)} ${resource}`;
      const answer = answers.get(key);
      if (answer !== undefined && Date.now() < answer.until) {
        queue.prove(network);
        return answer.caller;
      }
      answers.delete(key);
      if (Date.now() < (unknown.get(key) ?? 0)) return undefined;
      let running = pending.get(key);
      if (running === undefined) {
        running = queue
          .run(network, () => ask(token, key, audience ?? resource))
          .finally(() => pending.delete(key));
        pending.set(key, running);
      }
      const caller = await running;
      if (caller !== undefined) queue.prove(network);
      return caller;
    },
  };

  async function ask(token: string, key: string, expected: string): Promise<OAuthCaller | undefined> {
    const claims = await introspect(token);
    const seconds = Date.now() / 1000;
    const isAccepted = isAcceptable(claims, { issuer, audience: expected, seconds });
    const caller = isAccepted ? callerOfClaims(claims) : undefined;
    if (caller === undefined) {
      setLatest(unknown, key, Date.now() + unknownMs, maxAnswers);
      return undefined;
    }
    const until = Math.min(Date.now() + cacheSeconds * 1000, caller.expiresAt ?? Number.POSITIVE_INFINITY);
    setLatest(answers, key, { caller, until }, maxAnswers);
    return caller;
  }

  async function introspect(token: string): Promise<Claims> {
    try {
      const response = await boundedFetch(endpointIn(await metadata(), "introspection_endpoint"), {
        method: "POST",
        headers: { Accept: "application/json", Authorization: basicCredentials(options) },
        body: new URLSearchParams({ token, token_type_hint: "access_token" }),
      });
      const claims: unknown = await response.json();
      if (isObject(claims)) return claims;
      throw new Error("The answer is not a JSON object");
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      throw new Unavailable(`${issuer} cannot introspect tokens at the moment.`, { cause: error });
    }
  }
}

interface Expectation {
  readonly issuer: string;
  readonly audience: string;
  readonly seconds: number;
}

/** Whether an answer accepts the token. Without `iss`, the answer is from the issuer itself. Without `aud`, the token may be for another server. */
function isAcceptable(claims: Claims, { issuer, audience, seconds }: Expectation): boolean {
  const { active, iss = issuer, aud, exp = seconds, nbf = seconds } = claims;
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  return (
    active === true &&
    iss === issuer &&
    audiences.includes(audience) &&
    typeof exp === "number" &&
    exp > seconds - clockSkewSeconds &&
    typeof nbf === "number" &&
    nbf <= seconds + clockSkewSeconds
  );
}

/** RFC 6749, section 2.3.1: both parts are form-encoded before they are joined. */
function basicCredentials({ clientId, clientSecret }: IntrospectionOptions): string {
  const encoded = [clientId, clientSecret].map((part) => new URLSearchParams({ part }).toString().slice(5));
  return `Basic ${btoa(encoded.join(":"))}`;
}

/** Hashes a token, so that the cache contains no tokens and its keys have one size. */
async function digest(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
