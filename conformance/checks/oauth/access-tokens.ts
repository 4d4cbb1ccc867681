/** Checks of OAuth access tokens. Each rejected token differs from an accepted one in one property. */
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { type JsonObject, parseObject } from "../../cases/edits.ts";
import { failed, held, inapplicable, unverified, type Verdict } from "../../results/verdict.ts";
import type { AccessTokenWish } from "../../target/access-tokens.ts";
import { type Check, inBoth, type Probe, type ProbeResponse } from "../check.ts";
import { simplestMethod } from "../requests.ts";

const handling = inBoth("basic/authorization#token-handling");
const audience = {
  "2025-11-25": "basic/authorization#token-audience-binding-and-validation",
  "2026-07-28": "basic/authorization/security-considerations#token-audience-binding-and-validation",
};
const requirements = inBoth("basic/authorization#token-requirements");

/** A time in seconds that is longer than the difference between the clocks of two servers. */
const skewSeconds = 600;

export const accessTokenChecks: readonly Check[] = [
  {
    sections: handling,
    name: "oauth/accepts-its-tokens",
    must: "A valid access token is accepted.",
    async run(probe) {
      const response = await sendToken(probe, await probe.accessToken());
      return response.status === 200 ? held : probe.failed("HTTP 200", response);
    },
  },
  claimCheck("other-audience", "for another server", audience, () => ({
    aud: "https://other.example.org/mcp",
  })),
  claimCheck("other-issuer", "of another authorization server", handling, () => ({
    iss: "https://other.example.org",
  })),
  claimCheck("expired", "that has expired", handling, (now) => ({ exp: now - skewSeconds })),
  claimCheck("not-yet-valid", "that is not valid yet", handling, (now) => ({ nbf: now + skewSeconds })),
  forgeryCheck("tampered", "whose claims were changed, or that another key signed", (parts) => [
    [parts.header, encode({ ...parts.claims, scope: "admin", jti: "tampered" }), parts.signature].join("."),
    makeForeignToken(parts),
  ]),
  forgeryCheck(
    "other-algorithm",
    "without a signature, or with one by a shared secret",
    ({ claims, fields }) => [
      `${encode({ ...fields, alg: "none" })}.${encode(claims)}.`,
      `${encode({ ...fields, alg: "None" })}.${encode(claims)}.`,
      ...["", "secret", String(fields.kid ?? "")].map((secret) => makeHmacToken(fields, claims, secret)),
    ],
  ),
  {
    name: "oauth/refuses-tokens-in-the-query",
    must: "A token in the query string is not accepted, since addresses are logged.",
    sections: requirements,
    async run(probe) {
      const token = await probe.accessToken();
      const { pathname, searchParams } = new URL(probe.to);
      const query = new URLSearchParams([...searchParams, ["access_token", token]]);
      const response = await probe.send({
        method: simplestMethod(probe.version),
        http: { path: `${pathname}?${query}` },
        credential: "none",
      });
      return requireUnauthorized(probe, response);
    },
  },
];

/** Creates a check of a token that differs from a valid one in these claims. */
function claimCheck(
  name: string,
  which: string,
  sections: Check["sections"],
  claims: (now: number) => NonNullable<AccessTokenWish["claims"]>,
): Check {
  return refusalCheck(name, which, sections, async (probe) => [
    await probe.accessToken({ claims: claims(Math.floor(Date.now() / 1000)) }),
  ]);
}

interface TokenParts {
  readonly header: string;
  readonly fields: JsonObject;
  readonly claims: JsonObject;
  readonly signature: string;
}

/** Creates a check of tokens that are forged from a valid one without its key. */
function forgeryCheck(name: string, which: string, forge: (parts: TokenParts) => readonly string[]): Check {
  return refusalCheck(name, which, handling, async (probe) => {
    const parts = splitToken(await probe.accessToken());
    return parts && forge(parts);
  });
}

function refusalCheck(
  name: string,
  which: string,
  sections: Check["sections"],
  makeTokens: (probe: Probe) => Promise<readonly string[] | undefined>,
): Check {
  return {
    name: `oauth/refuses-${name}`,
    must: `An access token ${which} is rejected with HTTP 401.`,
    sections,
    async run(probe) {
      const tokens = await makeTokens(probe);
      if (tokens === undefined) return inapplicable("access tokens of this server are not JWTs");
      for (const forged of tokens) {
        const verdict = await requireUnauthorized(probe, await sendToken(probe, forged));
        if (verdict !== held) return verdict;
      }
      return held;
    },
  };
}

/** Requires HTTP 401. A refusal proves nothing if the valid token is rejected, too. */
async function requireUnauthorized(probe: Probe, response: ProbeResponse): Promise<Verdict> {
  const valid = await sendToken(probe, await probe.accessToken());
  if (valid.status !== 200) return unverified("setup", `a valid token gets HTTP ${valid.status}`);
  if (response.status === 401) return held;
  // The curl command of the evidence would show the forged token, and a report is shared.
  return failed("HTTP 401", `HTTP ${response.status}`);
}

function sendToken(probe: Probe, token: string): Promise<ProbeResponse> {
  const headers = { Authorization: `Bearer ${token}` };
  return probe.sendOnce({ method: simplestMethod(probe.version), headers, credential: "none" });
}

function splitToken(token: string): TokenParts | undefined {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const [fields, claims] = [decode(header), decode(payload)];
  return fields && claims && { header, fields, claims, signature };
}

/** Creates a token signed by another key, which its header contains under the name of the issuer's key. */
function makeForeignToken({ fields, claims }: TokenParts): string {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const header = encode({ ...fields, alg: "ES256", jwk: publicKey.export({ format: "jwk" }) });
  const signed = `${header}.${encode(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

function makeHmacToken(fields: TokenParts["fields"], claims: TokenParts["claims"], secret: string): string {
  const signed = `${encode({ ...fields, alg: "HS256" })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decode(part: string): JsonObject | undefined {
  return parseObject(Buffer.from(part, "base64url").toString());
}
