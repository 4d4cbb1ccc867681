/** Derives the authorization cases of a tool: each kind of token, and each missing scope. */
import type { AuthorizationCase, Base, Credential } from "@toolwright/conformance/cases";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import type { ValidArguments } from "./arguments.ts";
import { type CaseContext, printAt } from "./case-context.ts";
import { promise } from "./promise.ts";

const rejected: readonly (readonly [Credential & string, words: string])[] = [
  ["none", "no token"],
  ["malformed", "a malformed token"],
  ["unknown", "an unknown token"],
  ["expired", "an expired token"],
  ["revoked", "a revoked token"],
];

/** Calls with every kind of token, with every scope set that lacks exactly one scope, with each scope alone, and with none. */
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
  const unchanged = makePromise("unchanged", "Calls that were rejected have changed nothing.");
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
    ...listFewScopes(tool.scopes, all).map((scopes) => {
      const [scope] = scopes;
      const [id, words] =
        scope === undefined ? ["no-scopes", "no scope"] : [`only-${scope}`, `only ${scope}`];
      const missing = tool.scopes.filter((each) => !scopes.includes(each));
      return missing.length > 0
        ? makeCallCase(id, `A token with ${words} is denied.`, { scopes }, { denied: missing })
        : makeCallCase(id, `A token with ${words} is allowed.`, { scopes }, "allowed");
    }),
    makeCallCase("exact-scopes", exactly(tool.scopes), { scopes: tool.scopes }, "allowed"),
    makeCallCase("all-scopes", "A token with every scope is allowed.", { scopes: all }, "allowed"),
    { ...unchanged, unchanged: true as const },
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

/** Makes the case of a token that ends by itself. One tool is enough, since tokens are read before a tool is looked for. */
export function expiryCases(model: Model, bases: ReadonlyMap<string, Base>): AuthorizationCase[] {
  if (model.auth.scheme === "none") return [];
  const callable = model.tools.filter(({ name }) => bases.has(name));
  const reading = callable.filter(({ annotations }) => annotations?.readOnlyHint === true);
  const lengthOf = ({ name }: Tool) => JSON.stringify(bases.get(name)).length;
  const [tool] = (reading.length > 0 ? reading : callable).toSorted((a, b) => lengthOf(a) - lengthOf(b));
  if (tool === undefined) return [];
  const must = "A token is accepted until it expires, and not after.";
  const at = printAt({ file: tool.file, path: ["scope"] });
  const promised = promise("authorization", `${tool.name}/until-expiry`, tool.name, must, at);
  return [{ ...promised, base: tool.name, expires: true }];
}

/** Lists the scope sets with at most one scope, except those that other cases of the tool use. */
function listFewScopes(own: readonly string[], all: readonly string[]): string[][] {
  const others = own.map((scope) => all.filter((name) => name !== scope));
  const used = new Set([own, all, ...others].map((scopes) => JSON.stringify(scopes)));
  return [[], ...all.map((scope) => [scope])].filter((scopes) => !used.has(JSON.stringify(scopes)));
}

function exactly(scopes: readonly string[]): string {
  return scopes.length === 0
    ? "A token without any scope is allowed."
    : `A token with only ${scopes.join(" and ")} is allowed.`;
}
