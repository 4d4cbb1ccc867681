import type { CaseFile, Json } from "toolwright/runtime";
import type { Operator, Wrong } from "../fault.ts";
import { withError, withResult } from "../messages.ts";
import { accepting, constraintsOf, isGuardedTwice, refusing, schemasWithout } from "./altered-constraints.ts";
import { changedSchemas, constraintIn, moved } from "./constraint.ts";
import { onRefusals, withFailure } from "./interceptors.ts";

/** What arguments a tool takes, and how it refuses others. */
export const argumentOperators: readonly Operator[] = [
  {
    name: "ignore-constraint",
    faults: (world) =>
      constraintsOf(world).map((each) => ({
        ...atConstraint(each.constraint),
        does: `Arguments are taken that break ${short(each.constraint)}.`,
        changesNothing: () => isGuardedTwice(world.cases, each),
        start: () => accepting(world.cases, each.tools, schemasWithout(world.cases, each)),
      })),
  },
  {
    name: "widen-bound",
    faults: (world) =>
      constraintsOf(world).flatMap(({ tools, constraint, also }) => {
        const wider = movedSchemas(world.cases, constraint, "wider");
        // What lies beyond is refused for another reason, too: nothing would change.
        if (wider === undefined || also.length > 0) return [];
        return {
          ...atConstraint(constraint),
          does: `Arguments are taken one step beyond ${short(constraint)}.`,
          start: () => accepting(world.cases, tools, wider),
        };
      }),
  },
  {
    name: "tighten-bound",
    faults: (world) =>
      constraintsOf(world).flatMap(({ tools, constraint }) => {
        const tighter = movedSchemas(world.cases, constraint, "tighter");
        if (tighter === undefined) return [];
        return {
          ...atConstraint(constraint),
          does: `Arguments are refused that just keep to ${short(constraint)}.`,
          start: () => refusing(world.cases, tools, tighter),
        };
      }),
  },
  {
    name: "forget-enum-value",
    faults: (world) =>
      constraintsOf(world).flatMap(({ tools, constraint }) => {
        const { schema, keyword } = constraintIn(world.cases.schemas, constraint);
        const values = keyword === "enum" ? (schema.enum as readonly Json[]) : [];
        return values.map((value) => {
          const rest = values.filter((other) => other !== value);
          const fewer = changedSchemas(world.cases.schemas, constraint, (each) => ({ ...each, enum: rest }));
          return {
            ...atConstraint(constraint, `/${value}`),
            does: `${JSON.stringify(value)} is refused, which is listed in ${short(constraint)}.`,
            start: () => refusing(world.cases, tools, fewer),
          };
        });
      }),
  },
  {
    name: "refusal-of-arguments",
    faults: ({ cases, seen }) =>
      Object.keys(cases.tools)
        .filter((tool) => seen.refusals.get(tool)?.has("invalid_input"))
        .flatMap((tool) =>
          Object.entries(refusals).map(([form, { does, change }]) => ({
            where: `${tool}/${form}`,
            does: `${tool} refuses arguments ${does}.`,
            place: { of: "answers", tool } as const,
            start: () => onRefusals(tool, "invalid_input", change),
          })),
        ),
  },
];

const refusals: Readonly<
  Record<string, { readonly does: string; readonly change: Parameters<typeof onRefusals>[2] }>
> = {
  "no-error": {
    does: "with a result that is no error",
    change: (passed, { isError: _, _meta: __, ...result }) => withResult(passed, result),
  },
  internal: {
    does: "as if it had broken inside",
    change: (passed, result) =>
      withResult(
        passed,
        withFailure(result, (failure) => ({ ...failure, code: "internal" })),
      ),
  },
  "rpc-internal": {
    does: "with JSON-RPC's internal error",
    change: (passed) => withError(passed, -32603, "Internal error"),
  },
  "http-500": {
    does: "with HTTP 500 and no message",
    change: (passed) => ({
      ...passed,
      status: 500,
      headers: { "content-type": "text/plain" },
      body: "Internal Server Error",
    }),
  },
  empty: { does: "with a result of nothing", change: (passed) => withResult(passed, {}) },
};

function atConstraint(constraint: string, more = ""): Pick<Wrong, "where" | "place"> {
  return { where: short(constraint) + more, place: { of: "constraint", constraint } };
}

function short(constraint: string): string {
  return constraint.replace("spec:///", "");
}

/** The schemas with a bound moved by one step, if the constraint is one. */
function movedSchemas(
  { schemas }: CaseFile,
  constraint: string,
  way: "wider" | "tighter",
): CaseFile["schemas"] | undefined {
  const { schema, keyword } = constraintIn(schemas, constraint);
  const changed = moved(schema, keyword, way);
  return changed && changedSchemas(schemas, constraint, () => changed);
}
