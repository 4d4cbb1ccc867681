import type { Json } from "@toolwright/conformance/cases";
import type { FaultContext, FaultDraft, Operator } from "../fault.ts";
import { withResult } from "../messages.ts";
import {
  acceptMore,
  isImpliedByOthers,
  listConstraints,
  refuseMore,
  removeConstraint,
} from "./altered-constraints.ts";
import { changeSchemas, findConstraint, moveBound } from "./constraint.ts";
import { alterRefusals, type Change, edit, error, failureIn, replace } from "./interceptors.ts";
import { draftPerTool, type Variant } from "./variants.ts";

/** Faults in the arguments that a tool accepts, and in its refusals of others. */
export const argumentOperators: readonly Operator[] = [
  {
    name: "ignore-constraint",
    faults: (context) =>
      listConstraints(context).map((each) => ({
        ...atConstraint(each.constraint),
        description: `Arguments are accepted that break ${short(each.constraint)}.`,
        isEquivalent: () => isImpliedByOthers(context.cases, each),
        start: () => acceptMore(context.cases, each.tools, removeConstraint(context.cases, each)),
      })),
  },
  {
    name: "widen-bound",
    faults: (context) => moveBounds(context, "wider", "accepted one step beyond"),
  },
  {
    name: "tighten-bound",
    faults: (context) => moveBounds(context, "tighter", "refused that are exactly at"),
  },
  {
    name: "forget-enum-value",
    faults: ({ cases, observed }) =>
      listConstraints({ cases, observed }).flatMap(({ tools, constraint }) => {
        const { schema, keyword } = findConstraint(cases.schemas, constraint);
        const values = keyword === "enum" ? (schema.enum as readonly Json[]) : [];
        return values.map((value) => {
          const rest = values.filter((other) => other !== value);
          const fewer = changeSchemas(cases.schemas, constraint, (each) => ({ ...each, enum: rest }));
          return {
            ...atConstraint(constraint, `/${value}`),
            description: `${JSON.stringify(value)} is refused, although ${short(constraint)} lists it.`,
            start: () => refuseMore(cases, tools, fewer),
          };
        });
      }),
  },
  {
    name: "refusal-of-arguments",
    faults: ({ cases, observed }) =>
      draftPerTool(
        Object.keys(cases.tools).filter((tool) => observed.refusals.get(tool)?.has("invalid_input")),
        { part: "answers", verb: "refuses arguments" },
        refusals,
        (tool, change) => alterRefusals(tool, "invalid_input", change),
      ),
  },
];

const refusals: readonly Variant<Change>[] = [
  [
    "no-error",
    "with a result that is not an error",
    edit({ remove: "/result/isError" }, { remove: "/result/_meta" }),
  ],
  ["internal", "as an internal error", edit({ set: `${failureIn}/code`, to: "internal" })],
  ["rpc-internal", "with JSON-RPC's internal error", error(-32603, "Internal error")],
  [
    "http-500",
    "with HTTP 500 and no message",
    replace({ status: 500, headers: { "content-type": "text/plain" }, body: "Internal Server Error" }),
  ],
  ["empty", "with an empty result", (response) => withResult(response, {})],
];

/** Makes one fault for each bound that can be moved by one step. */
function moveBounds(context: FaultContext, way: "wider" | "tighter", verb: string): FaultDraft[] {
  const { cases } = context;
  return listConstraints(context).flatMap(({ tools, constraint, also }) => {
    const { schema, keyword } = findConstraint(cases.schemas, constraint);
    const changed = moveBound(schema, keyword, way);
    // Another constraint refuses values beyond the bound, so nothing would change.
    if (changed === undefined || (way === "wider" && also.length > 0)) return [];
    const schemas = changeSchemas(cases.schemas, constraint, () => changed);
    const enforce = way === "wider" ? acceptMore : refuseMore;
    return {
      ...atConstraint(constraint),
      description: `Arguments are ${verb} ${short(constraint)}.`,
      start: () => enforce(cases, tools, schemas),
    };
  });
}

function atConstraint(constraint: string, more = ""): Pick<FaultDraft, "location" | "scope"> {
  return { location: short(constraint) + more, scope: { part: "constraint", constraint } };
}

function short(constraint: string): string {
  return constraint.replace("spec:///", "");
}
