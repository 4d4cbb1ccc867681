/** Reads the options of `toolwright mock` for a spec: failing tools, and tokens. */
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { MockToken } from "../../mock/tokens.ts";
import type { Model } from "../../model/model.ts";
import { UsageError, type Values } from "../command.ts";
import { newToken } from "./hooks.ts";

/** The account of tokens that name none. */
export const firstAccount = "mock";

/** Maps each tool to the code with which it refuses every call. @throws UsageError for undeclared names */
export function failingTools({ fail }: Values, { tools }: Model): Map<string, string> {
  const failing = new Map<string, string>();
  for (const option of splitList(fail)) {
    const [code, name] = option.split("=", 2).reverse() as [string, string?];
    const named = name === undefined ? tools : tools.filter((tool) => tool.name === name);
    if (named.length === 0)
      throw unknown(
        "tool",
        name!,
        tools.map((tool) => tool.name),
      );
    const declaring = named.filter(({ failures }) => failures.includes(code));
    const known = new Set(named.flatMap(({ failures }) => failures));
    if (declaring.length === 0) throw unknown(`failure in ${name ?? "any tool"}`, code, [...known]);
    for (const tool of declaring) failing.set(tool.name, code);
  }
  return failing;
}

/** Returns the tokens of the command line; without any, a new token for each of two accounts. @throws UsageError */
export function readTokens({ token }: Values, model: Model): { tokens: MockToken[]; areNew: boolean } {
  const scopes = model.scopes.map(({ name }) => name);
  const tokens = splitList(token).map((option) => readToken(option, scopes));
  if (tokens.length > 0) return { tokens, areNew: false };
  const accounts = [firstAccount, "other"];
  return { tokens: accounts.map((account) => ({ secret: newToken(), account, scopes })), areNew: true };
}

function readToken(option: string, all: readonly string[]): MockToken {
  const [, secret, account = firstAccount, list] =
    /^([A-Za-z0-9._~+/-]+)(?:@([A-Za-z0-9._-]+))?(?:=(.*))?$/.exec(option) ?? [];
  if (secret === undefined)
    throw new UsageError("A --token looks like TOKEN, TOKEN@ACCOUNT or TOKEN@ACCOUNT=SCOPE,SCOPE.");
  const scopes = list === undefined ? all : list.split(",").filter((scope) => scope !== "");
  const stranger = scopes.find((scope) => !all.includes(scope));
  if (stranger !== undefined) throw unknown("scope", stranger, all);
  return { secret, account, scopes };
}

function splitList(option: Values[string]): string[] {
  return [option ?? []].flat().map(String);
}

function unknown(what: string, name: string, names: readonly string[]): UsageError {
  const hint = didYouMean(name, names) ?? "The spec declares none.";
  return new UsageError(`There is no ${what} ${JSON.stringify(name)}. ${hint}`);
}
