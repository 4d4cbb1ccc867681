/** OAuth: which access tokens a server accepts. Each refused token differs from an accepted one in a single thing. */
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

/** More than the clocks of two servers should differ. */
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
    [parts.header, encoded({ ...parts.claims, scope: "admin", jti: "tampered" }), parts.signature].join("."),
    strangersToken(parts),
  ]),
  forgeryCheck(
    "other-algorithm",
    "without a signature, or with one by a shared secret",
    ({ claims, fields }) => [
      `${encoded({ ...fields, alg: "none" })}.${encoded(claims)}.`,
      `${encoded({ ...fields, alg: "None" })}.${encoded(claims)}.`,
      ...["", "secret", String(fields.kid ?? "")].map((secret) => hmacToken(fields, claims, secret)),
    ],
  ),
  {
    name: "oauth/refuses-tokens-in-the-query",
    must: "A token in the query string is none: addresses are logged.",
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
      return refused(probe, response);
    },
  },
];

/** A token that differs from a valid one in these claims. */
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

/** Tokens that are made of a valid one without its key. */
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
    must: `An access token ${which} is refused with HTTP 401.`,
    sections,
    async run(probe) {
      const tokens = await makeTokens(probe);
      if (tokens === undefined) return inapplicable("access tokens of this server are no JWTs");
      for (const forged of tokens) {
        const verdict = await refused(probe, await sendToken(probe, forged));
        if (verdict !== held) return verdict;
      }
      return held;
    },
  };
}

/** A refusal proves nothing where the valid token is refused, too. */
async function refused(probe: Probe, response: ProbeResponse): Promise<Verdict> {
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
  const [fields, claims] = [decoded(header), decoded(payload)];
  return fields && claims && { header, fields, claims, signature };
}

/** Signed by a key of our own, which the header carries along, under the name of the issuer's key. */
function strangersToken({ fields, claims }: TokenParts): string {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const header = encoded({ ...fields, alg: "ES256", jwk: publicKey.export({ format: "jwk" }) });
  const signed = `${header}.${encoded(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

function hmacToken(fields: TokenParts["fields"], claims: TokenParts["claims"], secret: string): string {
  const signed = `${encoded({ ...fields, alg: "HS256" })}.${encoded(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decoded(part: string): JsonObject | undefined {
  return parseObject(Buffer.from(part, "base64url").toString());
}
