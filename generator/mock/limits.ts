/** The changes that show the ends of durations, files behind addresses, and quotas. */
import { hash } from "node:crypto";
import { pointerSteps, valueAt } from "@toolwright/runtime/json";
import type { Limit, Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import { listLimits } from "../model/operations.ts";
import type { MockCaller, MockContext } from "./context.ts";
import type { Change } from "./instance-changes.ts";
import { codeLike, refuse } from "./refusals.ts";
import { type Data, firstAt, listPaths, setAt, valueIn } from "./values.ts";

/** The file at each address. */
export const mockFile = "A file of the mock.\n";

export function limitChanges(tool: Tool, context: MockContext): Change[] {
  return listLimits(context.model, "duration", tool.name).flatMap((limit) =>
    endChanges(limit, tool, context),
  );
}

/** Sets times at the fields to the end, and addresses to links that work until then. */
function endChanges({ field, endsAt, numbers }: Limit, tool: Tool, { now, linkFor }: MockContext): Change[] {
  const { seconds } = numbers;
  if (field === undefined || seconds === undefined) return [];
  const end = now() + seconds * 1_000;
  const file = tool.behaviour.files.find(({ url }) => url === field);
  return [
    (result) => {
      for (const path of [field, endsAt ?? []].flat().flatMap((pattern) => listPaths(result, pattern))) {
        const value = valueAt(result, path);
        if (typeof value !== "string") continue;
        if (/^https?:/.test(value)) setAt(result, path, linkFor?.(seconds, showFile(result, file)) ?? value);
        else if (!Number.isNaN(Date.parse(value))) setAt(result, path, timeLike(value, end));
      }
    },
  ];
}

/** A result with an address describes the file there. @returns its name */
function showFile(result: unknown, file: Partial<Tool["behaviour"]["files"][0]> = {}): string {
  if (file.sha256 !== undefined) setAt(result, pointerSteps(file.sha256), hash("sha256", mockFile));
  if (file.size !== undefined) setAt(result, pointerSteps(file.size), mockFile.length);
  return file.name === undefined ? "file.txt" : String(valueIn(result, file.name));
}

/** A time in the form of an example: with milliseconds, or in whole seconds. */
function timeLike(example: string, time: number): string {
  const text = new Date(time).toISOString();
  return example.includes(".") ? text : `${text.slice(0, 19)}Z`;
}

/** The allowance of a period, if no example shows one. */
const defaultAllowance = 100;

export class Quotas {
  readonly #used = new Map<string, number>();
  readonly #model: Model;
  readonly #now: () => number;

  constructor(model: Model, now: () => number) {
    this.#model = model;
    this.#now = now;
  }

  /** Refuses a call that would draw more than is left. */
  check(tool: Tool, input: Data, caller: MockCaller): void {
    const limit = this.#findLimit(tool, input);
    if (limit === undefined || this.#countUsed(limit, caller) < this.#allowance(limit)) return;
    const code = limit.refused ?? codeLike(tool, /quota|limit|exhaust/i);
    refuse(
      this.#model,
      code,
      `All ${this.#allowance(limit)} of ${limit.name} are used up until the next ${limit.settings.period} begins.`,
    );
  }

  draw(tool: Tool, input: Data, caller: MockCaller): void {
    const limit = this.#findLimit(tool, input);
    if (limit) this.#used.set(this.#makeKey(limit, caller), this.#countUsed(limit, caller) + 1);
  }

  /** Returns the changes that make a result show the used and the remaining quota. */
  views({ name }: Tool, caller: MockCaller): ((result: unknown) => void)[] {
    return this.#model.limits.flatMap((limit) => {
      const view = limit.shownBy;
      if (view?.tool !== name) return [];
      const [used, allowance] = [this.#countUsed(limit, caller), this.#allowance(limit)];
      const shown = [
        [view.used, used],
        [view.limit, allowance],
        [view.remaining, allowance - used],
        [view.resets, this.#periodEnd(limit)],
      ] as const;
      return [
        (result: unknown) => {
          for (const [pattern, value] of shown)
            for (const path of pattern === undefined ? [] : listPaths(result, pattern))
              setAt(result, path, value);
        },
      ];
    });
  }

  #findLimit({ behaviour: { draws } }: Tool, input: Data): Limit | undefined {
    if (!draws || (draws.with !== undefined && firstAt(input, draws.with) === undefined)) return undefined;
    return this.#model.limits.find(({ name }) => name === draws.limit);
  }

  /** The largest allowance in the examples of the tool that shows the quota: a spec leaves it to the plan of the account. */
  #allowance({ shownBy }: Limit): number {
    const shower = this.#model.tools.find(({ name }) => name === shownBy?.tool);
    const pattern = shownBy?.limit;
    const shown = (shower?.examples ?? []).map(({ output }) =>
      output === undefined || pattern === undefined ? undefined : firstAt(output, pattern),
    );
    const numbers = shown.filter((value): value is number => typeof value === "number" && value > 0);
    return numbers.length > 0 ? Math.max(...numbers) : defaultAllowance;
  }

  #countUsed(limit: Limit, caller: MockCaller): number {
    return this.#used.get(this.#makeKey(limit, caller)) ?? 0;
  }

  #periodEnd({ settings }: Limit): string {
    const end = new Date(this.#now());
    if (settings.period === "day") end.setUTCDate(end.getUTCDate() + 1);
    else end.setUTCMonth(end.getUTCMonth() + 1, 1);
    return new Date(end.setUTCHours(0, 0, 0, 0)).toISOString();
  }

  #makeKey({ name, settings }: Limit, { account, token }: MockCaller): string {
    const owner = settings.per === "token" ? token : account;
    const day = new Date(this.#now()).toISOString().slice(0, settings.period === "day" ? 10 : 7);
    return JSON.stringify([name, owner, day]);
  }
}
