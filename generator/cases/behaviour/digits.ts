/** Derives the cases about numbers: a number that a call sets is shown as it was sent, whatever its digits are. */
import {
  applyEdits,
  type BehaviourCase,
  comparisonsIn,
  expressionsIn,
  isCalculation,
  type Json,
  listLeaves,
} from "@toolwright/conformance/cases";
import type { Entity } from "../../model/behaviour.ts";
import type { Tool } from "../../model/operation.ts";
import { parseCondition } from "../../scenarios/condition.ts";
import { promise } from "../promise.ts";
import { type BehaviourContext, inTool } from "./context.ts";

/** Numbers that most schemas take and that no other place of a new entity has. */
const controls = [37, 41, 23, 19, 7, 6, 9, 8, 4, 3];
/** Numbers with many digits, within the 15 that every double keeps. The negative ones are the last. */
const long = [
  98765432.125, 1234.56789, 0.1234567, 12.375, 7.5, 123456789012345, 1234567891, 1234567, 98765, 9876, 987,
  -1234.56789, -987654321, -98765,
];
/** The most numbers of one tool. */
const mostNumbers = 24;
const mostValues = 4;

export function digitCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  if (tool.annotations?.readOnlyHint === true) return [];
  const entity = findEntity(tool, context);
  if (entity === undefined) return [];
  const { idempotency, revision, pages } = tool.behaviour;
  const passed = [idempotency?.key, revision?.argument, pages?.limit, ...listRounded(tool)];
  const ids = context.model.entities.flatMap((each) => context.argumentsOf(each, tool));
  const seen = new Set<string>();
  const bases = [...context.listExamples(tool), context.findPlainBase(tool)].filter(
    (base) => base !== undefined,
  );
  return bases
    .flatMap((base) => listLeaves(context.readContent(base)).map((leaf) => ({ base, ...leaf })))
    .filter(
      ({ pointer, value }) =>
        typeof value === "number" && !passed.includes(pointer) && !ids.includes(pointer),
    )
    .filter(({ pointer }) => {
      const isNew = !seen.has(pointer);
      seen.add(pointer);
      return isNew;
    })
    .flatMap(({ base, pointer }): BehaviourCase[] => {
      const content = context.readContent(base);
      const fits = (to: Json) => context.fitsInput(tool, applyEdits(content, [{ set: pointer, to }]));
      const fitting = long.filter(fits);
      const values = [...new Set([...fitting.slice(0, mostValues - 1), ...fitting.slice(-1)])];
      const must = `Tools and resources show ${pointer} of ${tool.name} with the digits that were sent.`;
      const at = context.at(inTool(tool, "input"));
      const promised = promise("results", `${tool.name}/digits${pointer}`, tool.name, must, at);
      if (values.length === 0) return [];
      return [
        {
          ...promised,
          check: "digits",
          entity: entity.name,
          base,
          argument: pointer,
          controls: controls.filter(fits),
          values,
        },
      ];
    })
    .slice(0, mostNumbers);
}

/** Finds the entity that a tool makes, else one whose id it takes. */
function findEntity(tool: Tool, { model, argumentsOf }: BehaviourContext): Entity | undefined {
  const shown = model.entities.filter(({ madeBy, observedBy }) => madeBy && observedBy.length > 0);
  return (
    shown.find(({ madeBy }) => madeBy?.tool === tool.name) ??
    shown.find((entity) => argumentsOf(entity, tool).length > 0)
  );
}

/** Lists the arguments that an invariant of the tool rounds: the spec says which digits the server keeps. */
function listRounded({ behaviour }: Tool): string[] {
  return behaviour.invariants
    .flatMap(({ text }) => comparisonsIn(parseCondition(text)))
    .flatMap(({ left, right }) => [left, right])
    .filter((operand) => isCalculation(operand) && operand.kind === "rounded")
    .flatMap((operand) => expressionsIn({ kind: "holds", operand }))
    .flatMap((expression) => (expression.from === "request" ? [expression.pointer] : []));
}
