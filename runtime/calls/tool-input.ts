/** Checks scopes, the state of the account and arguments before a handler runs. */

import { explainErrors, problemText } from "../explain/problems.ts";
import { isObject } from "../json/object.ts";
import type { Params } from "../messages/message.ts";
import type { Caller } from "../service/caller.ts";
import type { AuthRules, Operation, ValidationError } from "../service/service.ts";
import type { Failure } from "./failure.ts";

/** The scopes that the tool needs and the caller lacks; undefined if the caller has all of them. */
export function missingScopes(tool: Operation, caller: Caller): readonly string[] | undefined {
  if (tool.scopes.every((scope) => caller.scopes.has(scope))) return undefined;
  return tool.scopes.filter((scope) => !caller.scopes.has(scope));
}

export function scopeFailure(tool: Operation, auth: AuthRules, missing: readonly string[]): Failure {
  const [noun, pronoun] = missing.length === 1 ? ["scope", "it"] : ["scopes", "them"];
  const where = auth.tokenSource === undefined ? "" : ` (${auth.tokenSource})`;
  const message =
    `${tool.name} needs the ${noun} ${missing.join(", ")}, which this token does not have. ` +
    `Ask the owner for a token with ${pronoun}${where}; calling again with this one will not help.`;
  return { code: "insufficient_scope", message, details: { required: missing }, retryable: false };
}

/** The failure of a caller whose account is in a state that the operation refuses; undefined if it may go on. */
export function accountFailure(tool: Operation, { accountState }: Caller): Failure | undefined {
  const { refusedIn, failures } = tool;
  if (accountState === undefined || !refusedIn || !Object.hasOwn(refusedIn, accountState)) return undefined;
  const code = refusedIn[accountState]!;
  const { when = "", retryable = false } = failures[code] ?? {};
  const message =
    `${tool.name} is refused: ${when}. ` +
    "Ask the owner of the account to see to it; calling again before that will not help.";
  return { code, message, details: { account_state: accountState }, retryable };
}

/** Creates the function that validates arguments and applies defaults in place. It returns a failure if they are invalid. */
export function inputCheck(tool: Operation): (input: Params) => Failure | undefined {
  const validate = tool.input;
  let schema: unknown;
  return (input) => {
    if (validate(input)) return undefined;
    schema ??= inputSchema(tool);
    return invalidInput(tool, validate.errors ?? [], input, schema);
  };
}

function invalidInput(
  tool: Operation,
  errors: readonly ValidationError[],
  input: Params,
  schema: unknown,
): Failure {
  const problems = explainErrors(errors, input, schema);
  const message = problemText(tool.name, problems);
  return { code: "invalid_input", message, details: { problems: problems.slice(0, 10) }, retryable: false };
}

/** Parsed only when arguments are invalid, since a schema may be large. */
function inputSchema(tool: Operation): unknown {
  const entry: unknown = JSON.parse(tool.manifest);
  return isObject(entry) ? entry.inputSchema : undefined;
}
