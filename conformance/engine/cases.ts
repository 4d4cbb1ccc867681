/** Lists what laws range over. Until a law enumerates the rules by itself, it takes the cases that the case file has for it. */
import type { BehaviourCase } from "../cases/behaviour-cases.ts";
import type { Spec } from "./law.ts";

type Checked = Extract<BehaviourCase, { readonly check: string }>;

type OfCheck<Each, Kind, Check> = Each extends { readonly kind: Kind; readonly check: infer All }
  ? Check extends All
    ? Each & { readonly check: Check }
    : never
  : never;

export type CaseOf<Kind extends string, Check extends string> = OfCheck<Checked, Kind, Check>;

export function listCases<Kind extends string, Check extends string>(
  { file }: Spec,
  kind: Kind,
  check: Check,
): readonly CaseOf<Kind, Check>[] {
  return file.cases.filter(
    (each): each is CaseOf<Kind, Check> =>
      each.kind === kind && "check" in each && each.check === check && !("untestable" in each),
  );
}
