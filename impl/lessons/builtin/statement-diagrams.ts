/** Pictures of a prompt's own statements: steps as a flow chart, others as cards. */
import type { Diagram } from "../drawing/diagram.ts";
import type { StatementPart } from "./statement-parts.ts";

export function statementDiagram({ statements, isNumbered, firstNumber }: StatementPart): Diagram {
  // After `=`: texts of the prompt are the same in all languages.
  const nodes = statements.map((text) => ({ label: `=${text}` }));
  return isNumbered
    ? { kind: "flow", isNumbered: true, firstNumber, steps: nodes }
    : { kind: "cards", cards: nodes };
}
