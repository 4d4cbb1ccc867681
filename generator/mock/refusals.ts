/** Decides with which code of the spec a mock refuses a call, where the spec leaves that open. */
import { type FailureCode, Refusal } from "@toolwright/runtime";
import type { Limit, Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import type { IdKind } from "./id-kinds.ts";
import { listPaths } from "./values.ts";

/** Refuses a call with a text that gives the reason and the next step. */
export function refuse(model: Model, code: string, reason: string): never {
  const failure = model.failures.find((declared) => declared.code === code);
  // The mock reads its spec at the start, so the compiler knows none of its codes.
  throw new Refusal(code as FailureCode, failure ? `${reason} (${code}: ${failure.when})` : reason);
}

/** Returns the code for an unknown id; `undefined` if the tool declares none. */
export function unknownIdCode(kind: IdKind, tool: Tool, limits: readonly Limit[]): string | undefined {
  const arguments_ = kind.findArguments(tool);
  const codes = [
    kind.entity.private,
    tool.examples.find(
      ({ failure, input }) =>
        failure !== undefined &&
        isOfUnknown(failure) &&
        arguments_.some((path) => listPaths(input, path).length > 0),
    )?.failure,
    tool.failures.find(isOfUnknown),
    ...limits.flatMap(({ ends }) =>
      ends?.tool === tool.name && arguments_.includes(ends.argument) ? [ends.failure] : [],
    ),
  ];
  return codes.find((code) => code !== undefined && tool.failures.includes(code));
}

function isOfUnknown(code: string): boolean {
  return /not_?found|unknown|no_such|missing|gone|does_not_exist/i.test(code);
}

/** Returns the declared failure whose name contains one of these words, else `invalid_input`, which every tool may return. */
export function codeLike(tool: Tool, words: RegExp): string {
  return tool.failures.find((code) => words.test(code)) ?? "invalid_input";
}
