import type { SpecLocation } from "../diagnostics/diagnostic.ts";

/** A state of a whole account, such as a subscription that has ended. Some tools refuse the account then. */
export interface AccountState {
  /** Its name. */
  readonly name: string;
  /** A sentence that says when an account is in the state. */
  readonly when: string;
  /** The failure code of the refusals. */
  readonly refused: string;
  /** `writes`: the tools without `readOnlyHint`; `all`: every tool, and resources that handlers read; or their names. */
  readonly appliesTo: "writes" | "all" | readonly string[];
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** The facts by which an account state applies to a tool, resource or prompt, or does not. */
export interface AppliedTo {
  /** The name of a tool, or `resource:NAME` or `prompt:NAME`. */
  readonly name: string;
  /** Whether it only reads. */
  readonly reads: boolean;
  /** Whether `all` means it: tools, and resources that handlers read. */
  readonly isCalled: boolean;
}

/** Whether a tool or resource refuses accounts in this state. */
export function refusesIn({ appliesTo }: AccountState, { name, reads, isCalled }: AppliedTo): boolean {
  if (typeof appliesTo !== "string") return appliesTo.includes(name);
  return isCalled && (appliesTo === "all" || !reads);
}
