/** Judges whether a file of one account has nothing of another one. */
import { addressAt, readText } from "../../behaviour/calls/addresses.ts";
import { otherAccount } from "../../behaviour/calls/identity.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { makeMarkedInput } from "../../behaviour/observe/marks.ts";
import { sortParentsFirst } from "../../behaviour/rules/address.ts";
import { listWriters } from "../../behaviour/states/earlier-calls.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { IsolationCase } from "../../cases/behaviour-cases.ts";
import type { Json } from "../../cases/edits.ts";
import { listLeafValues } from "../../cases/places.ts";
import { ifPossible, requireDeclared } from "../../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../../results/verdict.ts";

type FileCase = Extract<IsolationCase, { readonly check: "file" }>;

/** The most calls that fill what an account has, such as those that add stock. */
const mostCalls = 12;
/** A shorter text may stand in a file by chance. */
const shortest = 5;

/** An entity, and the texts by which a file shows it: its id, and a text that it alone was made with. */
interface Made {
  readonly instance: EntityInstance;
  readonly signs: readonly Json[];
}

/** Both accounts make the same things. A file that shows those of its account shows whether it also has those of the other one. */
export async function isolatedFileVerdict(each: FileCase, engine: Engine): Promise<Verdict> {
  const { tool, rule, base, must } = each;
  const { url } = requireDeclared(engine.rules.files[tool]?.[rule]);
  const [own, foreign] = [await makeThings(engine, undefined), await makeThings(engine, otherAccount)];
  const input = await engine.instances.fill(tool, baseArguments(engine.context.cases, base));
  const called = await engine.calls.requireSuccess({ tool, input });
  const file = await readText(addressAt(url, called, engine));
  for (const { instance } of foreign.filter(({ signs }) => isIn(file, signs))) {
    // A thing that both accounts may see belongs into both files.
    const observation = await engine.observer.observe({ ...instance, account: undefined });
    if (observation.some(({ absent }) => absent === undefined)) continue;
    const got = `it has the ${instance.entity} ${JSON.stringify(instance.id)} of another account`;
    return engine.verdicts.failed(must, called, got);
  }
  if (own.some(({ signs }) => isIn(file, signs))) return held;
  return unverified("unobserved", `the file of ${tool} has no id or text of what its account has just made`);
}

/** Makes what an account can have, and makes the calls that cost nothing and end nothing. */
async function makeThings(engine: Engine, account: string | undefined): Promise<Made[]> {
  const { rules, instances, calls, context } = engine;
  const named: Record<string, EntityInstance> = {};
  const made: Made[] = [];
  for (const entity of listPrivate(rules)) {
    const input = (await ifPossible(makeMarkedInput(engine, entity))) ?? {};
    const instance = await ifPossible(instances.make(entity, { account, instances: named, input }));
    if (instance === undefined) continue;
    const usual = listLeafValues(rules.entities[entity]?.madeBy?.input ?? null);
    named[entity] = instance;
    made.push({
      instance,
      signs: [instance.id, ...[...listLeafValues(input)].filter((one) => !usual.has(one))],
    });
  }
  const writers = listWriters("", Object.keys(named), rules, context.cases);
  for (const { tool, input: example } of writers.slice(0, mostCalls)) {
    const options = { account, instances: named, unprepared: true };
    const input = await ifPossible(instances.fill(tool, example, options));
    if (input !== undefined) await calls.call({ tool, input }, { account });
  }
  return made;
}

/** Lists the private entities that tools make, those in which others are made first. */
function listPrivate(rules: Behaviour): readonly string[] {
  const made = Object.entries(rules.entities).filter(([, rule]) => rule.madeBy && rule.private !== undefined);
  return sortParentsFirst(
    rules,
    made.map(([name]) => name),
  );
}

/** Whether a file has one of these texts, not as a part of another word. */
function isIn(file: string, texts: readonly Json[]): boolean {
  return texts.some((text) => {
    if (typeof text !== "string" || text.length < shortest) return false;
    const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u").test(file);
  });
}
