/** One table of all sets. */
import { TASKS, type Task } from "./corpus.ts";
import { builtShare, count, type Judged, shareOfExpressible, silentShare } from "./evaluate.ts";
import { findShape, type Shape } from "./shape.ts";

/** The results of a generator for the cases. */
export interface Run {
  readonly name: string;
  readonly judged: readonly Judged[];
}

const HEAD = [
  "built",
  "warned",
  "refused",
  "wrong in silence",
  "lists: built",
  "lists: wrong in silence",
  "prose: built",
  "prose: wrong in silence",
];

/** Formats a summary in Markdown. */
export function summary({ name, judged }: Run): string {
  return [
    `Per cent, ${name}. Built, warned and refused are shares of the parts that forms can have,`,
    "wrong in silence is a share of all parts. eval/README.md says what a list is.",
    "",
    `| | cases | ${HEAD.join(" | ")} |`,
    `|---|--:|${HEAD.map(() => "--:|").join("")}`,
    ...TASKS.flatMap((task) => rows(task, judged)),
  ].join("\n");
}

function rows(task: Task, judged: readonly Judged[]): string[] {
  const ofTask = judged.filter((one) => one.case.task === task);
  if (ofTask.length === 0) return [];
  const bySet = Map.groupBy(ofTask, (one) => one.case.set);
  const row = (name: string, members: readonly Judged[]) =>
    `| ${[name, members.length, ...cells(task, members)].join(" | ")} |`;
  return [...[...bySet].map(([set, members]) => row(`${task}, ${set}`, members)), row(`**${task}**`, ofTask)];
}

function cells(task: Task, judged: readonly Judged[]): string[] {
  const shareBuilt = (members: readonly Judged[]) => builtShare(count(members));
  const silent = (members: readonly Judged[]) => silentShare(count(members));
  const ofShape = (shape: Shape) => {
    const members = judged.filter((one) => findShape(one.case.text) === shape);
    return [cell(members, shareBuilt), cell(members, silent)];
  };
  return [
    cell(judged, shareBuilt),
    cell(judged, (members) => shareOfExpressible("warned", members)),
    cell(judged, (members) => shareOfExpressible("refused", members)),
    cell(judged, silent),
    ...(task === "prompts" ? [...ofShape("list"), ...ofShape("prose")] : ["", "", "", ""]),
  ];
}

function cell(judged: readonly Judged[], share: (judged: readonly Judged[]) => number): string {
  return judged.length === 0 ? "-" : (share(judged) * 100).toFixed(1);
}
