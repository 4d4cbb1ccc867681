/** Writes the states of an entity for the reference of the tools. */
import { listStates, type StateMachine, type Transition } from "../model/states.ts";
import { blocks, code, table, toolLinks, words } from "./markdown.ts";

/** Writes the transitions of a state machine as a diagram, and as a table of the calls that cause them. */
export function stateSection(machine: StateMachine): string {
  const { name, field, initial, refused, transitions } = machine;
  const states = listStates(machine);
  const id = (state: string) => `s${states.indexOf(state)}`;
  const lines = [
    ...states.map((state) => `  state ${mermaidText(state)} as ${id(state)}`),
    `  [*] --> ${id(initial)}`,
    ...transitions.flatMap((transition) =>
      transition.from.map(
        (from) => `  ${id(from)} --> ${id(transition.to)} : ${mermaidLabel(transition.name)}`,
      ),
    ),
  ];
  return blocks(
    `### ${words(name)}`,
    `Seen in ${code(field.path)} of ${toolLinks([{ name: field.tool }])}${field.poll === undefined ? "" : `, which says in ${code(field.poll)} after how many seconds to read it again`}.${refused === undefined ? "" : ` In a state that does not allow it, a transition is refused with ${code(refused)}.`}`,
    `\`\`\`mermaid\nstateDiagram-v2\n${lines.join("\n")}\n\`\`\``,
    describeExclusive(machine),
    transitionTable(machine, (name) => toolLinks([{ name }])),
  );
}

function describeExclusive({ exclusive }: StateMachine): string {
  if (exclusive === undefined) return "";
  const { state, tools, refused } = exclusive;
  const links = toolLinks(tools.map((name) => ({ name })));
  return `While it is ${code(state)}, ${links} can be called by the account that led it there; others are refused with ${code(refused)}.`;
}

/** One row for each transition. @param showTool the Markdown of the tool with this name */
export function transitionTable(
  { transitions, refused }: StateMachine,
  showTool: (name: string) => string,
): string {
  const rows = transitions.map((transition) => [
    code(transition.name),
    transition.from.map(code).join(", "),
    code(transition.to),
    findMaker(transition, showTool) + ownRefusal(transition, refused),
  ]);
  return table(["transition", "from", "to", "made by"], rows);
}

/** The code of a transition that differs from that of its state machine. */
function ownRefusal(transition: Transition, refused: string | undefined): string {
  const own = transition.refused;
  return own === undefined || own === refused ? "" : `, else refused with ${code(own)}`;
}

function findMaker(transition: Transition, showTool: (name: string) => string): string {
  if (transition.by !== "server")
    return `${showTool(transition.by.tool)} with ${code(JSON.stringify(transition.by.input))}`;
  const { within, after, during } = transition;
  if (during !== undefined) return `the server, in a call of ${during.map(showTool).join(" or ")}`;
  if (after !== undefined) return `the server, when ${code(after)} ends`;
  return `the server${within === undefined ? "" : `, within ${code(within)}`}`;
}

function mermaidText(text: string): string {
  return `"${text.replace(/["#;\n]/g, (character) => `#${character.charCodeAt(0)};`)}"`;
}

/** A label ends with its line; `#` and `;` begin and end an entity. */
function mermaidLabel(text: string): string {
  return text.replace(/[#;:\n]/g, (character) => `#${character.charCodeAt(0)};`);
}
