/** The texts of a skill. Each thing that they say is declared in the spec, and has a case in the suite. */
import { blocks, cell, code, json, prose, table, words } from "../docs/markdown.ts";
import { transitionTable } from "../docs/states.ts";
import { limitValue } from "../docs/tables.ts";
import { summarize } from "../docs/tool.ts";
import type { Failure, Model, Skill } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import { listReaders } from "../model/readers.ts";
import { listSteps, type Step, type Workflow } from "../model/scenario.ts";
import { toolTransitions } from "../model/states.ts";
import { withWrappedProse } from "../typescript/wrap.ts";

/** The subject of a skill: its workflows, and the tools that these call. */
interface Subject extends Omit<Model, "skills"> {
  readonly skill: Skill;
  readonly workflows: readonly Workflow[];
}

/** The files of a skill by their paths in its folder, `SKILL.md` first. */
export function skillPages(skill: Skill, model: Model): Readonly<Record<string, string>> {
  const all = model.scenarios.flatMap(({ workflows }) => workflows);
  const workflows = skill.workflows.flatMap((id) => all.filter((each) => each.id === id));
  const called = new Set(workflows.flatMap(({ steps }) => steps.map(({ tool }) => tool)));
  const tools = model.tools.filter(({ name }) => called.has(name));
  const subject = { ...model, tools, skill, workflows };
  const toText = (...parts: string[]) => `${withWrappedProse(blocks(...parts))}\n`;
  // A JSON string is one of YAML, too.
  const frontmatter = `---\nname: ${skill.name}\ndescription: ${JSON.stringify(skill.description)}\n---\n\n`;
  return {
    "SKILL.md": frontmatter + toText(...overview(subject)),
    "references/workflows.md": toText(
      "# Workflows",
      howToRead,
      ...workflows.map((each) => workflowSection(each, model)),
    ),
    "references/refusals.md": toText("# Refusals", failureTable(subject), ...limitSection(subject)),
  };
}

function overview({ skill, server, states, workflows, tools }: Subject): string[] {
  const machines = states.filter(({ field }) => tools.some(({ name }) => name === field.tool));
  const rows = tools.map((tool) => [
    code(tool.name),
    cell(summarize(tool)),
    words(tool.mode),
    tool.scopes.map(code).join(" "),
  ]);
  return [
    `# ${words(server.title ?? server.name)}: ${words(skill.name.replaceAll("-", " "))}`,
    prose(server.description ?? ""),
    "## Tools",
    table(["tool", "what it does", "mode", "scope"], rows),
    "## Workflows",
    "The calls of each are in [references/workflows.md](references/workflows.md).",
    workflows.map(({ id, summary = "" }) => `- ${code(id)}: ${words(summary)}`).join("\n"),
    ...machines.flatMap((machine) => [
      `## States of ${words(machine.name)}`,
      `A new one is ${code(machine.initial)}. ${code(machine.field.tool)} shows the state in ${code(machine.field.path)}.${machine.refused === undefined ? "" : ` In a state that does not allow it, a transition is refused with ${code(machine.refused)}.`}`,
      transitionTable(machine, code),
    ]),
    "## Refusals",
    'A refused call is a result with `isError`. Its text says what to do next; `_meta["dev.toolwright/failure"]` has a code, and whether a retry can help. The codes and the limits are in [references/refusals.md](references/refusals.md).',
  ];
}

const howToRead =
  "The arguments are examples: put in what the person wants. `$inputs.NAME` stands for an input of the workflow, `$steps.STEP.outputs.NAME` for a value that an earlier step kept, and `$result.structuredContent#/PATH` for a part of the result.";

function workflowSection(
  { id, summary = "", description = "", inputs, steps }: Workflow,
  model: Model,
): string {
  const schema = inputs ? blocks("Inputs, as JSON Schema:", json(inputs.schema)) : "";
  const sections = steps.map((step, index) => stepSection(step, nameCalled(step, model), index));
  return blocks(`## ${words(id)}`, words(summary), prose(description), schema, ...sections);
}

