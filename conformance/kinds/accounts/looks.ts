/** Looks at what an account has, by reading tools, before and after calls that are to change nothing. */
import { readShown, showAnswer } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { Observation, Snapshot } from "../../behaviour/observe/observation.ts";
import { addParents, readNamedEntities } from "../../behaviour/rules/address.ts";
import { listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import { baseArguments } from "../../calls/arguments.ts";
import type { Json } from "../../cases/edits.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import type { StateAccount } from "./state-account.ts";

/** The most tools that look; if requests are limited, the most then. */
const mostLooks = 8;
const mostBriefLooks = 2;

export interface Looks {
  observe(): Promise<Observation>;
  /** Whether they are allowed in the state. Else they are made before and after it. */
  readonly isWithin: boolean;
}

interface LookedAt {
  readonly tool: string;
  readonly state: string;
  /** The arguments of a call, whose things are looked at. */
  readonly input: Json;
}

/** Prepares the calls of reading tools, first those about the things that the call names or makes. */
export async function prepareLooks(about: LookedAt, account: StateAccount, engine: Engine): Promise<Looks> {
  const { rules, context, calls, isBrief } = engine;
  const refusing = rules.accountStates[about.state]?.tools ?? [];
  const { near, others } = listReaders(about, engine);
  const isAllowed = (tool: string) => !refusing.includes(tool);
  // A ping that goes on shows nothing of what a call may have changed.
  const isWithin = (near.length > 0 ? near : others).some(isAllowed);
  const readers = [...near, ...others].filter((tool) => !isWithin || isAllowed(tool));
  const ids = readNamedEntities(rules, about.tool, about.input);
  const named = engine.instances.known.withAncestors(addParents(ids));
  const looks: { readonly tool: string; readonly input: Json }[] = [];
  for (const tool of readers) {
    if (looks.length >= (isBrief ? mostBriefLooks : mostLooks)) break;
    const input = await ifPossible(account.prepare(tool, baseArguments(context.cases, tool), named));
    if (input !== undefined) looks.push({ tool, input });
  }
  return {
    isWithin,
    async observe() {
      const snapshots: Snapshot[] = [];
      for (const look of looks) {
        const called = await calls.call(look, { account: account.name });
        const isShown = called.outcome.is === "success";
        snapshots.push({
          tool: look.tool,
          ...(isShown ? { value: readShown(called) } : { absent: showAnswer(called) }),
          called,
        });
      }
      return snapshots;
    },
  };
}

/** The reading tools: those that show what the call names or makes, and all others. */
interface Readers {
  readonly near: readonly string[];
  readonly others: readonly string[];
}

function listReaders({ tool: called, input }: LookedAt, { rules, context: { cases } }: Engine): Readers {
  const readers = Object.entries(cases.tools).flatMap(([tool, { readOnly }]) =>
    readOnly && tool !== called && cases.bases[tool] !== undefined ? [tool] : [],
  );
  const named = listNamedEntities(rules, called, input);
  const shown = new Set(
    Object.entries(rules.entities).flatMap(([entity, { madeBy, observedBy }]) =>
      named.has(entity) || madeBy?.tool === called ? observedBy.map(({ tool }) => tool) : [],
    ),
  );
  return {
    near: readers.filter((tool) => shown.has(tool)),
    others: readers.filter((tool) => !shown.has(tool)),
  };
}
