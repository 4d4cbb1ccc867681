/** A tool: the scope that it needs, and its result. */
import type { Agency } from "./agency.ts";
import type { Caller } from "./keys.ts";

export interface Work {
  readonly agency: Agency;
  readonly caller: Caller;
}

export interface Tool {
  readonly scope: string;
  readonly run: (input: never, work: Work) => object;
}

export function tool<Input>(scope: string, run: (input: Input, work: Work) => object): Tool {
  return { scope, run };
}

/** Names a list by everything that decides which entries it has, and in which order. */
export function nameList(tool: string, filters: object, { caller }: Work): string {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined);
  return JSON.stringify([caller.agency, tool, set.sort(([one], [other]) => (one < other ? -1 : 1))]);
}
