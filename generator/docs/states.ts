import type { StateMachine } from "../model/behaviour.ts";
import { toolLinks } from "./anchors.ts";
import { blocks, code, table, words } from "./markdown.ts";

/** The transitions of a state machine, as a diagram and as a table of the calls that make them. */
export function stateSection({ name, field, initial, refused, transitions }: StateMachine): string {
  const states = [...new Set([initial, ...transitions.flatMap(({ from, to }) => [...from, to])])];
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
  const rows = transitions.map(({ name: transition, from, to, by }) => [
    code(transition),
    from.map(code).join(", "),
    code(to),
    `${toolLinks([{ name: by.tool }])} with ${code(JSON.stringify(by.input))}`,
  ]);
  return blocks(
    `### ${words(name)}`,
    `Seen in ${code(field.path)} of ${toolLinks([{ name: field.tool }])}.${refused === undefined ? "" : ` In a state that does not allow it, a transition is refused with ${code(refused)}.`}`,
    `\`\`\`mermaid\nstateDiagram-v2\n${lines.join("\n")}\n\`\`\``,
    table(["transition", "from", "to", "made by"], rows),
  );
}

function mermaidText(text: string): string {
  return `"${text.replace(/["#;\n]/g, (character) => `#${character.charCodeAt(0)};`)}"`;
}

/** A label ends with its line; `#` and `;` begin and end an entity. */
function mermaidLabel(text: string): string {
  return text.replace(/[#;:\n]/g, (character) => `#${character.charCodeAt(0)};`);
}
