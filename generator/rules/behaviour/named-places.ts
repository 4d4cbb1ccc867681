/** Lists the arguments and places of results that keys about behaviour name. */

import { listFilterPlaces } from "@toolwright/conformance/cases";
import { findMadePlace } from "../../cases/behaviour/one-place/made-place.ts";
import { ofType, placesIn } from "../../cases/behaviour/places.ts";
import type { SpecLocation } from "../../diagnostics/diagnostic.ts";
import type { Entity, Sum } from "../../model/behaviour.ts";
import type { Limit, Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import type { Filter, Pages } from "../../model/pages.ts";
import type { Take } from "../../model/take.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { showPlace } from "../../resolve/places.ts";
import { readAddedAmount } from "../../scenarios/added-amount.ts";
import { toSumValue } from "../../scenarios/sum-value.ts";
import { resolver } from "../../schema/roots.ts";

export interface NamedPlace {
  readonly tool: Tool;
  readonly side: "input" | "output";
  /** A pointer; `*` is every item. */
  readonly path: string;
  readonly at: SpecLocation;
  /** The required type of the value there. */
  readonly wants?: "number" | "amount" | "array" | "boolean";
  /** The place of the items that this one is in. */
  readonly below?: string;
}

/** A place of a tool; left out where there is no path. */
type Row = readonly [
  side: "input" | "output",
  path: string | undefined,
  at: SpecLocation,
  more?: Pick<NamedPlace, "wants" | "below">,
];

const number = { wants: "number" } as const;
/** A number, or a text of a decimal number. */
const amount = { wants: "amount" } as const;

export function namedPlaces(model: Model): NamedPlace[] {
  const { tools, limits, states, entities } = model;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return [
    ...tools.flatMap((tool) => listPlaces(tool, toolRows(tool))),
    ...tools.flatMap((tool) =>
      tool.behaviour.sums.flatMap((sum) => {
        const lister = sum.items?.list === undefined ? tool : byName.get(sum.items.list.tool);
        return [...listPlaces(lister, summedRows(sum, lister)), ...listPlaces(tool, repeatedRows(sum))];
      }),
    ),
    ...tools.flatMap(({ file, behaviour: { spends } }) => [
      ...listPlaces(byName.get(spends?.left?.tool ?? ""), [
        ["output", spends?.left?.path, { file, path: ["spends", "left", "path"] }, number],
      ]),
      ...listPlaces(
        byName.get(spends?.cost?.tool ?? ""),
        (spends?.cost?.parts ?? []).map(
          (path, index): Row => ["output", path, { file, path: ["spends", "cost", "parts", index] }, number],
        ),
      ),
    ]),
    ...tools.flatMap((tool) =>
      listPlaces(byName.get(tool.behaviour.takes?.putBy.tool ?? ""), putRows(tool, model)),
    ),
    ...entities.flatMap(({ sharedBy, at }) =>
      listPlaces(sharedBy && byName.get(sharedBy.tool), [
        ["input", sharedBy?.account, locationBelow(at, ["shared_by", "account"])],
        ["input", sharedBy?.roles?.argument, locationBelow(at, ["shared_by", "roles", "argument"])],
      ]),
    ),
    ...limits.flatMap((limit) => limitPlaces(limit, byName)),
    ...states.flatMap(({ field, transitions, at }) =>
      listPlaces(byName.get(field.tool), [
        ...transitions.flatMap((transition) =>
          (transition.sets ?? []).map(
            (path, index): Row => ["output", path, locationBelow(transition.at, ["sets", index])],
          ),
        ),
        ["output", field.poll, locationBelow(at, ["field", "poll"]), number],
      ]),
    ),
  ];
}

function listPlaces(tool: Tool | undefined, rows: readonly Row[]): NamedPlace[] {
  return rows.flatMap(([side, path, at, more]) =>
    tool === undefined || path === undefined ? [] : [{ tool, side, path, at, ...more }],
  );
}

function limitPlaces(
  { ends, shownBy, within = [], sum, appliesTo, at }: Limit,
  byName: ReadonlyMap<string, Tool>,
): NamedPlace[] {
  const limited = ends && appliesTo !== "all" ? appliesTo : [];
  const counting = within.length > 0 && appliesTo !== "all" ? appliesTo : [];
  const added = readAddedAmount(sum ?? "");
  const summed = sum === undefined || typeof added === "string" ? undefined : added.argument;
  const counted: readonly Row[] = [
    ...within.map((path, index): Row => ["input", path, locationBelow(at, ["within", index])]),
    ["input", summed, locationBelow(at, ["sum"]), amount],
  ];
  return [
    ...counting.flatMap((name) => listPlaces(byName.get(name), counted)),
    ...listPlaces(ends && byName.get(ends.tool), [
      ["input", ends?.argument, locationBelow(at, ["ends", "argument"])],
    ]),
    ...limited.flatMap((name) =>
      listPlaces(byName.get(name), [["output", ends?.value, locationBelow(at, ["ends", "value"])]]),
    ),
    ...listPlaces(
      shownBy && byName.get(shownBy.tool),
      (["used", "limit", "remaining"] as const).map(
        (key): Row => ["output", shownBy?.[key], locationBelow(at, ["shown_by", key]), number],
      ),
    ),
    ...listPlaces(shownBy && byName.get(shownBy.tool), [
      ["output", shownBy?.resets, locationBelow(at, ["shown_by", "resets"])],
    ]),
  ];
}

function toolRows({ file, behaviour }: Tool): Row[] {
  const { idempotency, pages, filters, draws, revision, sums, repeats, files, overlaps, takes, tree } =
    behaviour;
  const lists = [...behaviour.adds, ...behaviour.removes];
  const at = (...path: (string | number)[]): SpecLocation => ({ file, path });
  return [
    ["input", idempotency?.key, at("idempotency", "key")],
    ...(idempotency?.same ?? []).map(
      (path, index): Row => ["output", path, at("idempotency", "same", index)],
    ),
    ["output", idempotency?.replayed, at("idempotency", "replayed"), { wants: "boolean" }],
    ...(pages ? pageRows(pages, (...path) => at("pages", ...path)) : []),
    ...filterRows(filters?.filters ?? [], `${filters?.items}/*`, (name) => at("filters", name)),
    ["input", draws?.with, at("draws", "with")],
    ["input", revision?.argument, at("revision", "argument")],
    ["input", behaviour.roundTrip?.argument, at("round_trip", "argument")],
    ["input", tree?.id, at("tree", "id")],
    ["input", tree?.parent, at("tree", "parent")],
    ...(revision?.except ?? []).map((path, index): Row => ["input", path, at("revision", "except", index)]),
    ...sums.flatMap(({ parts, total, items, at: place }): Row[] => [
      ...(items === undefined ? partRows(parts, place) : []),
      ["output", total, locationBelow(place, ["total"]), amount],
    ]),
    ...repeats.flatMap(({ argument, path, at: place }): Row[] => [
      ["input", argument, place],
      ["output", path, place],
    ]),
    ...files.flatMap((file) =>
      (["url", "sha256", "size", "name"] as const).map(
        (key): Row => ["output", file[key], locationBelow(file.at, [key]), key === "size" ? number : {}],
      ),
    ),
    ...(takes ? amountRows(takes, takes.amount, locationBelow(takes.at, ["amount"])) : []),
    ...lists.map(({ argument, at: place }): Row => ["input", argument, { ...place, key: true }]),
    ...overlaps.flatMap((rule) => [
      ...(["start", "end", "length"] as const).map(
        (key): Row => ["input", rule[key], locationBelow(rule.at, [key]), key === "length" ? number : {}],
      ),
      ...rule.within.map((path, index): Row => ["input", path, locationBelow(rule.at, ["within", index])]),
    ]),
  ];
}

/** The arguments of the tool that puts something in. */
function putRows(tool: Tool, model: Model): Row[] {
  const { takes } = tool.behaviour;
  if (takes === undefined) return [];
  const made = findMadePlace(takes, model.entities, (entity) => idsIn(entity, tool, "input", model));
  const within = made === undefined ? takes.within : [];
  return amountRows({ ...takes, within }, takes.putBy.amount, locationBelow(takes.at, ["put_by", "amount"]));
}

function amountRows({ within, at }: Take, amount: string, amountAt: SpecLocation): Row[] {
  return [
    ["input", amount, amountAt, number],
    ...within.map((path, index): Row => ["input", path, locationBelow(at, ["within", index])]),
  ];
}

function partRows(parts: readonly string[], at: SpecLocation, below?: string): Row[] {
  const more = below === undefined ? amount : { ...amount, below };
  return parts.map((path, index): Row => {
    return ["output", (below ?? "") + path, locationBelow(at, ["parts", index]), more];
  });
}

/** The places that a sum names in the list whose items it adds or counts. */
function summedRows({ parts, items, at }: Sum, lister: Tool | undefined): Row[] {
  const list = items?.path ?? (items?.list && lister?.behaviour.pages?.items);
  if (items === undefined || list === undefined) return [];
  const below = `${list}/*`;
  const key = (...path: string[]): SpecLocation => ({ ...locationBelow(at, path), key: true });
  return [
    ["output", items.path, locationBelow(at, ["items"]), { wants: "array" }],
    ...partRows(parts, at, below),
    ...Object.keys(items.where).map(
      (place): Row => ["output", below + place, key("where", place), { below }],
    ),
    ...Object.keys(items.list?.input ?? {}).map((name): Row => {
      return ["input", showPlace(name), key("list", "input", name)];
    }),
  ];
}

/** The places of the call with a sum that the arguments of the list repeat. */
function repeatedRows({ items, at }: Sum): Row[] {
  const values = Object.entries(items?.list?.input ?? {});
  return values.flatMap(([name, value]): Row[] => {
    const place = toSumValue(value);
    const where = locationBelow(at, ["list", "input", name]);
    if (place === undefined || "value" in place) return [];
    return "argument" in place ? [["input", place.argument, where]] : [["output", place.result, where]];
  });
}

function pageRows(pages: Pages, at: (...path: string[]) => SpecLocation): Row[] {
  const below = `${pages.items}/*`;
  return [
    ["input", pages.cursor, at("cursor")],
    ["output", pages.next, at("next")],
    ["input", pages.offset, at("offset"), number],
    ["output", pages.items, at("items"), { wants: "array" }],
    ["output", below + pages.id, at("id"), { below }],
    ["output", pages.total, at("total"), number],
    ["input", pages.limit, at("limit")],
    ...filterRows(pages.filters, below, (name) => at("filters", name)),
    ["input", pages.order?.argument, at("order", "argument")],
    ...(pages.order?.orders ?? []).map(({ value, path }): Row => {
      const place = value === undefined ? at("order", "path") : at("order", "values", value, "path");
      return ["output", below + path, place, { below }];
    }),
  ];
}

/** @param below the place of the items */
function filterRows(filters: readonly Filter[], below: string, at: (name: string) => SpecLocation): Row[] {
  return filters.flatMap((filter): Row[] => [
    ["input", filter.argument, { ...at(filter.name), key: true }],
    ...listFilterPlaces(filter).map((path): Row => ["output", below + path, at(filter.name), { below }]),
  ]);
}

/** Pointers with `*` for every item. */
export function idsIn(entity: Entity, tool: Tool, side: "input" | "output", model: Model): string[] {
  const root = tool[side];
  return root ? placesIn(root, ofType(entity.id), resolver(model)) : [];
}

/** The names of the tools that take an id of the entity. */
export function toolsTaking(entity: Entity, model: Model): string[] {
  return model.tools.filter((tool) => idsIn(entity, tool, "input", model).length > 0).map(({ name }) => name);
}
