/** An entity that calls with a revision change: its revision, and looks at it. */

import { isDeepStrictEqual } from "node:util";
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { Observation } from "../../behaviour/observe/observation.ts";
import { listMadeEntities } from "../../behaviour/rules/rule-calls.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { Arguments } from "../../cases/case.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import type { ConcurrencyCase, RevisionRule } from "../../cases/rules/repetition.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";

/** A new entity that calls of a tool change, and its revision. */
export interface Revised {
  readonly engine: Engine;
  readonly rule: RevisionRule;
  /** Returns the arguments of a call that names the entity, in the state that the call needs. */
  prepare(call: Arguments): Promise<Json>;
  /** Makes a prepared call with a revision. */
  call(input: Json, revision: Json): Promise<Called>;
  readRevision(): Promise<Json>;
  observe(): Promise<Observation>;
  /** A revision that the entity had before a call moved it, if one was read. */
  earlierRevision(): Json | undefined;
  /** The last observation, if no call may have changed anything since. */
  lastLook(): Observation | undefined;
}

export async function makeEntity(
  each: Arguments & Pick<ConcurrencyCase, "tool">,
  engine: Engine,
): Promise<Revised> {
  const { rules, instances, observer, context } = engine;
  const { tool } = each;
  const rule = requireDeclared(rules.revisions[tool]);
  const example = exampleArguments(context.cases, each);
  const named = listMadeEntities(tool, example, rules);
  const made = await instances.makeAll(named, { tool });
  const byEntity = Object.fromEntries(made.map((instance) => [instance.entity, instance]));
  const instance = requireDeclared(
    byEntity[rule.entity],
    `no tool makes the ${rule.entity} that ${tool} names`,
  );
  const others = rules.entities[rule.entity]!.observedBy.map((observed) => observed.tool);
  const { caller } = context;
  let last: { readonly look: Observation; readonly writes: number } | undefined;
  let ownWrites = 0;
  const revisions: Json[] = [];
  // A look holds until a call may have changed something. With few requests it holds until a call of this case: a finding needs a new entity.
  const countWrites = () => (engine.isBrief ? ownWrites : caller.writes());
  const lastLook = () => (last?.writes === countWrites() ? last.look : undefined);
  const observe = async () => {
    const writes = countWrites();
    const look = await observer.observeBriefly(instance);
    last = { look, writes };
    return look;
  };
  return {
    engine,
    rule,
    lastLook,
    observe,
    async prepare(call) {
      const writes = caller.writes();
      const input = await instances.fill(tool, exampleArguments(context.cases, call), {
        instances: byEntity,
      });
      await engine.states.bringToState(tool, input);
      ownWrites += caller.writes() - writes;
      return input;
    },
    call(input, revision) {
      ownWrites += 1;
      return engine.calls.call({ tool, input: applyEdits(input, [{ set: rule.argument, to: revision }]) });
    },
    earlierRevision: () => revisions.find((revision) => !isDeepStrictEqual(revision, revisions.at(-1))),
    async readRevision() {
      const look = lastLook() ?? (engine.isBrief ? await observe() : []);
      const shown = look.filter((snapshot) => snapshot.tool === rule.shownBy.tool);
      const without = others.filter((name) => name !== rule.shownBy.tool);
      const read = shown.length > 0 ? shown : await observer.observe(instance, { without });
      revisions.push(findRevision(read, rule, engine));
      return revisions.at(-1)!;
    },
  };
}

function findRevision(
  look: Observation,
  { shownBy: { tool, path } }: RevisionRule,
  { verdicts }: Engine,
): Json {
  const snapshot = requireDeclared(look.find((each) => each.tool === tool) ?? look[0]);
  if (snapshot.value === undefined) throw verdicts.setupFailed(snapshot.called);
  const revision = valueAt(snapshot.value, path);
  if (revision !== undefined) return revision;
  throw new PreconditionError("setup", `${tool} shows no revision at ${path}`, snapshot.called.exchange);
}
