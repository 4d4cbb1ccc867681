import type { Ground, ToolCases } from "../cases/derived.ts";
import type { SpecSource } from "../document.ts";
import type { Reading } from "../reading.ts";
import type { ModulePlan } from "../schema/plan.ts";

/** Does some of many things, each by itself: those from one index up to, but not with, another. */
export type Task<Given, Found> = (
  given: Given,
  from: number,
  to: number,
) => readonly Found[] | Promise<readonly Found[]>;

/** What can be done in whatever thread. Each is loaded when it is asked for. */
export const tasks = {
  read: async (): Promise<Task<readonly SpecSource[], Reading>> => {
    const { readingOf } = await import("../reading.ts");
    return (sources, from, to) => sources.slice(from, to).map(readingOf);
  },
  build: async (): Promise<Task<readonly ModulePlan[], string>> => {
    const { buildHere } = await import("../emit/validators.ts");
    return (plans, from, to) => buildHere(plans.slice(from, to));
  },
  derive: async (): Promise<Task<{ ground: Ground; tools: readonly number[] }, ToolCases>> => {
    const { deriveHere } = await import("../cases/derived.ts");
    return ({ ground, tools }, from, to) => deriveHere(ground, tools.slice(from, to));
  },
};

export type Kind = keyof typeof tasks;
type TaskOf<K extends Kind> = Awaited<ReturnType<(typeof tasks)[K]>>;
export type Given<K extends Kind> = Parameters<TaskOf<K>>[0];
export type Found<K extends Kind> = Awaited<ReturnType<TaskOf<K>>>[number];
