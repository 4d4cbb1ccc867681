/** Checks in every result of a run that calls of other tools than those that take a revision move it. */
import { canonical } from "@toolwright/runtime/json";
import type { CompletedCall } from "../../calls/completed-call.ts";
import type { Behaviour, StateRule } from "../../cases/behaviour.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import type { RevisionRule } from "../../cases/rules/repetition.ts";
import { listAddressParents, makeInstanceKey } from "../rules/address.ts";
import { hasArgumentsOf, listIdArguments } from "../rules/rule-calls.ts";
import { notApplicable, type ResultProblem } from "./result-check.ts";
import { type Span, spanOf } from "./span.ts";

type Rules = Pick<Behaviour, "entities" | "states" | "repeats">;

interface Write extends Span {
  readonly input: Json;
}

interface Look extends Span {
  readonly result: Json;
}

/** The looks at all instances of an entity by the tool that shows its revision, and the calls of one tool about them. */
export class MovedRevision {
  readonly #rules: Rules;
  readonly #rule: RevisionRule;
  readonly #tool: string;
  /** The argument of the showing tool that takes the id. */
  readonly #id: string | undefined;
  readonly #addressParents: ReadonlySet<string>;
  /** The states that the showing tool shows. */
  readonly #machines: readonly StateRule[];
  readonly #writes = new Map<string, Write[]>();
  readonly #looks = new Map<string, Look>();

  constructor(rules: Rules, rule: RevisionRule, tool: string) {
    const { entity, shownBy } = rule;
    this.#rules = rules;
    this.#rule = rule;
    this.#tool = tool;
    this.#id = rules.entities[entity]?.observedBy.find((each) => each.tool === shownBy.tool)?.id;
    this.#addressParents = listAddressParents(rules, entity, shownBy.tool);
    this.#machines = Object.values(rules.states).filter(
      (machine) => machine.entity === entity && machine.field.tool === shownBy.tool,
    );
  }

  /** Records a successful call of the tool about an instance. */
  record(call: CompletedCall): void {
    const { tool, input = {}, outcome } = call;
    if (tool !== this.#tool || outcome.is !== "success") return;
    const ids = listIdArguments(this.#rules, tool)
      .filter(({ entity }) => entity === this.#rule.entity)
      .flatMap(({ path }) => valuesAt(input, path));
    for (const { value } of ids) {
      const key = makeInstanceKey(this.#rules, this.#addressParents, { tool, input, id: value });
      this.#writes.set(key, [...(this.#writes.get(key) ?? []), { input, ...spanOf(call) }]);
    }
  }

  /** Compares two looks of one caller, between which a call has set a place. */
  check(input: Json, result: Json, call: CompletedCall): ResultProblem {
    const { path } = this.#rule.shownBy;
    const [id, revision] = [this.#id && valueAt(input, this.#id), valueAt(result, path)];
    if (id === undefined || revision === undefined) return notApplicable;
    // Another token may see other places, and other arguments may show more.
    const lookKey = canonical([call.credential, input]);
    const now: Look = { result, ...spanOf(call) };
    const before = this.#looks.get(lookKey);
    this.#looks.set(lookKey, now);
    if (before === undefined) return notApplicable;
    const key = makeInstanceKey(this.#rules, this.#addressParents, { tool: call.tool, input, id });
    const between = (this.#writes.get(key) ?? []).filter(
      ({ begin, end }) => begin > before.end && end < now.begin,
    );
    const place = between
      .map((write) => this.#findState(write, before, now) ?? this.#findArgument(write, before, now))
      .find((found) => found !== undefined);
    if (place === undefined) return notApplicable;
    if (canonical(valueAt(before.result, path) ?? null) !== canonical(revision)) return undefined;
    const [was, is] = [before, now].map((look) => JSON.stringify(valueAt(look.result, place) ?? null));
    return `${this.#tool} changed ${place} of ${JSON.stringify(id)} from ${was} to ${is}, and ${path} is ${JSON.stringify(revision)} as before`;
  }

  /** Finds the place of a state that the call has changed by a declared transition. */
  #findState({ input }: Write, before: Look, now: Look): string | undefined {
    const machine = this.#machines.find(({ field, transitions }) => {
      const [was, is] = [before, now].map(({ result }) => valueAt(result, field.path));
      return Object.values(transitions).some(
        ({ from, to, by }) =>
          to === is &&
          was !== is &&
          from.some((state) => state === was) &&
          hasArgumentsOf(this.#rules, by, { tool: this.#tool, input }),
      );
    });
    return machine?.field.path;
  }

  /** Finds a place that shows an argument of the call and had another value before. */
  #findArgument({ input }: Write, before: Look, now: Look): string | undefined {
    const repeats = this.#rules.repeats[this.#tool] ?? [];
    return repeats.find(({ argument, path }) => {
      const sent = valueAt(input, argument);
      const [was, is] = [before, now].map(({ result }) => valueAt(result, path));
      if (sent === undefined || is === undefined || canonical(sent) !== canonical(is)) return false;
      return was === undefined || canonical(was) !== canonical(is);
    })?.path;
  }
}
