/** Access tokens of OAuth: from the hook `issue`, which can make any claim, or a known one as it is. */
import { authSchemes } from "@toolwright/runtime";
import type { JsonObject } from "../cases/edits.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import type { EndedTokenOptions } from "./ended-tokens.ts";
import { hasHook } from "./hooks.ts";
import type { ReadToken } from "./known-tokens.ts";

/** An access token for the target with every scope, but for what is wished. */
export interface AccessTokenWish {
  readonly scopes?: readonly string[];
  /** Claims that differ from those of a valid token. Times are seconds since the epoch. */
  readonly claims?: JsonObject;
}

/**
 * Equal wishes get the same token. Throws a PreconditionError if there is none.
 * @param onSecret called with each token, which no report may show
 */
export function readAccessTokens(
  { target, cases, runHook }: Omit<EndedTokenOptions, "use">,
  known: readonly ReadToken[],
  onSecret: (token: string) => void,
): (wish: AccessTokenWish) => Promise<string> {
  const issued = new Map<string, Promise<string>>();
  const isOnly = !authSchemes(cases.auth).includes("bearer");
  const [valid] = known.filter(
    ({ is, account, scopes = "all", oauth }) =>
      (oauth || isOnly) && is === undefined && account === undefined && scopes === "all",
  );

  return (wish) => {
    const key = JSON.stringify([wish.scopes, wish.claims]);
    const token = issued.get(key) ?? accessToken(wish);
    issued.set(key, token);
    return token;
  };

  async function accessToken({ scopes = cases.scopes, claims = {} }: AccessTokenWish): Promise<string> {
    const isValid = scopes === cases.scopes && Object.keys(claims).length === 0;
    if (isValid && valid) return valid.value;
    if (hasHook(target, "issue")) return issue(scopes, claims);
    throw new PreconditionError(
      "no-hook",
      "no access token of this kind: the hook issue makes one, and --login one with every scope",
    );
  }

  async function issue(scopes: readonly string[], claims: JsonObject): Promise<string> {
    const { token } = (await runHook("issue", { scopes: [...scopes], claims })) as { readonly token: string };
    onSecret(token);
    return token;
  }
}
