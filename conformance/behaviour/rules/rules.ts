/** The behaviour rules of a spec. */
import type { Behaviour } from "../../cases/behaviour.ts";
import type { CaseFile } from "../../cases/format.ts";
import { withOwnNames } from "../../own-names.ts";

/** The rules of a spec that declares nothing about behaviour. */
export const noBehaviour: Behaviour = {
  entities: {},
  accountStates: {},
  states: {},
  limits: {},
  idempotency: {},
  revisions: {},
  pages: {},
  draws: {},
  spends: {},
  charges: {},
  fields: [],
  sums: {},
  repeats: {},
  invariants: {},
  files: {},
  changes: {},
  copies: {},
  requires: {},
  overlaps: {},
  takes: {},
  adds: {},
  removes: {},
  lists: {},
  workflows: {},
};

export function readBehaviour({ behaviour }: CaseFile): Behaviour {
  return withOwnNames({ ...noBehaviour, ...behaviour });
}
