/** Checks in every result of a run that times and counters change only by the transitions that set them. */
import { canonical } from "@toolwright/runtime/json";
import type { CompletedCall } from "../../calls/completed-call.ts";
import type { Behaviour, StateRule, TransitionRule } from "../../cases/behaviour.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { toPattern, valuesAt } from "../../cases/places.ts";
import { listAddressParents, makeInstanceKey } from "../rules/address.ts";
import { hasArgumentsOf } from "../rules/rule-calls.ts";
import { listShown, type ShownEntity } from "../rules/shown-entities.ts";
import { listServerReachable } from "../rules/transitions.ts";
import { notApplicable, type ResultProblem } from "./result-check.ts";
import { type Span, spanOf } from "./span.ts";

type Rules = Pick<Behaviour, "entities">;

/** The times of calls are those at which the suite sees their answers, which may be late in a busy process. */
const slackMs = 250;

interface Shown extends Span {
  readonly value: Json;
  readonly state: Json;
}

/** The looks at one place of all instances of a state machine, and the calls that may set it. */
export class SetPlace {
  readonly #rules: Rules;
  readonly #machine: StateRule;
  readonly #path: string;
  readonly #addressParents: ReadonlySet<string>;
  readonly #setters: readonly TransitionRule[];
  /** The states in which an instance may be after the server has set the place. */
  readonly #setByServer: ReadonlySet<Json>;
  readonly #calls = new Map<string, Span[]>();
  readonly #shown = new Map<string, Shown>();

  constructor(rules: Rules, machine: StateRule, path: string) {
    this.#rules = rules;
    this.#machine = machine;
    this.#path = path;
    const isSetter = ({ sets = [] }: Pick<TransitionRule, "sets">) => sets.includes(path);
    this.#setters = Object.values(machine.transitions).filter(isSetter);
    this.#addressParents = listSharedParents(rules, machine, this.#setters);
    // A transition of the server without `sets` may set any place: the key was once for calls alone.
    const ofServer = Object.values(machine.serverTransitions).filter(
      (each) => each.sets === undefined || isSetter(each),
    );
    this.#setByServer = new Set(ofServer.flatMap(({ to }) => [...listServerReachable(machine, to)]));
  }

  /** Records a call that may have set the place. */
  record(call: CompletedCall): void {
    const { tool, input = {}, outcome } = call;
    // A call without a proper answer may have had its effect.
    if (outcome.is !== "success" && outcome.is !== "nothing" && outcome.is !== "rpc-error") return;
    for (const { by } of this.#setters) {
      if (by.id === undefined || !hasArgumentsOf(this.#rules, by, { tool, input })) continue;
      // A call may name several: the entries that it approves.
      for (const { value: id } of valuesAt(input, toPattern(by.id))) {
        const key = makeInstanceKey(this.#rules, this.#addressParents, { tool, input, id });
        this.#calls.set(key, [...(this.#calls.get(key) ?? []), spanOf(call)]);
      }
    }
  }

  /** Checks a result of the tool that shows the state. The first one of an instance cannot be compared. */
  check(input: Json, result: Json, call: CompletedCall): ResultProblem {
    const { field } = this.#machine;
    // Items of one list may be of several parents, within which their ids are unique.
    if (field.list !== undefined && this.#addressParents.size > 0) return notApplicable;
    const problems = listShown(field, input, result).map((each) => this.#checkOne(each, input, call));
    const problem = problems.find((each) => each !== undefined && each !== notApplicable);
    return problem ?? (problems.includes(undefined) ? undefined : notApplicable);
  }

  #checkOne({ id: instance, shown }: ShownEntity, input: Json, call: CompletedCall): ResultProblem {
    const { tool, path } = this.#machine.field;
    const key = makeInstanceKey(this.#rules, this.#addressParents, { tool, input, id: instance });
    // Accounts may count their ids by themselves, so that one id names a thing of each.
    const seenBy = canonical([accountOf(call), key]);
    const span = spanOf(call);
    const now = { ...span, value: valueAt(shown, this.#path) ?? null, state: valueAt(shown, path) ?? null };
    const before = this.#shown.get(seenBy);
    this.#shown.set(seenBy, now);
    if (before === undefined || before.end > now.begin) return notApplicable;
    if (canonical(before.value) === canonical(now.value)) return undefined;
    const isMoved = canonical(before.state) !== canonical(now.state);
    // Leaving a state may remove its time.
    if (isMoved && (now.value === null || this.#setByServer.has(now.state))) return undefined;
    // The answer to the call that has set it may come after this one.
    const isExplained = () =>
      this.#calls.get(key)?.some(({ begin, end }) => end >= before.begin && begin <= now.end + slackMs) ??
      false;
    if (isExplained()) return undefined;
    const values = [before.value, now.value].map((value) => JSON.stringify(value));
    const name = `${this.#path} of ${JSON.stringify(instance)}`;
    return { problem: `${name} was ${values[0]}, and is ${values[1]} without such a call`, isExplained };
  }
}

/** The ancestors that every call about an instance names: where one takes the id alone, the id names one instance. */
function listSharedParents(
  rules: Rules,
  { entity = "", field }: StateRule,
  setters: readonly TransitionRule[],
): ReadonlySet<string> {
  const tools = [field.tool, ...setters.map(({ by }) => by.tool)];
  return tools
    .map((tool) => listAddressParents(rules, entity, tool))
    .reduce((shared, parents) => shared.intersection(parents));
}

function accountOf({ credential }: CompletedCall): string {
  return typeof credential === "object" ? (credential.account ?? "") : "";
}
