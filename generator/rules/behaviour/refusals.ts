/** Rules about the codes with which tools are said to refuse. */
import type { SpecLocation, Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import { toolTransitions } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import { listSteps } from "../../model/scenario.ts";
import { locationBelow } from "../../resolve/limits.ts";
import type { Rule } from "../rule.ts";
import { stepFailures } from "../uses.ts";
import { toolsTaking } from "./named-places.ts";

export const refusalRules: readonly Rule[] = [
  {
    code: "refusal-declared",
    sentence: "A tool declares each code with which the spec says that it refuses.",
    violations: (model) => {
      const declared = new Set(model.failures.map(({ code }) => code));
      return promisedRefusals(model)
        .filter(({ code }) => declared.has(code))
        .flatMap((promised) => undeclared(promised, model));
    },
  },
];

interface PromisedRefusal {
  readonly code: string;
  readonly tool: string;
  readonly at: SpecLocation;
  readonly why: string;
}

/** Every tool that a code is said for, and why it is one of them. */
function promisedRefusals(model: Model): PromisedRefusal[] {
  const { entities, states, limits, tools, scenarios } = model;
  return [
    ...entities.flatMap((entity) => {
      const { name, private: code, at } = entity;
      if (code === undefined) return [];
      const place = locationBelow(at, ["private"]);
      return toolsTaking(entity, model).map((tool) => ({
        code,
        tool,
        at: place,
        why: `takes the id of a ${name}`,
      }));
    }),
    ...states.flatMap((machine) => {
      const { name, refused: code, at } = machine;
      if (code === undefined) return [];
      const makers = new Set(toolTransitions(machine).map(({ by }) => by.tool));
      const place = locationBelow(at, ["refused"]);
      return [...makers].map((tool) => ({ code, tool, at: place, why: `changes the state of a ${name}` }));
    }),
    ...limits.flatMap(({ name, refused: code, ends, at }) => [
      ...(code === undefined
        ? []
        : tools
            .filter(({ behaviour }) => behaviour.draws?.limit === name)
            .map((tool) => ({
              code,
              tool: tool.name,
              at: locationBelow(at, ["refused"]),
              why: `draws from ${name}`,
            }))),
      ...(ends
        ? [
            {
              code: ends.failure,
              tool: ends.tool,
              at: locationBelow(at, ["ends", "failure"]),
              why: "accepts the value until its end",
            },
          ]
        : []),
    ]),
    ...tools.flatMap(({ name, file, behaviour }) =>
      (behaviour.draws?.returnedOn ?? []).map((code, index) => ({
        code,
        tool: name,
        at: { file, path: ["draws", "returned_on", index] },
        why: "returns what it drew",
      })),
    ),
    ...listSteps(scenarios).flatMap(({ tool, failure: code, at }) =>
      tool === undefined || code === undefined || stepFailures.includes(code)
        ? []
        : [{ code, tool, at: locationBelow(at, ["failure"]), why: "is called here" }],
    ),
  ];
}

function undeclared({ code, tool: name, at, why }: PromisedRefusal, { tools }: Model): Violation[] {
  const tool = tools.find((each) => each.name === name);
  if (!tool || tool.failures.includes(code)) return [];
  const hint = didYouMean(code, tool.failures);
  return [
    {
      at,
      detail: `${name} ${why}, and does not declare ${JSON.stringify(code)}.`,
      hint: hint?.startsWith("Did") ? hint : `Add it to the failures of ${tool.file}.`,
    },
  ];
}
