/** A team that works on a project of `toolwright new`: its shell, its CI and its editor, for the test of docs/publishing.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Ran } from "./packed/shell.ts";
import { runStep, type Step, shell, stepsOf } from "./workflow.ts";

/** Git needs a name and an address; the changelog entry has the date of the day. */
const identity = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
};

/** The context in which a recipe runs. */
export interface Recipe {
  readonly project: string;
  /** Variables of the shell in which the commands run. */
  readonly env: NodeJS.ProcessEnv;
  /** Whether a step of a workflow is run; the others are run elsewhere. */
  runs(step: Step): boolean;
}

/** A team at work: its shell, its CI, its editor. */
export interface Team {
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  sh(script: string, more?: NodeJS.ProcessEnv): Promise<Ran>;
  succeed(script: string, more?: NodeJS.ProcessEnv): Promise<string>;
  /** The commit becomes the base of a pull request. */
  push(): Promise<unknown>;
  passes(workflow: string, more?: NodeJS.ProcessEnv): Promise<void>;
  fails(workflow: string, says: RegExp | string, more?: NodeJS.ProcessEnv, code?: number): Promise<void>;
  edit(file: string, from: string, to: string): void;
}

export function teamOf({ project, env, runs }: Recipe): Team {
  const variables = { ...env, ...identity, GITHUB_BASE_REF: "main" };
  const sh = (script: string, more: NodeJS.ProcessEnv = {}) =>
    shell(project, script, { ...variables, ...more });
  const succeed = async (script: string, more: NodeJS.ProcessEnv = {}): Promise<string> =>
    outputOf(await sh(script, more));
  const push = () => succeed("git update-ref refs/remotes/origin/main HEAD");
  const ci = async (workflow: string, more: NodeJS.ProcessEnv = {}): Promise<Ran[]> => {
    const steps = stepsOf(project).filter((step) => step.workflow === workflow && runs(step));
    expect(steps.length).toBeGreaterThan(0);
    const ran: Ran[] = [];
    for (const step of steps) ran.push(await runStep(project, step, { ...variables, ...more }));
    return ran;
  };
  const passes = async (workflow: string, more: NodeJS.ProcessEnv = {}) => {
    for (const ran of await ci(workflow, more)) outputOf(ran);
  };
  const fails = async (workflow: string, says: RegExp | string, more: NodeJS.ProcessEnv = {}, code = 1) => {
    const failed = (await ci(workflow, more)).filter((ran) => ran.code !== 0);
    expect(failed.map((ran) => ran.code)).toContain(code);
    expect(failed.map(({ output }) => output).join("\n")).toMatch(says);
  };
  const edit = (file: string, from: string, to: string) => {
    const text = readFileSync(join(project, file), "utf8");
    expect(text).toContain(from);
    writeFileSync(join(project, file), text.replace(from, to));
  };

  return { project, env, sh, succeed, push, passes, fails, edit };
}

function outputOf({ code, output }: Ran): string {
  expect({ code, output }).toEqual({ code: 0, output });
  return output;
}
