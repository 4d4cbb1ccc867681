/** Emits limits.ts, scopes.ts, failures.ts, account-states.ts and states.ts. */
import type { VariableStatementStructure } from "ts-morph";
import type { Model } from "../model/model.ts";
import { listStates } from "../model/states.ts";
import { literal } from "../typescript/literal.ts";
import type { GeneratedFile } from "./file.ts";
import { constant, printTypeScript, typeAlias } from "./print.ts";

/** Emits limits.ts: every number of the spec that has a name. */
export function emitLimits({ limits }: Model): GeneratedFile {
  const rows = Object.fromEntries(
    limits.map(({ name, kind, numbers, settings, description }) => [
      name,
      { kind, ...numbers, ...settings, description },
    ]),
  );
  return printTypeScript("limits.ts", [table("limits", rows, "The limits of the spec, by name.")]);
}

/** Emits scopes.ts: the scopes that a token may have. */
export function emitScopes({ scopes }: Model): GeneratedFile {
  const rows = Object.fromEntries(scopes.map(({ name, description }) => [name, description]));
  return printTypeScript("scopes.ts", [
    table("scopes", rows, "Scope -> what it grants."),
    typeAlias("Scope", "keyof typeof scopes", "A scope that a token may have."),
  ]);
}

/** Emits failures.ts: the refusals that tools declare. */
export function emitFailures({ failures }: Model): GeneratedFile {
  const rows = Object.fromEntries(failures.map(({ code, when, retryable }) => [code, { when, retryable }]));
  return printTypeScript("failures.ts", [
    table(
      "failures",
      rows,
      "Code -> when a tool refuses with it, and whether the same call can succeed later.",
    ),
    typeAlias("Failure", "keyof typeof failures", "A code that some tool may refuse with."),
    refusalCodes,
  ]);
}

/** Declares the codes to the runtime, so that `Refusal` accepts only these. */
const refusalCodes = `/** \`new Refusal(code, ...)\` takes these codes. */
declare module "@toolwright/runtime" {
  interface FailureCodes extends Record<Failure, unknown> {}
}`;

/** Emits account-states.ts: the states of accounts in which tools refuse them. A spec without any has no such file. */
export function emitAccountStates({ accountStates }: Model): GeneratedFile[] {
  if (accountStates.length === 0) return [];
  const rows = Object.fromEntries(accountStates.map(({ name, when, refused }) => [name, { when, refused }]));
  const file = printTypeScript("account-states.ts", [
    table(
      "accountStates",
      rows,
      "State of an account -> when an account is in it, and the code with which tools refuse it.",
    ),
    typeAlias(
      "AccountState",
      "keyof typeof accountStates",
      "A state of an account in which tools refuse it.",
    ),
    callerStates,
  ]);
  return [file];
}

/** Declares the states to the runtime, so that callers have only these. */
const callerStates = `/** \`accountState\` of callers takes these. */
declare module "@toolwright/runtime" {
  interface AccountStates extends Record<AccountState, unknown> {}
}`;

/** Emits states.ts: the transition tables. */
export function emitStates({ states }: Model): GeneratedFile {
  const rows = Object.fromEntries(
    states.map(({ name, initial, transitions }) => {
      const edges = transitions.map((each) => {
        const { from, to, by } = each;
        return [each.name, { from, to, by: by === "server" ? by : undefined }];
      });
      return [name, { initial, transitions: Object.fromEntries(edges) }];
    }),
  );
  return printTypeScript("states.ts", [
    table(
      "states",
      rows,
      "State machine -> its initial state and its transitions, each with the states that it connects. Calls make the transitions, but for those by the server.",
    ),
    ...states.flatMap((machine) => {
      const { name, typeName } = machine;
      const transitions = machine.transitions.map((transition) => transition.name);
      return [
        typeAlias(`${typeName}State`, union(listStates(machine)), `The states of ${name}.`),
        typeAlias(`${typeName}Transition`, union(transitions), `The transitions of ${name}.`),
      ];
    }),
  ]);
}

function table(name: string, value: object, description: string): VariableStatementStructure {
  return constant(name, undefined, `${literal(value)} as const`, description);
}

function union(values: readonly string[]): string {
  return [...new Set(values)].map((value) => JSON.stringify(value)).join(" | ") || "never";
}
