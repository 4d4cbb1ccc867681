/** Keeps the calls of a run, so that findings can name the cases that show them, and can be repeated without the suite. */
import { AsyncLocalStorage } from "node:async_hooks";
import { type Json, valueAt } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { listLeafValues } from "../cases/places.ts";
import type { RunHook } from "../target/hooks.ts";
import type { HookName } from "../target/target.ts";
import type { Exchange } from "../wire/client.ts";
import type { CompletedCall } from "./completed-call.ts";

/** A call of a tool or of a hook. */
export interface Step extends Partial<Pick<CompletedCall, "tool" | "credential" | "input">> {
  readonly hook?: HookName;
  readonly startedAt: number;
  readonly endedAt: number;
  /** The case that made the call. */
  readonly by: string | undefined;
  /** Whether it may change the answers to later calls. */
  readonly isChange: boolean;
  /** The idempotency key. */
  readonly key?: Json | undefined;
  /** The values in its arguments. */
  readonly sent: ReadonlySet<Json>;
  /** Texts that the target has generated, such as ids, cursors and times. Each is the nth text of its name in the answer. */
  readonly made: readonly NamedText[];
}

/** A text of an answer. */
export interface NamedText {
  /** The name of its member. */
  readonly name: string;
  /** Its number among the members of this name in the answer: 1 for the first. */
  readonly nth: number;
  readonly value: string;
}

const texts = /"(\w+)": ?"([^"\\]*)"/g;
const isMadeUp = /^(?=.*\d).{6,}$/;
/** The length up to which answers are searched. */
const searchedLength = 100_000;

const cases = new AsyncLocalStorage<string>();
const origins = new WeakMap<Exchange, string>();

export const runCase = <Result>(id: string, run: () => Promise<Result>) => cases.run(id, run);

/** Returns the id of the case that is running; `undefined` outside of cases. */
export const findRunningCase = (): string | undefined => cases.getStore();

/** Returns the case that made a call; `**`, which matches all cases, if it was made for none. */
export const findOrigin = (exchange: Exchange): string | undefined => origins.get(exchange);

/** Lists the texts of an answer that are members, in their order. */
export function listTexts(answer: string): NamedText[] {
  const counts = new Map<string, number>();
  return [...answer.slice(0, searchedLength).matchAll(texts)].map(([, name = "", text = ""]) => {
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return { name, nth, value: text };
  });
}

function copyText(text: string): string {
  return Buffer.from(text).toString();
}

/** The calls of a run. */
export class Transcript {
  readonly #file: CaseFile;
  /** Ids of the cases whose findings get a script. */
  readonly #scripted: ReadonlySet<string>;
  readonly #steps: Step[] = [];
  /** All values that were sent or received. */
  readonly #known = new Set<Json>();

  /** @param scripted the cases whose findings get a script; of other cases only calls that change data are kept, since a script may need them */
  constructor(file: CaseFile, scripted: readonly { readonly id: string }[]) {
    this.#file = file;
    this.#scripted = new Set(scripted.map(({ id }) => id));
  }

  /** Called with every call of the run. */
  record({ tool, credential, input, exchange, outcome, ms }: CompletedCall): void {
    const { answer } = exchange;
    origins.set(exchange, cases.getStore() ?? "**");
    const { behaviour, tools } = this.#file;
    const key = valueAt(input ?? null, behaviour?.idempotency[tool]?.key ?? "/ ");
    const isChange = tools[tool]?.readOnly === false && outcome.is === "success";
    const call = { tool, credential, input, isChange, key };
    this.#add(call, answer.kind === "broken" ? "" : answer.reply.body, ms);
  }

  /** Wraps the hooks so that their calls are recorded. */
  recordHooks(runHook: RunHook): RunHook {
    return async (hook, input) => {
      const startedAt = performance.now();
      const answer = await runHook(hook, input);
      this.#add({ hook, input, isChange: true }, JSON.stringify(answer), performance.now() - startedAt);
      return answer;
    };
  }

  /**
   * Lists the calls of these cases, and the earlier calls that generated the texts which they send or that changed the entities
   * which these texts name.
   */
  listStepsFor(ids: readonly (string | undefined)[]): Step[] {
    const isOwn = ({ by }: Step) => by !== undefined && ids.includes(by);
    const all = this.#steps.slice(0, this.#steps.findLastIndex(isOwn) + 1);
    const made = new Set<Json>(all.flatMap((step) => step.made.map(({ value }) => value)));
    const used = new Set(all.filter(isOwn).flatMap(({ sent }) => [...sent.intersection(made)]));
    const needed = all.toReversed().filter((step) => {
      const isNeeded =
        isOwn(step) ||
        step.made.some(({ value }) => used.has(value)) ||
        (step.isChange && !step.sent.isDisjointFrom(used));
      if (isNeeded) for (const value of step.sent.intersection(made)) used.add(value);
      return isNeeded;
    });
    return needed.toSorted((a, b) => a.startedAt - b.startedAt);
  }

  #add(
    call: Pick<Step, "tool" | "hook" | "credential" | "input" | "isChange" | "key">,
    answer: string,
    ms: number,
  ): void {
    const by = cases.getStore();
    const endedAt = performance.now();
    const sent = listLeafValues(call.input ?? null);
    for (const value of sent) this.#known.add(value);
    if (by !== undefined && !call.isChange && !this.#scripted.has(by)) return;
    const made = listTexts(answer)
      .filter(({ value }) => isMadeUp.test(value) && !this.#known.has(value))
      // Copy what is kept: a slice of the answer would keep the whole answer in memory.
      .map(({ name, nth, value }) => ({ name: copyText(name), nth, value: copyText(value) }));
    for (const { value } of made) this.#known.add(value);
    this.#steps.push({ ...call, by, sent, made, startedAt: endedAt - ms, endedAt });
  }
}
