/** Runs the steps of a GitHub workflow in a folder, as a runner does, and the commands of a Markdown page. */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type Ran, run } from "./packed/shell.ts";

export interface Step {
  readonly workflow: string;
  readonly job: string;
  readonly run: string;
  readonly if?: string;
}

/** Every `run:` of the workflows of a project, in the order of the files and jobs. */
export function stepsOf(project: string): Step[] {
  const folder = join(project, ".github", "workflows");
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const { jobs } = parse(readFileSync(join(folder, file), "utf8")) as {
        jobs: Record<string, { steps: readonly Omit<Step, "workflow" | "job">[] }>;
      };
      return Object.entries(jobs).flatMap(([job, { steps }]) =>
        steps
          .filter((step) => step.run !== undefined)
          .map((step) => ({ workflow: file.replace(".yml", ""), job, ...step })),
      );
    });
}

/** A step left out by its condition ended well. */
export async function runStep(project: string, step: Step, env: NodeJS.ProcessEnv): Promise<Ran> {
  if (!applies(project, step.if)) return { code: 0, output: "" };
  return shell(project, step.run, env);
}

/** The only condition that steps have: whether files are there. */
function applies(project: string, condition: string | undefined): boolean {
  if (condition === undefined) return true;
  const [, pattern] = /^hashFiles\('([^']+)'\) != ''$/.exec(condition) ?? [];
  if (pattern === undefined) throw new Error(`What does the condition ${condition} mean?`);
  return globSync(pattern, { cwd: project }).length > 0;
}

/** Runs a script as GitHub's runners do where a step names no shell. */
export function shell(cwd: string, script: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  if (!existsSync(cwd)) throw new Error(`There is no ${cwd}.`);
  return run(cwd, "bash", ["-e", "-c", script], undefined, env);
}

/** The `sh` blocks of a page, by the headings above them. */
export function commandsOf(page: string): ReadonlyMap<string, readonly string[]> {
  const sections = page.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => [
      section.slice(0, section.indexOf("\n")),
      [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!),
    ]),
  );
}

/** The `yaml` blocks of a page, by their first comment; without one, by their first key. */
export function examplesOf(page: string): ReadonlyMap<string, string> {
  const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
  return new Map(blocks.map((block) => [/^#? ?([\w./-]+)/.exec(block)![1]!, block]));
}
