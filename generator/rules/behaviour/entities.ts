/** Rules about entities. */
import { withArticle } from "@toolwright/runtime/problems";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Entity } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import { keyBelow, locationBelow } from "../../resolve/limits.ts";
import { asWritten } from "../../schema/reference.ts";
import { argumentChecks } from "../arguments.ts";
import { absent, type Rule } from "../rule.ts";
import { idsIn, toolsTaking } from "./named-places.ts";
import { namedTools } from "./named-tools.ts";

export const entityRules: readonly Rule[] = [
  {
    code: "behaviour-tools",
    sentence: "Entities and limits name tools that exist.",
    violations: (model) => {
      const known = model.tools.map(({ name }) => name);
      return namedTools(model)
        .filter(({ tool }) => !known.includes(tool))
        .map(({ tool, at }) => absent("tool", tool, known, at));
    },
  },
  {
    code: "behaviour-input",
    sentence: "Arguments that entities and limits name fit the input of their tool.",
    violations: (model) => {
      const { misfits } = argumentChecks(model);
      return namedTools(model).flatMap(({ tool, input }) => (input ? misfits({ tool, ...input }) : []));
    },
  },
  {
    code: "entity-id",
    sentence:
      "The ids of an entity have a type, and some tool takes an argument of that type, or lists what another one makes.",
    violations: (model) => model.entities.flatMap((entity) => wrongId(entity, model)),
  },
  {
    code: "entity-made",
    sentence: "An entity is made by a tool whose result contains its id.",
    violations: (model) => model.entities.filter(hasType(model)).flatMap((entity) => unmade(entity, model)),
  },
  {
    code: "entity-shown",
    sentence: "A tool that ends an entity takes its id; a tool that shows one takes its id or lists ids.",
    violations: (model) =>
      model.entities.filter(hasType(model)).flatMap((entity) => findUnrelated(entity, model)),
  },
];

function hasType({ types }: Model): (entity: Entity) => boolean {
  const known = new Set(types.map(({ root }) => root.uri));
  return ({ id }) => known.has(id);
}

function wrongId(entity: Entity, model: Model): Violation | [] {
  const at = locationBelow(entity.at, ["id"]);
  const asInSpec = (uri: string) => asWritten(uri, "service.yaml");
  if (!hasType(model)(entity)) {
    const known = model.types.map(({ root }) => asInSpec(root.uri));
    return {
      at,
      detail: `There is no ${asInSpec(entity.id)}.`,
      hint: didYouMean(asInSpec(entity.id), known),
    };
  }
  // What only lists show, such as payments, is made and seen there.
  const isListed = entity.madeBy !== undefined && entity.observedBy.length > 0;
  if (isListed || toolsTaking(entity, model).length > 0) return [];
  return {
    at,
    detail: `No argument of a tool has the type ${asInSpec(entity.id)}.`,
    hint: `Write { $ref: ../${asInSpec(entity.id)} } where a tool takes such an id.`,
  };
}

function unmade(entity: Entity, model: Model): Violation | [] {
  const { name, madeBy, at } = entity;
  if (madeBy) {
    const tool = model.tools.find((each) => each.name === madeBy.tool);
    const paths = tool ? idsIn(entity, tool, "output", model) : [];
    if (!tool || paths.includes(madeBy.path)) return [];
    const detail = `The output of ${tool.name} has no id of ${withArticle(name)} at ${JSON.stringify(madeBy.path)}.`;
    return { at: locationBelow(at, ["made_by", "path"]), detail, hint: didYouMean(madeBy.path, paths) };
  }
  // Without a tool that creates an entity, cases can only ask for ids that do not exist.
  if (
    entity.private !== undefined &&
    model.tools.some((tool) => idsIn(entity, tool, "output", model).length > 0)
  )
    return [];
  return {
    at: keyBelow(at),
    detail: `No tool makes ${withArticle(name)}, so it cannot be tested.`,
    hint: "Name the tool that makes one: made_by: { tool, path }.",
  };
}

function findUnrelated(entity: Entity, model: Model): Violation[] {
  const { name, endedBy, observedBy, at } = entity;
  const tool = (wanted: string) => model.tools.find((each) => each.name === wanted);
  const ender = endedBy && tool(endedBy.tool);
  const takes = (each: NonNullable<typeof ender>) => idsIn(entity, each, "input", model).length > 0;
  const lists = (each: NonNullable<typeof ender>) =>
    idsIn(entity, each, "output", model).some((path) => path.includes("/*"));
  return [
    ...(ender && !takes(ender)
      ? [
          {
            at: locationBelow(at, ["ended_by", "tool"]),
            detail: `${ender.name} takes no id of ${withArticle(name)}.`,
          },
        ]
      : []),
    ...observedBy.flatMap((wanted, index) => {
      const shower = tool(wanted);
      if (!shower || takes(shower) || lists(shower)) return [];
      const place = locationBelow(at, ["observed_by", index]);
      return { at: place, detail: `${wanted} takes no id of ${withArticle(name)}, and lists none.` };
    }),
  ];
}
