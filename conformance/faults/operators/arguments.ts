import type { CaseFile, Json } from "@toolwright/conformance/cases";
import type { FaultDraft, Operator } from "../fault.ts";
import { withError, withResult } from "../messages.ts";
import {
  accepting,
  isImpliedByOthers,
  listConstraints,
  refusing,
  schemasWithout,
} from "./altered-constraints.ts";
import { changedSchemas, constraintIn, moved } from "./constraint.ts";
import { alterRefusals, withFailure } from "./interceptors.ts";

/** Faults in which arguments a tool accepts, and in how it refuses others. */
export const argumentOperators: readonly Operator[] = [
  {
    name: "ignore-constraint",
    faults: (context) =>
      listConstraints(context).map((each) => ({
        ...atConstraint(each.constraint),
        description: `Arguments are taken that break ${short(each.constraint)}.`,
        isEquivalent: () => isImpliedByOthers(context.cases, each),
        start: () => accepting(context.cases, each.tools, schemasWithout(context.cases, each)),
      })),
  },
  {
    name: "widen-bound",
    faults: (context) =>
      listConstraints(context).flatMap(({ tools, constraint, also }) => {
        const wider = movedSchemas(context.cases, constraint, "wider");
        // Another constraint refuses values beyond the bound, so nothing would change.
        if (wider === undefined || also.length > 0) return [];
        return {
          ...atConstraint(constraint),
          description: `Arguments are taken one step beyond ${short(constraint)}.`,
          start: () => accepting(context.cases, tools, wider),
        };
      }),
  },
  {
    name: "tighten-bound",
    faults: (context) =>
      listConstraints(context).flatMap(({ tools, constraint }) => {
        const tighter = movedSchemas(context.cases, constraint, "tighter");
        if (tighter === undefined) return [];
        return {
          ...atConstraint(constraint),
          description: `Arguments are refused that just keep to ${short(constraint)}.`,
          start: () => refusing(context.cases, tools, tighter),
        };
      }),
  },
  {
    name: "forget-enum-value",
    faults: (context) =>
      listConstraints(context).flatMap(({ tools, constraint }) => {
        const { schema, keyword } = constraintIn(context.cases.schemas, constraint);
        const values = keyword === "enum" ? (schema.enum as readonly Json[]) : [];
        return values.map((value) => {
          const rest = values.filter((other) => other !== value);
          const fewer = changedSchemas(context.cases.schemas, constraint, (each) => ({
            ...each,
            enum: rest,
          }));
          return {
            ...atConstraint(constraint, `/${value}`),
            description: `${JSON.stringify(value)} is refused, which is listed in ${short(constraint)}.`,
            start: () => refusing(context.cases, tools, fewer),
          };
        });
      }),
  },
  {
    name: "refusal-of-arguments",
    faults: ({ cases, observed }) =>
      Object.keys(cases.tools)
        .filter((tool) => observed.refusals.get(tool)?.has("invalid_input"))
        .flatMap((tool) =>
          Object.entries(refusals).map(([form, { description, change }]) => ({
            location: `${tool}/${form}`,
            description: `${tool} refuses arguments ${description}.`,
            scope: { part: "answers", tool } as const,
            start: () => alterRefusals(tool, "invalid_input", change),
          })),
        ),
  },
];

const refusals: Readonly<
  Record<string, { readonly description: string; readonly change: Parameters<typeof alterRefusals>[2] }>
> = {
  "no-error": {
    description: "with a result that is no error",
    change: (response, { isError: _, _meta: __, ...result }) => withResult(response, result),
  },
  internal: {
    description: "as if it had broken inside",
    change: (response, result) =>
      withResult(
        response,
        withFailure(result, (failure) => ({ ...failure, code: "internal" })),
      ),
  },
  "rpc-internal": {
    description: "with JSON-RPC's internal error",
    change: (response) => withError(response, -32603, "Internal error"),
  },
  "http-500": {
    description: "with HTTP 500 and no message",
    change: (response) => ({
      ...response,
      status: 500,
      headers: { "content-type": "text/plain" },
      body: "Internal Server Error",
    }),
  },
  empty: { description: "with a result of nothing", change: (response) => withResult(response, {}) },
};

function atConstraint(constraint: string, more = ""): Pick<FaultDraft, "location" | "scope"> {
  return { location: short(constraint) + more, scope: { part: "constraint", constraint } };
}

function short(constraint: string): string {
  return constraint.replace("spec:///", "");
}

/** The schemas with a bound moved by one step; `undefined` if the constraint is not a bound. */
function movedSchemas(
  { schemas }: CaseFile,
  constraint: string,
  way: "wider" | "tighter",
): CaseFile["schemas"] | undefined {
  const { schema, keyword } = constraintIn(schemas, constraint);
  const changed = moved(schema, keyword, way);
  return changed && changedSchemas(schemas, constraint, () => changed);
}
