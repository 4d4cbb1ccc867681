/** Defines the promise of a tool case, with its check or the reason why it cannot be checked. */
import type { Case } from "@toolwright/conformance/cases";
import { withArticle } from "@toolwright/runtime/problems";

export const noArguments = "no valid arguments were found";

export function unmade(entity: string): string {
  return `the spec names no tool that makes ${withArticle(entity)} (made_by)`;
}

/** The promise of a tool that a case checks. */
export interface CasePromise<Kind extends Case["kind"]> {
  readonly id: string;
  readonly kind: Kind;
  readonly tool: string;
  /** The sentence that the tool has to meet. */
  readonly must: string;
  /** The place in the spec, as the case file names it. */
  readonly at: string;
}

/** @param name the part of its id after the kind */
export function promise<Kind extends Case["kind"]>(
  kind: Kind,
  name: string,
  tool: string,
  must: string,
  at: string,
): CasePromise<Kind> {
  return { id: `${kind}/${name}`, kind, tool, must, at };
}

/** @param check the check, or as a text the reason why there is none */
export function addCheck<Promised extends object, const Check extends object>(
  promised: Promised,
  check: Check | string,
): (Promised & Check) | (Promised & { readonly untestable: string }) {
  return typeof check === "string" ? { ...promised, untestable: check } : { ...promised, ...check };
}
