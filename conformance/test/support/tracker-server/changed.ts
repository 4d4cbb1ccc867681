/** Trackers that a run cannot decide whole, and what its report proposes, done: changes of the spec, and of what the server answers. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CaseFile } from "../../../cases/format.ts";
import { casesOf } from "../notes-server.ts";
import type { TrackerHandlers } from "./handlers.ts";
import type { Issue } from "./store/issues.ts";
import type { ListInput } from "./store/pages.ts";
import { trackerCases, trackerSpec } from "./tracker.ts";

/** Text of a file of the spec -> its new text. */
export type TextChange = (text: string) => string;

export function replaced(from: string | RegExp, to: string): TextChange {
  return (text) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`The file has nothing like ${from}.`);
    return changed;
  };
}

/** The cases of the tracker's spec, with these changes of its files. */
export function casesWith(changes: Readonly<Record<string, TextChange>>): CaseFile {
  const folder = mkdtempSync(join(tmpdir(), "tracker-"));
  try {
    cpSync(trackerSpec, folder, { recursive: true });
    for (const [file, change] of Object.entries(changes)) {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, change(existsSync(path) ? readFileSync(path, "utf8") : ""));
    }
    return casesOf(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function withLimit(name: string, change: object): CaseFile {
  const behaviour = trackerCases.behaviour!;
  const limits = { ...behaviour.limits, [name]: { ...behaviour.limits[name]!, ...change } as never };
  return { ...trackerCases, behaviour: { ...behaviour, limits } };
}

export function withMostRows(max: number): CaseFile {
  return withLimit("export_rows", { max });
}

export function withoutTransition(name: string): CaseFile {
  const behaviour = trackerCases.behaviour!;
  const machine = behaviour.states.issue!;
  const { [name]: _, ...transitions } = machine.transitions;
  return { ...trackerCases, behaviour: { ...behaviour, states: { issue: { ...machine, transitions } } } };
}

/** Makes the case file of a server that runs this tool only as a task. */
export function asTask(tool: string): CaseFile {
  const manifest = trackerCases.manifest.map((entry) =>
    entry.name === tool ? { ...entry, execution: { taskSupport: "required" } } : entry,
  );
  return { ...trackerCases, manifest };
}

/** A case file in which the arguments of this case do not fit, which the suite must not send. */
export function withUnsoundCase(id: string): CaseFile {
  const cases = trackerCases.cases.map((each) =>
    each.id === id ? { ...each, edits: [{ set: "/action", to: "fly" }] } : each,
  );
  return { ...trackerCases, cases };
}

export function answerUsage(handlers: TrackerHandlers, remaining: number): void {
  const usage = handlers.getUsage.bind(handlers);
  handlers.getUsage = (input, call) => ({ ...usage(input, call), limit: remaining, remaining });
}

export function refuse(
  handlers: TrackerHandlers,
  method: "createIssue" | "moveIssue" | "summarizeIssue",
  code: string,
): void {
  handlers[method] = (_, call) => call.fail(code as never, "Not now.");
}

/** Makes a change of the server: others add an issue before each reading of the list. */
export function addIssues(handlers: TrackerHandlers): void {
  const list = handlers.listIssues.bind(handlers);
  handlers.listIssues = (input, call) => {
    handlers.createIssue({ title: "An issue of others" } as Creation, call as never);
    return list(input, call);
  };
}

type Creation = Parameters<TrackerHandlers["createIssue"]>[0];

/** Makes a change of the server: a rule for new issues that is not in its schema. */
export function refuseIssues(isRefused: (input: Creation) => boolean) {
  return (handlers: TrackerHandlers): void => {
    const create = handlers.createIssue.bind(handlers);
    handlers.createIssue = (input, call) =>
      isRefused(input)
        ? call.fail("invalid_input" as never, "Such an issue is not ours.")
        : create(input, call);
  };
}

/** Shows the last comments, without being asked to. */
export function showComments(handlers: TrackerHandlers, most: number): void {
  const get = handlers.getIssue.bind(handlers);
  handlers.getIssue = (input, call) => {
    const shown = get({ ...input, include_comments: true }, call);
    return { ...shown, comments: shown.comments!.slice(-most) };
  };
}

/** Lets the tracker take `include_comments`, and ignore it. */
export function ignoreComments(handlers: TrackerHandlers): void {
  const get = handlers.getIssue.bind(handlers);
  handlers.getIssue = ({ issue_id }, call) => get({ issue_id }, call);
}

/** Filters that the tracker does not have: by who reported an issue, and by the number of its comments. */
export function filterIssues(handlers: TrackerHandlers, isHeeded: boolean): void {
  const { issues } = handlers;
  const [list, all] = [handlers.listIssues.bind(handlers), issues.of.bind(issues)];
  handlers.listIssues = ({ reporter, commented = 0, ...input }: Filtered, call) => {
    const fits = (issue: Issue) =>
      (reporter === undefined || issue.reporter === reporter) && issue.comments.length >= commented;
    issues.of = (...of) => all(...of).filter((issue) => !isHeeded || fits(issue));
    try {
      return list(input, call);
    } finally {
      issues.of = all;
    }
  };
}

type Filtered = ListInput & { readonly reporter?: string; readonly commented?: number };
