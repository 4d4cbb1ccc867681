/** Rules about the key `roles` of entities that accounts share: what an account with less than all access may do. */
import { pointerSteps, rootNode } from "@toolwright/json-schema";
import { describing, schemasAt } from "@toolwright/json-schema/graph";
import { withArticle } from "@toolwright/runtime/problems";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Entity, Roles } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { resolver } from "../../schema/roots.ts";
import { listShown, missingPlace } from "../behaviour/entity-views.ts";
import { idsIn, toolsTaking } from "../behaviour/named-places.ts";
import { listAllowed } from "../behaviour/named-tools.ts";
import type { Rule } from "../rule.ts";

export const roleRules: readonly Rule[] = [
  {
    code: "role-values",
    sentence: "The roles are the values of an enumerated argument of the tool that gives access.",
    violations: (model) => eachWithRoles(model, (entity, roles) => findOtherValues(entity, roles, model)),
  },
  {
    code: "role-place",
    sentence:
      "A place that some roles see is in the output of a tool that shows the entity, and `differs` does not name it.",
    violations: (model) => eachWithRoles(model, (entity, roles) => findOtherPlaces(entity, roles, model)),
  },
  {
    code: "role-tool",
    sentence: "A tool that a role allows takes the id of the entity, and writes: every role may read.",
    violations: (model) =>
      eachWithRoles(model, (entity, roles) =>
        listAllowed(roles).flatMap(({ tool: name, path }): Violation[] => {
          const tool = model.tools.find((each) => each.name === name);
          if (tool === undefined) return [];
          const at = locationBelow(entity.at, ["shared_by", "roles", "allow", ...path]);
          if (tool.annotations?.readOnlyHint === true) return [{ at, detail: `${name} only reads.` }];
          if (idsIn(entity, tool, "input", model).length > 0) return [];
          return [{ at, detail: `${name} takes no id of ${withArticle(entity.name)}.` }];
        }),
      ),
  },
];

/** The writing tools that take the id of an entity and are not allowed to each role. */
export function toolsRefusingRoles(entity: Entity, model: Model): string[] {
  const { roles } = entity.sharedBy ?? {};
  if (roles === undefined) return [];
  const reading = new Set(
    model.tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name),
  );
  return toolsTaking(entity, model).filter(
    (name) => !reading.has(name) && !Object.values(roles.allow).every((allowed) => allowed.includes(name)),
  );
}

function findOtherValues({ sharedBy, at }: Entity, roles: Roles, model: Model): Violation[] {
  const tool = model.tools.find(({ name }) => name === sharedBy?.tool);
  if (tool === undefined) return [];
  const schemas = schemasAt(rootNode(tool.input), pointerSteps(roles.argument), resolver(model));
  if (schemas.length === 0) return [];
  const name = roles.argument.slice(1);
  const below = (...path: string[]) => locationBelow(at, ["shared_by", "roles", ...path]);
  const values = schemas.flatMap(describing).flatMap(({ enums }) => enums.flat());
  if (values.length === 0)
    return [{ at: below("argument"), detail: `${tool.name} takes any value at ${name}.` }];
  const others = Object.keys(roles.allow).filter((role) => !values.includes(role));
  const absent = values.filter((value) => !Object.hasOwn(roles.allow, String(value)));
  return [
    ...others.map((role) => ({
      at: below("allow", role),
      detail: `${JSON.stringify(role)} is no value of ${name}.`,
      hint: didYouMean(role, values.map(String)),
    })),
    ...absent.map((value) => ({
      at: below("allow"),
      detail: `${JSON.stringify(value)} is a value of ${name}, and it is not said what it allows.`,
      hint: `Add "${value}: []" if it allows nothing but reading.`,
    })),
  ];
}

function findOtherPlaces(entity: Entity, { allow, sees }: Roles, model: Model): Violation[] {
  const shown = listShown(entity, model);
  return Object.entries(sees).flatMap(([place, seeing]): Violation[] => {
    const at = locationBelow(entity.at, ["shared_by", "roles", "sees", place]);
    const absent = missingPlace({ place, entity: entity.name, at }, shown, model);
    if (absent.length > 0) return absent;
    const others = seeing.filter((role) => !Object.hasOwn(allow, role));
    return [
      ...others.map((role) => ({
        at: locationBelow(at, [seeing.indexOf(role)]),
        detail: `${JSON.stringify(role)} is no role of ${withArticle(entity.name)}.`,
        hint: didYouMean(role, Object.keys(allow)),
      })),
      ...(entity.sharedBy!.differs.includes(place)
        ? [
            {
              at,
              detail: `${JSON.stringify(place)} is named in \`differs\`, too: there each account may see something else.`,
            },
          ]
        : []),
    ];
  });
}

function eachWithRoles(model: Model, find: (entity: Entity, roles: Roles) => Violation[]): Violation[] {
  return model.entities.flatMap((entity) =>
    entity.sharedBy?.roles === undefined ? [] : find(entity, entity.sharedBy.roles),
  );
}
