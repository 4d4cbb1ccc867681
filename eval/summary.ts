/** One table of all sets for one generator, or for several side by side. */
import { TASKS, type Task } from "./corpus.ts";
import { builtShare, count, type Judged, shareOfExpressible, silentShare } from "./evaluate.ts";
import { type Shape, shapeOf } from "./shape.ts";

/** What one generator made of the cases. */
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

/** In Markdown. Cells of several runs have one figure each, in the order of the runs. */
export function summary(runs: readonly Run[]): string {
  return [
    `Per cent, ${runs.map(({ name }) => name).join(" / ")}. Built, warned and refused are shares of the parts that forms can have,`,
    "wrong in silence is a share of all parts. eval/README.md says what a list is.",
    "",
    `| | cases | ${HEAD.join(" | ")} |`,
    `|---|--:|${HEAD.map(() => "--:|").join("")}`,
    ...TASKS.flatMap((task) => rows(task, runs)),
  ].join("\n");
}

function rows(task: Task, runs: readonly Run[]): string[] {
  const first = runs[0]?.judged.filter((one) => one.case.task === task) ?? [];
  if (first.length === 0) return [];
  const sets = [...new Set(first.map((one) => one.case.set))];
  const row = (name: string, isIn: (one: Judged) => boolean) => {
    const members = runs.map(({ judged }) => judged.filter((one) => one.case.task === task && isIn(one)));
    return `| ${[name, members[0]?.length, ...cells(task, members)].join(" | ")} |`;
  };
  return [
    ...sets.map((set) => row(`${task}, ${set}`, (one) => one.case.set === set)),
    row(`**${task}**`, () => true),
  ];
}

function cells(task: Task, runs: readonly (readonly Judged[])[]): string[] {
  const cell = (share: (judged: readonly Judged[]) => number, of = runs) =>
    of.map((judged) => (judged.length === 0 ? "-" : (share(judged) * 100).toFixed(1))).join(" / ");
  const built = (judged: readonly Judged[]) => builtShare(count(judged));
  const silent = (judged: readonly Judged[]) => silentShare(count(judged));
  const ofShape = (shape: Shape) => {
    const members = runs.map((judged) => judged.filter((one) => shapeOf(one.case.text) === shape));
    return [cell(built, members), cell(silent, members)];
  };
  return [
    cell(built),
    cell((judged) => shareOfExpressible("warned", judged)),
    cell((judged) => shareOfExpressible("refused", judged)),
    cell(silent),
    ...(task === "prompts" ? [...ofShape("list"), ...ofShape("prose")] : ["", "", "", ""]),
  ];
}