function stepSection(step: Step, called: string, index: number): string {
  const { id, description = "", payload, failure, successCriteria, outputs } = step;
  const items = [
    ...(failure === undefined ? [] : [`It is refused with ${code(failure)}.`]),
    ...successCriteria.map(({ condition }) => `Then ${code(condition)}.`),
    ...Object.entries(outputs).map(([name, value]) => `Keep ${code(value)} as ${code(name)}.`),
  ];
  const list = items.map((item) => `- ${item}`).join("\n");
  return blocks(`### ${index + 1}. ${words(id)}: ${called}`, words(description), json(payload), list);
}

/** Names what a step calls: a tool, or the address of a resource, which clients read by it. */
function nameCalled({ tool = "" }: Step, model: Model): string {
  const reader = listReaders(model).find(({ name }) => name === tool);
  return reader === undefined ? code(tool) : `read ${code(reader.uri)}`;
}

function nameTools(tools: readonly Pick<Tool, "name">[]): string {
  return tools.map(({ name }) => code(name)).join(", ");
}

function failureTable(subject: Subject): string {
  const rows = subject.failures.flatMap((failure) => {
    const tools = subject.tools.filter((tool) => isProvoked(failure.code, tool, subject));
    if (tools.length === 0) return [];
    return [[code(failure.code), cell(failure.when), wayOut(failure, subject), nameTools(tools)]];
  });
  return table(["code", "when", "what to do", "tools"], rows);
}

/** Whether a case of the suite makes the tool refuse with this code. */
function isProvoked(
  failure: string,
  { name, failures, refusedIn, examples }: Tool,
  subject: Subject,
): boolean {
  const { entities, states, limits, scenarios } = subject;
  const isRefused = (call: { readonly failure?: string }) => call.failure === failure;
  if (!failures.includes(failure)) return false;
  return (
    [...examples, ...listSteps(scenarios).filter(({ tool }) => tool === name)].some(isRefused) ||
    Object.values(refusedIn).includes(failure) ||
    entities.some((each) => each.private === failure) ||
    states.some((each) =>
      toolTransitions(each).some(({ by, refused }) => by.tool === name && refused === failure),
    ) ||
    limits.some(({ refused, appliesTo }) => refused === failure && appliesTo.includes(name))
  );
}

/** Lists remedies for a refusal, as far as the spec declares its causes. */
function wayOut({ code: failure, retryable }: Failure, { entities, limits, tools, workflows }: Subject) {
  const findTools = (names: readonly string[]) => tools.filter(({ name }) => names.includes(name));
  const steps = workflows.flatMap((workflow) => workflow.steps);
  const showing = entities.flatMap((each) => (each.private === failure ? findTools(each.observedBy) : []));
  const hints = [
    retryable ? "The same call can succeed later." : "The same call is refused again.",
    ...steps.flatMap(({ failure: code, description }) => (code === failure && description) || []).map(words),
    ...(showing.length > 0 ? [`What is there: ${nameTools(showing)}.`] : []),
    ...limits.flatMap(({ refused, shownBy, ends, appliesTo }) => [
      ...(refused === failure && shownBy ? [`What is left: ${code(shownBy.tool)}.`] : []),
      ...(ends?.failure === failure ? [`For a new one: ${nameTools(findTools([...appliesTo]))}.`] : []),
    ]),
  ];
  return hints.join(" ");
}

function limitSection({ limits, tools }: Subject): string[] {
  const rows = limits.flatMap((limit) => {
    const limited = tools.filter(({ name }) => limit.appliesTo === "all" || limit.appliesTo.includes(name));
    const isTried = /^(rate|quota)$/.test(limit.kind) || (limit.field ?? limit.ends ?? limit.scenario);
    if (!isTried || limited.length === 0) return [];
    return [[code(limit.name), limitValue(limit), cell(limit.description ?? ""), nameTools(limited)]];
  });
  return rows.length === 0 ? [] : ["## Limits", table(["limit", "value", "what it limits", "tools"], rows)];
}
