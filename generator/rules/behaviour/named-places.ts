/** Lists the arguments and places of results that keys about behaviour name. */
import type { SpecLocation } from "../../diagnostics/diagnostic.ts";
import type { Pages, StateMachine } from "../../model/behaviour.ts";
import type { Limit, Model, Tool } from "../../model/model.ts";
import { locationBelow } from "../../resolve/limits.ts";

export interface NamedPlace {
  readonly tool: Tool;
  readonly side: "input" | "output";
  /** A pointer; `*` is every item. */
  readonly path: string;
  readonly at: SpecLocation;
  /** What the value there must be. */
  readonly wants?: "number" | "array";
  /** The place of the items that this one is in. */
  readonly below?: string;
}

export function namedPlaces({ tools, limits, states }: Model): NamedPlace[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return [
    ...tools.flatMap(ofTool),
    ...limits.flatMap((limit) => ofLimit(limit, byName)),
    ...states.flatMap((machine) => ofStates(machine, byName)),
  ];
}

function ofStates({ field, at }: StateMachine, tools: ReadonlyMap<string, Tool>): NamedPlace[] {
  const tool = tools.get(field.tool);
  if (tool === undefined || field.poll === undefined) return [];
  const place = locationBelow(at, ["field", "poll"]);
  return [{ tool, side: "output", path: field.poll, at: place, wants: "number" }];
}

function ofTool(tool: Tool): NamedPlace[] {
  const { idempotency, pages, draws, sums, repeats } = tool.behaviour;
  const at = (...path: (string | number)[]): SpecLocation => ({ file: tool.file, path });
  const input = (path: string, place: SpecLocation): NamedPlace => ({ tool, side: "input", path, at: place });
  const output = (path: string, place: SpecLocation): NamedPlace => ({
    tool,
    side: "output",
    path,
    at: place,
  });
  return [
    ...(idempotency
      ? [
          input(idempotency.key, at("idempotency", "key")),
          ...idempotency.same.map((path, index) => output(path, at("idempotency", "same", index))),
        ]
      : []),
    ...(pages ? ofPages(pages, tool) : []),
    ...(draws?.with === undefined ? [] : [input(draws.with, at("draws", "with"))]),
    ...sums.flatMap(({ parts, total, at: place }) => [
      ...parts.map(
        (path, index): NamedPlace => ({
          ...output(path, locationBelow(place, ["parts", index])),
          wants: "number",
        }),
      ),
      { ...output(total, locationBelow(place, ["total"])), wants: "number" as const },
    ]),
    ...repeats.flatMap(({ argument, path, at: place }) => [input(argument, place), output(path, place)]),
  ];
}

function ofPages(pages: Pages, tool: Tool): NamedPlace[] {
  const at = (...path: string[]): SpecLocation => ({ file: tool.file, path: ["pages", ...path] });
  const place = (side: "input" | "output", path: string, where: SpecLocation): NamedPlace => ({
    tool,
    side,
    path,
    at: where,
  });
  const inItem = (path: string, where: SpecLocation): NamedPlace => ({
    ...place("output", `${pages.items}/*${path}`, where),
    below: `${pages.items}/*`,
  });
  return [
    place("input", pages.cursor, at("cursor")),
    place("output", pages.next, at("next")),
    { ...place("output", pages.items, at("items")), wants: "array" },
    inItem(pages.id, at("id")),
    ...(pages.total === undefined
      ? []
      : [{ ...place("output", pages.total, at("total")), wants: "number" as const }]),
    ...(pages.limit === undefined ? [] : [place("input", pages.limit, at("limit"))]),
    ...pages.filters.flatMap(({ name, argument, path }) => [
      place("input", argument, { ...at("filters", name), key: true }),
      inItem(path, at("filters", name)),
    ]),
  ];
}

function ofLimit({ ends, shownBy, appliesTo, at }: Limit, tools: ReadonlyMap<string, Tool>): NamedPlace[] {
  const ender = ends && tools.get(ends.tool);
  const shower = shownBy && tools.get(shownBy.tool);
  const limited = appliesTo === "all" ? [] : appliesTo.flatMap((name) => tools.get(name) ?? []);
  return [
    ...(ends && ender
      ? [
          {
            tool: ender,
            side: "input" as const,
            path: ends.argument,
            at: locationBelow(at, ["ends", "argument"]),
          },
        ]
      : []),
    ...(ends
      ? limited.map((tool) => ({
          tool,
          side: "output" as const,
          path: ends.value,
          at: locationBelow(at, ["ends", "value"]),
        }))
      : []),
    ...(["used", "limit", "remaining"] as const).flatMap((key): NamedPlace[] => {
      const path = shownBy?.[key];
      if (shower === undefined || path === undefined) return [];
      return [
        { tool: shower, side: "output", path, at: locationBelow(at, ["shown_by", key]), wants: "number" },
      ];
    }),
  ];
}
