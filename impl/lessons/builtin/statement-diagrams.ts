/** Pictures of a prompt's own statements: steps as a flow chart, others as cards. */
import type { Diagram } from "../drawing/diagram.ts";
import type { StatementGroup } from "./prompt/read-prompt.ts";

interface StatementPicture {
  readonly statements: Diagram;
  readonly group: number;
}

const MOST_IN_A_PICTURE = 6;

/** A picture for each group, a large group in several; then other views of the first group. */
export function statementDiagrams(groups: readonly StatementGroup[]): StatementPicture[] {
  const pictures = groups.flatMap((group, index) =>
    chunked(group.statements).map(({ statements, firstNumber }) => ({
      statements: group.isNumbered ? flowOf(statements, firstNumber) : cardsOf(statements),
      group: index,
    })),
  );
  const first = groups[0]!;
  const parts = first.statements.slice(0, MOST_IN_A_PICTURE);
  const others = [hubOf(first.heading, parts), first.isNumbered ? cardsOf(parts) : layersOf(parts)];
  return [...pictures, ...others.map((statements) => ({ statements, group: 0 }))];
}

function chunked(statements: readonly string[]) {
  const count = Math.ceil(statements.length / MOST_IN_A_PICTURE);
  const size = Math.ceil(statements.length / count);
  return Array.from({ length: count }, (_, index) => ({
    statements: statements.slice(index * size, (index + 1) * size),
    firstNumber: index * size + 1,
  }));
}

/** After `=`: texts of the prompt are the same in all languages. */
const nodesOf = (statements: readonly string[]) => statements.map((text) => ({ label: `=${text}` }));

function flowOf(statements: readonly string[], firstNumber: number): Diagram {
  return { kind: "flow", isNumbered: true, firstNumber, steps: nodesOf(statements) };
}

/** Without arrows or numbers: nothing says that the order matters. */
function layersOf(statements: readonly string[]): Diagram {
  const layers = nodesOf(statements).map(({ label }, index) => ({
    label,
    fill: index % 2 === 0 ? ("cream" as const) : ("sky" as const),
  }));
  return { kind: "layers", layers };
}

function cardsOf(statements: readonly string[]): Diagram {
  return { kind: "cards", cards: nodesOf(statements) };
}

function hubOf(heading: string | undefined, statements: readonly string[]): Diagram {
  const middle = heading === undefined ? { label: "=", icon: "scroll" } : { label: `=${heading}` };
  return { kind: "hub", arrows: "none", middle, around: nodesOf(statements) };
}
