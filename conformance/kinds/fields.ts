/** Judges the cases of kind fields: a field that needs a scope. */
import { type Called, readStructured } from "../behaviour/calls/called.ts";
import type { Engine } from "../behaviour/engine.ts";
import { createSupply } from "../behaviour/lists/supply.ts";
import { exampleArguments } from "../calls/arguments.ts";
import type { FieldCase } from "../cases/behaviour-cases.ts";
import { valuesAt } from "../cases/places.ts";
import { PreconditionError, requireDeclared } from "../results/precondition-error.ts";
import { held, type Verdict } from "../results/verdict.ts";
import type { KindOfBehaviour } from "./kind-of-behaviour.ts";

export const fields: KindOfBehaviour<FieldCase> = {
  cost: () => 5,
  verdict: fieldVerdict,
};

async function fieldVerdict(each: FieldCase, engine: Engine): Promise<Verdict> {
  const { tool, path, scope } = requireDeclared(engine.rules.fields[each.field]);
  const shown = await resultWithField(each, path, engine);
  const there = valuesAt(readStructured(shown), path);
  if (each.check === "with") {
    if (there.length > 0) return held;
    const expected = `a value at ${path} for a token with ${scope}`;
    return engine.verdicts.failed(expected, shown, "there is none");
  }
  if (there.length === 0)
    throw new PreconditionError("unobserved", `no result has a value at ${path}, even with ${scope}`);
  const scopes = engine.context.cases.scopes.filter((name) => name !== scope);
  const called = await engine.calls.requireSuccess({ tool, input: shown.input }, { scopes });
  const [leak] = valuesAt(readStructured(called), path);
  if (leak === undefined) return held;
  return engine.verdicts.failed(
    `no value at ${path} for a token without ${scope}`,
    called,
    `${leak.pointer} is there`,
  );
}

/** Gets a result that should have the field. If the field is in an empty list, adds an item. */
async function resultWithField(each: FieldCase, path: string, engine: Engine): Promise<Called> {
  const { tool } = each;
  const example = exampleArguments(engine.context.cases, each);
  const items = listAround(path);
  if (items === undefined)
    return engine.calls.requireSuccess({ tool, input: await engine.instances.fill(tool, example) });
  const supply = await createSupply(engine, { tool, input: example, items });
  const before = await engine.calls.requireSuccess({ tool, input: supply.input });
  if (valuesAt(readStructured(before), path).length > 0) return before;
  await supply.add(1);
  return engine.calls.requireSuccess({ tool, input: supply.input });
}

/** Returns the place of the outermost array in a pattern, such as `/issues` for the reporter of each issue. */
function listAround(path: string): string | undefined {
  const end = path.split("/").indexOf("*");
  return end < 0 ? undefined : path.split("/").slice(0, end).join("/");
}
