/** OAuth access tokens: from the hook `issue`, which can set any claim, or an unchanged known token. */
import { authSchemes } from "@toolwright/runtime";
import type { JsonObject } from "../cases/edits.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import type { EndedTokenOptions } from "./ended-tokens.ts";
import { hasHook } from "./hooks.ts";
import type { ReadToken } from "./known-tokens.ts";

/** A request for an access token. By default it is valid for the target and has every scope. */
export interface AccessTokenWish {
  readonly scopes?: readonly string[];
  /** Claims that differ from those of a valid token. Times are seconds since the epoch. */
  readonly claims?: JsonObject;
}

/**
 * Returns the function that gets a token. Equal requests get the same token. It throws a PreconditionError if there is none.
 * @param onSecret called with each token, since no report may show it
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
      "there is no access token of this kind: the hook issue creates one, and --login creates one with every scope",
    );
  }

  async function issue(scopes: readonly string[], claims: JsonObject): Promise<string> {
    const { token } = (await runHook("issue", { scopes: [...scopes], claims })) as { readonly token: string };
    onSecret(token);
    return token;
  }
}
