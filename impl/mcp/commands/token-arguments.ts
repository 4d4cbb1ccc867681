/** Parses the arguments of the token command. */
import type { PlanName } from "../../accounts/plans/plans.ts";
import { TOKEN_LIMITS } from "../../accounts/tokens/tokens.ts";
import { UsageError } from "./command-line.ts";
import { addressOption, parseOptions, planOption, requireOption, wholeNumber } from "./options.ts";

export type TokenCommand =
  | { readonly command: "help" }
  | CreateCommand
  | { readonly command: "list"; readonly email: string | undefined; readonly json: boolean }
  | { readonly command: "revoke"; readonly tokenId: string; readonly json: boolean };

export interface CreateCommand {
  readonly command: "create";
  readonly email: string;
  /** The scopes; one token is created for each list. */
  readonly scopes: readonly (readonly string[])[];
  readonly expiresInDays: number | undefined;
  readonly name: string;
  /** Plan of a new account if there is none with this address; undefined: create no account. */
  readonly createAccount: PlanName | undefined;
  readonly count: number;
  readonly json: boolean;
}

const MAX_COUNT = 100_000;

/** @throws UsageError */
export function parseTokenCommand(args: readonly string[], knownScopes: readonly string[]): TokenCommand {
  const [command, ...rest] = args;
  if (command === undefined || rest.includes("--help") || /^(--help|-h|help)$/.test(command))
    return { command: "help" };
  switch (command) {
    case "create":
      return parseCreate(rest, knownScopes);
    case "list":
      return parseList(rest);
    case "revoke":
      return parseRevoke(rest);
    default:
      throw new UsageError(
        `Unknown command ${JSON.stringify(command)}. The commands are create, list and revoke.`,
      );
  }
}

function parseCreate(args: string[], knownScopes: readonly string[]): CreateCommand {
  const { values } = parseOptions(args, {
    account: { type: "string" },
    scopes: { type: "string", multiple: true },
    "expires-days": { type: "string" },
    name: { type: "string", default: "" },
    "create-account": { type: "boolean", default: false },
    plan: { type: "string" },
    count: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  });
  const days = values["expires-days"];
  if (values.plan !== undefined && !values["create-account"]) {
    throw new UsageError("--plan needs --create-account: it is the plan of a new account.");
  }
  if (values.name.length > TOKEN_LIMITS.name)
    throw new UsageError(`--name has at most ${TOKEN_LIMITS.name} characters.`);
  return {
    command: "create",
    email: addressOption("--account", values.account),
    scopes: requireOption("--scopes", values.scopes).map((list) => scopes(list, knownScopes)),
    expiresInDays: days === undefined ? undefined : wholeNumber("--expires-days", days, TOKEN_LIMITS.days),
    name: values.name,
    createAccount: values["create-account"] ? planOption(values.plan ?? "trial") : undefined,
    count: wholeNumber("--count", values.count, MAX_COUNT),
    json: values.json,
  };
}

function parseList(args: string[]): TokenCommand {
  const { values } = parseOptions(args, {
    account: { type: "string" },
    json: { type: "boolean", default: false },
  });
  return {
    command: "list",
    email: values.account === undefined ? undefined : addressOption("--account", values.account),
    json: values.json,
  };
}

function parseRevoke(args: string[]): TokenCommand {
  const { values, positionals } = parseOptions(args, { json: { type: "boolean", default: false } }, true);
  const [tokenId, ...more] = positionals;
  if (tokenId === undefined || more.length > 0) throw new UsageError("revoke takes the id of one token.");
  if (tokenId.startsWith("twp_")) {
    throw new UsageError("revoke takes the id of a token (tok_...), not its secret; list shows the ids.");
  }
  return { command: "revoke", tokenId, json: values.json };
}

/** The scopes without duplicates, in the order of the argument. A token without scopes can only ping. */
function scopes(text: string, known: readonly string[]): string[] {
  const named = text.split(",").map((scope) => scope.trim());
  const unknown = named.filter((scope) => scope !== "" && !known.includes(scope));
  if (unknown.length > 0) {
    throw new UsageError(
      `--scopes has unknown scopes: ${unknown.join(", ")}. The scopes are ${known.join(", ")}.`,
    );
  }
  return [...new Set(named.filter((scope) => scope !== ""))];
}
