/** Derives the authorization cases of a tool: each kind of token, and each missing scope. */
import type { AuthorizationCase, Credential } from "@toolwright/conformance/cases";
import type { Tool } from "../model/model.ts";
import type { ValidArguments } from "./arguments.ts";
import type { CaseContext } from "./case-context.ts";
import { promise } from "./promise.ts";

const rejected: readonly (readonly [Credential & string, words: string])[] = [
  ["none", "no token"],
  ["malformed", "a malformed token"],
  ["unknown", "an unknown token"],
  ["expired", "an expired token"],
  ["revoked", "a revoked token"],
];

/** Calls with every kind of token, and with every scope set that lacks exactly one scope. */
export function authorizationCases(
  tool: Tool,
  bases: ValidArguments,
  { service, at }: CaseContext,
): AuthorizationCase[] {
  const all = service.scopes.map(({ name }) => name);
  const place = at({ file: tool.file, path: ["scope"] });
  if (service.auth.scheme === "none") {
    return [makeCallCase("no-token", "A call without a token is answered.", "none", "allowed")];
  }
  const denied = tool.scopes.map((scope) => {
    const others = all.filter((name) => name !== scope);
    const must = `A token with every scope but ${scope} is denied.`;
    return makeCallCase(`without-${scope}`, must, { scopes: others }, { denied: [scope] });
  });
  const unchanged = makePromise("unchanged", "Calls that were denied have changed nothing.");
  return [
    ...rejected.map(([credential, words]) =>
      makeCallCase(
        `${credential}-token`,
        `A call with ${words} is unauthorized.`,
        credential,
        "unauthorized",
      ),
    ),
    ...denied,
    makeCallCase("exact-scopes", exactly(tool.scopes), { scopes: tool.scopes }, "allowed"),
    makeCallCase("all-scopes", "A token with every scope is allowed.", { scopes: all }, "allowed"),
    ...(tool.scopes.length > 0 ? [{ ...unchanged, unchanged: true as const }] : []),
  ];

  function makeCallCase(
    name: string,
    must: string,
    credential: Credential,
    expect: "unauthorized" | "allowed" | { readonly denied: readonly string[] },
  ): AuthorizationCase {
    const call = bases.plainest === undefined ? {} : { base: bases.plainest };
    return { ...makePromise(name, must), ...call, with: credential, expect };
  }

  function makePromise(name: string, must: string) {
    return promise("authorization", `${tool.name}/${name}`, tool.name, must, place);
  }
}

function exactly(scopes: readonly string[]): string {
  return scopes.length === 0
    ? "A token without any scope is allowed."
    : `A token with only ${scopes.join(" and ")} is allowed.`;
}
