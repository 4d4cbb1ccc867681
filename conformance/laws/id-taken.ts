/** Tools whose callers choose the id of what they make: another thing with the same id does not take its place. */
import { readStructured } from "../behaviour/calls/called.ts";
import { readMadeId } from "../behaviour/instances/made-id.ts";
import { valueAt } from "../cases/edits.ts";
import { type CaseOf, listCases } from "../engine/cases.ts";
import {
  held,
  inapplicable,
  isRefusal,
  isSuccess,
  notSetUp,
  open,
  wrongChange,
} from "../engine/judgements.ts";
import type { Law } from "../engine/law.ts";

export const idTaken: Law<CaseOf<"effects", "id-taken">> = {
  name: "id-taken",
  must: "A second thing with the id of one that is there is refused, or does not take its place.",
  finding:
    'inv_get_product: expected "Hammer", got "Saw" at /name, after a second inv_add_product with its sku',
  over: (spec) => listCases(spec, "effects", "id-taken"),
  attempts({ tool, entity, others }, { rules }) {
    const key = rules.idempotency[tool]?.key;
    const edits = Object.entries(others).map(([set, other]) => ({ set, other }));
    return [
      {
        given: [{ thing: "one", entity }],
        watch: ["one"],
        acts: [{ tool, asMade: "one", but: [...edits, ...(key === undefined ? [] : [{ newKey: key }])] }],
      },
    ];
  },
  judge({ things, acts, changes }, { tool, entity, argument, must }, { rules }) {
    const { id, input } = things.one!;
    const again = acts[0]!;
    if (valueAt(input, argument) !== id)
      return inapplicable(`the server gave the ${entity} another id than that at ${argument}`);
    if (!isSuccess(again) && !isRefusal(again)) return notSetUp(again);
    if (isSuccess(again) && readMadeId(rules.entities[entity]!.madeBy!, readStructured(again)) !== id)
      return inapplicable(`the server gave the second ${entity} another id`);
    const [change] = changes;
    if (change !== undefined) return wrongChange(change, again, must);
    if (isRefusal(again)) return held;
    return open("unobserved", `${tool} took the id again, and changed nothing`, again);
  },
};
