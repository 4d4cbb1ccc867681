/** Lists calls that may change an entity. */
import { baseArguments } from "../../calls/arguments.ts";
import { withFineNumbers } from "../../calls/fine-numbers.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { Json } from "../../cases/edits.ts";
import type { CaseFile } from "../../cases/format.ts";
import { isDrawing } from "../../cases/limits.ts";
import { hasArgumentsOf } from "../rules/rule-calls.ts";

/** What calls are chosen by. */
interface Parts {
  readonly file: CaseFile;
  readonly rules: Behaviour;
  /** Whether arguments are valid for a tool. */
  fits(tool: string, input: Json): boolean;
}

/** A call of a tool with the arguments of an example. */
export interface ChangingCall {
  readonly tool: string;
  readonly like: Json;
}

/**
 * Lists a call of each example that may change an entity, as far as it costs nothing and does not end it. Those that may lead it to another
 * state come last: a job that is delivered gets no more texts. Some may be refused.
 */
export function listChangingCalls(entity: string, parts: Parts): readonly ChangingCall[] {
  const { rules, file } = parts;
  const { endedBy, arguments: places } = rules.entities[entity]!;
  const writers = new Set(
    places.map(({ tool }) => tool).filter((tool) => file.tools[tool]?.readOnly === false),
  );
  const moves = Object.values(rules.states).flatMap((machine) =>
    machine.entity === entity ? Object.values(machine.transitions).map(({ by }) => by.tool) : [],
  );
  return Object.keys(file.bases)
    .filter((base) => writers.has(toTool(base)))
    .toSorted((a, b) => Number(moves.includes(toTool(a))) - Number(moves.includes(toTool(b))))
    .map((base) => ({ tool: toTool(base), like: withDigits(base, parts) }))
    .filter(({ tool, like }) => {
      const isDear = isDrawing(rules.draws[tool], like) || rules.spends[tool] !== undefined;
      return !isDear && !(endedBy && hasArgumentsOf(rules, endedBy, { tool, input: like }));
    });
}

function toTool(base: string): string {
  return base.split(":")[0]!;
}

/** Returns the arguments of a base. In the first one of a tool, numbers have all their digits, unless they do not fit then. */
function withDigits(base: string, { file, fits }: Parts): Json {
  const example = baseArguments(file, base);
  if (base.includes(":")) return example;
  const fine = withFineNumbers(file, base, example);
  return fine !== undefined && fits(base, fine) ? fine : example;
}
