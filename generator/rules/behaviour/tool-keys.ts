/** Rules about the keys of tools and limits that name arguments and places of results. */
import { isDecimalText, type Json, valuesAt } from "@toolwright/conformance/cases";
import { pointerSteps, type Resolver, rootNode } from "@toolwright/json-schema";
import { describedNames, describing, type Node, schemasAt, unread } from "@toolwright/json-schema/graph";
import { patternOf } from "@toolwright/json-schema/patterns";
import { withArticle } from "@toolwright/runtime/problems";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Model } from "../../model/model.ts";
import { resolver } from "../../schema/roots.ts";
import { absent, type Rule } from "../rule.ts";
import { type NamedPlace, namedPlaces } from "./named-places.ts";

export const toolKeyRules: readonly Rule[] = [
  {
    code: "behaviour-argument",
    sentence: "An argument named by a behaviour key is an argument of the tool.",
    violations: (model) =>
      absentPlaces(model, "input", (place, hint) => ({
        at: place.at,
        detail: `${place.tool.name} has no argument ${JSON.stringify(showName(place.path))}.`,
        hint,
      })),
  },
  {
    code: "behaviour-result",
    sentence: "A result field named by a behaviour key is in the output of the tool.",
    violations: (model) =>
      absentPlaces(model, "output", (place, hint) => ({
        at: place.at,
        detail: `The output of ${place.tool.name} has nothing at ${JSON.stringify(place.path)}.`,
        hint,
      })),
  },
  {
    code: "behaviour-type",
    sentence:
      "Items of pages are an array, added values are numbers or texts of decimal numbers, and counted or awaited ones are numbers.",
    violations: (model) => namedPlaces(model).flatMap((place) => wrongType(place, resolver(model))),
  },
  {
    code: "filtered-list",
    sentence:
      "The filters of a list without pages are about the items of one list; with pages they stand there.",
    violations: ({ tools }) =>
      tools.flatMap(({ behaviour: { pages, filters }, file }): Violation | [] => {
        const at = { file, path: ["filters"], key: true } as const;
        if (filters && pages)
          return { at, detail: "This tool has pages.", hint: "Move them to pages.filters." };
        if (filters?.isMixed !== true) return [];
        const detail = "The places have not all one list, and below it one `*` for every item.";
        return { at, detail, hint: "Write them like /orders/*/status." };
      }),
  },
  {
    code: "pages-by",
    sentence: "A list comes page by page with a cursor or with an offset.",
    violations: ({ tools }) =>
      tools.flatMap(({ behaviour: { pages }, file }): Violation | [] => {
        if (pages === undefined || (pages.cursor === undefined) !== (pages.offset === undefined)) return [];
        const at = { file, path: ["pages"], key: true } as const;
        if (pages.cursor !== undefined) return { at, detail: "It has both.", hint: "Leave one of them out." };
        const hint = "Write cursor and next, or offset: the argument with the number of items to leave out.";
        return { at, detail: "It has neither.", hint };
      }),
  },
  {
    code: "draws-from-quota",
    sentence: "A tool draws from a limit of kind quota.",
    violations: ({ tools, limits }) => {
      const quotas = limits.filter(({ kind }) => kind === "quota").map(({ name }) => name);
      return tools.flatMap(({ behaviour, file }) => {
        const { draws } = behaviour;
        if (!draws || quotas.includes(draws.limit)) return [];
        return absent("quota", draws.limit, quotas, { file, path: ["draws", "limit"] });
      });
    },
  },
];

function absentPlaces(
  model: Model,
  side: "input" | "output",
  violation: (place: NamedPlace, hint: string | undefined) => Violation,
): Violation[] {
  const resolve = resolver(model);
  return (
    namedPlaces(model)
      .filter((place) => place.side === side && findSchemas(place, resolve).length === 0)
      // The items themselves are reported, not the parts that they lack.
      .filter(
        (place) =>
          place.below === undefined || findSchemas({ ...place, path: place.below }, resolve).length > 0,
      )
      .map((place) => violation(place, hintFor(place, resolve)))
  );
}

function findSchemas({ tool, side, path }: NamedPlace, resolve: Resolver): Node[] {
  const root = tool[side];
  return root ? schemasAt(rootNode(root), pointerSteps(path), resolve) : [];
}

/** The name that the spec probably means, among those beside it. */
function hintFor(place: NamedPlace, resolve: Resolver): string | undefined {
  const steps = place.path.split("/");
  const around = findSchemas({ ...place, path: steps.slice(0, -1).join("/") }, resolve);
  return didYouMean(steps.at(-1)!, describedNames(around));
}

function wrongType(place: NamedPlace, resolve: Resolver): Violation | [] {
  const { wants, at, path } = place;
  const schemas = findSchemas(place, resolve);
  if (wants === undefined || schemas.length === 0 || schemas.includes(unread)) return [];
  const nodes = schemas.flatMap(describing);
  const types = nodes.flatMap((node) => node.types ?? []);
  const allowed = wants === "number" || wants === "amount" ? ["number", "integer"] : [wants];
  if (types.length === 0 || types.some((type) => allowed.includes(type))) return [];
  if (wants === "amount" && (nodes.some(allowsDecimals) || showsDecimals(place))) return [];
  const wanted = wants === "amount" ? "number" : wants;
  return { at, detail: `${JSON.stringify(path)} is ${withArticle(types[0]!)}, not ${withArticle(wanted)}.` };
}

/** Whether the schema of a text asks for a decimal number. */
function allowsDecimals({ pattern }: Node): boolean {
  if (pattern === undefined || patternOf(pattern).test("twelve")) return false;
  return ["12", "12.5", "12.50", "12.500"].some((text) => patternOf(pattern).test(text));
}

/** Whether the examples of the tool have texts of decimal numbers there. */
function showsDecimals({ tool, path }: NamedPlace): boolean {
  const shown = tool.examples.flatMap(({ output }) =>
    output === undefined ? [] : valuesAt(output as Json, path),
  );
  return shown.length > 0 && shown.every(({ value }) => isDecimalText(value));
}

function showName(path: string): string {
  return path.split("/").length === 2 ? path.slice(1) : path;
}
