/** Writes the behaviour parts of docs/tools.md: the entities, and how a tool behaves. */
import { listFilterPlaces } from "@toolwright/conformance/cases";
import { withArticle } from "@toolwright/runtime/problems";
import type { Entity, Roles, Spending, TaskRule, ToolBehaviour } from "../model/behaviour.ts";
import type { Model } from "../model/model.ts";
import { fileStem } from "../model/names.ts";
import type { Tool } from "../model/operation.ts";
import type { Pages } from "../model/pages.ts";
import { blocks, code, link, makeAnchor, table, toolLinks } from "./markdown.ts";

/** One row for each entity. */
export function entityTable({ entities }: Model): string {
  const tool = (name: string | undefined) => (name === undefined ? "" : toolLinks([{ name }]));
  const rows = entities.map((entity: Entity) => [
    code(entity.name),
    code(fileStem(entity.id)),
    tool(entity.madeBy?.tool),
    toolLinks(entity.observedBy.map((name) => ({ name }))),
    tool(entity.endedBy?.tool),
    tool(entity.sharedBy?.tool),
    entity.private === undefined ? "" : code(entity.private),
  ]);
  return table(["entity", "id", "made by", "shown by", "ended by", "shared by", "without access"], rows);
}

/** Lists what the roles of shared entities allow; empty if there are none. */
export function roleList({ entities }: Model): string {
  return blocks(
    ...entities.flatMap(({ name, sharedBy }) => (sharedBy?.roles ? describeRoles(name, sharedBy.roles) : [])),
  );
}

function describeRoles(entity: string, { allow, refused, sees }: Roles): string[] {
  const lines = Object.entries(allow).map(([role, tools]) => {
    const links = toolLinks(tools.map((name) => ({ name })));
    return `- with ${code(role)}: ${tools.length === 0 ? "nothing" : links}`;
  });
  return [
    `Beside reading, an account that ${withArticle(entity)} is shared with may call these tools; all else about it is refused with ${code(refused)}:`,
    lines.join("\n"),
    ...Object.entries(sees).map(([place, roles]) => {
      const accounts = roles.length === 0 ? "" : ` and accounts with ${roles.map(code).join(" or ")}`;
      return `Only its owner${accounts} can see ${code(place)} of ${withArticle(entity)}.`;
    }),
  ];
}

/** Lists the guarantees for callers, one line each; empty if the spec declares none. */
export function behaviourList({ behaviour }: Tool): string {
  const lines = [
    ...describeRepetition(behaviour),
    ...describeLists(behaviour),
    ...describeDraws(behaviour),
    ...describeRevision(behaviour),
    ...describeDuration(behaviour),
    ...describeResults(behaviour),
    ...describeCopies(behaviour),
    ...describeRoundTrip(behaviour),
    ...describeTree(behaviour),
    ...describeRequirements(behaviour),
    ...describeOverlaps(behaviour),
    ...describeTakes(behaviour),
    ...describeListChanges(behaviour),
    ...describeListing(behaviour),
  ];
  return lines.length === 0
    ? ""
    : `What a caller can rely on:\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

function describeRepetition({ idempotency }: ToolBehaviour): string[] {
  if (idempotency === undefined) return [];
  const { key, same, replayed, refused } = idempotency;
  const marked =
    replayed === undefined ? "" : `; ${code(replayed)} says whether a result is that of an earlier call`;
  const otherwise =
    refused === undefined ? "" : ` With other arguments the key is refused with ${code(refused)}.`;
  return [
    `Calls with the same ${argument(key)} and the same arguments have one effect, and the same ${places(same)}${marked}.${otherwise}`,
  ];
}

function describeLists({ pages, filters }: ToolBehaviour): string[] {
  return [
    ...(pages
      ? [
          describePaging(pages),
          ...(pages.total === undefined ? [] : [`${code(pages.total)} counts the items on all pages.`]),
          ...describeOrder(pages),
        ]
      : []),
    ...(pages ?? filters ?? { filters: [] }).filters.map(
      (filter) =>
        `${argument(filter.argument)} selects items by ${listFilterPlaces(filter).map(code).join(" or ")}: ${sorts[filter.is]}${filter.days === undefined ? "" : `; a day is the whole day, ${filter.days}`}.`,
    ),
  ];
}

function describePaging({ cursor, next, offset }: Pages): string {
  if (cursor === undefined || next === undefined)
    return `The list comes page by page: ${argument(offset!)} is the number of items before the page.`;
  return `The list comes page by page: pass ${code(next)} of a result as ${argument(cursor)} until it is absent or null.`;
}

function describeOrder({ order }: Pages): string[] {
  if (order === undefined) return [];
  const { argument: name, orders } = order;
  return orders.map(({ value, path, descending }) => {
    const when = name === undefined ? "" : `With ${argument(name)} ${code(String(value))} `;
    const sorted = `items come by ${code(path)}, the ${descending ? "highest" : "lowest"} first.`;
    return when === "" ? `I${sorted.slice(1)}` : when + sorted;
  });
}

function describeDraws({ draws, spends }: ToolBehaviour): string[] {
  const money =
    spends === undefined ? [] : [`A call spends ${spends.name}, which cost money.`, ...describeCost(spends)];
  if (draws === undefined) return money;
  const condition = draws.with === undefined ? "" : ` with ${argument(draws.with)}`;
  const limit = link(code(draws.limit), makeAnchor("limit", draws.limit));
  const ends = draws.returnedIn?.map(code).join(" or ");
  const returned = ends === undefined ? "" : ` It is returned if the work ends as ${ends}.`;
  return [`A call${condition} draws one from ${limit}.${returned}`, ...money];
}

function describeCost({ name, left, cost }: Spending): string[] {
  if (left === undefined || cost === undefined) return [];
  const sum = cost.parts.map(code).join(" and ");
  return [
    `${toolLinks([{ name: left.tool }])} shows at ${code(left.path)} the ${name} that are left: less by ${sum} of ${toolLinks([{ name: cost.tool }])}.`,
  ];
}

function describeRevision({ revision }: ToolBehaviour): string[] {
  if (revision === undefined) return [];
  const { refused, shownBy } = revision;
  const refusal = refused === undefined ? "" : ` with ${code(refused)}`;
  const shown = `${toolLinks([{ name: shownBy.tool }])} shows at ${code(shownBy.path)}`;
  const moves =
    revision.except.length === 0
      ? ""
      : ` Changes of ${revision.except.map(argument).join(", ")} do not move it.`;
  return [
    `A call is refused${refusal} if ${argument(revision.argument)} is not the present revision, which ${shown}.${moves}`,
  ];
}

function describeDuration({ task, deadlineSeconds }: ToolBehaviour): string[] {
  return [
    ...(task ? [describeTask(task)] : []),
    ...(deadlineSeconds === undefined
      ? []
      : [`A call that is no task is ended after ${deadlineSeconds} seconds.`]),
  ];
}

function describeCopies({ copies }: ToolBehaviour): string[] {
  if (copies === undefined) return [];
  const { source, copy, except } = copies;
  const differs = except.length === 0 ? "" : `, except ${except.map(code).join(", ")}`;
  return [`The copy at ${code(copy)} has every part of ${argument(source)}${differs}.`];
}

function describeRoundTrip({ roundTrip }: ToolBehaviour): string[] {
  if (roundTrip === undefined) return [];
  const { argument: taken, from, when } = roundTrip;
  const writer =
    from.path === undefined
      ? `the resource ${code(from.tool.replace("resource:", ""))} says`
      : `${toolLinks([{ name: from.tool }])} shows at ${code(from.path)}`;
  const condition = when === undefined ? "" : ` if ${code(when)}`;
  return [`What ${writer}, sent as ${argument(taken)}, makes the same again${condition}.`];
}

function describeTree({ tree }: ToolBehaviour): string[] {
  if (tree === undefined) return [];
  return [
    `What ${argument(tree.id)} names is not moved into itself, nor into what is in it: ${code(tree.refused)}.`,
  ];
}

function describeRequirements({ requires }: ToolBehaviour): string[] {
  return requires.map(({ entity, id, place, is, refused }) => {
    const values = is.map((value) => code(JSON.stringify(value))).join(" or ");
    return `Unless ${code(place)} of the ${entity} at ${argument(id)} is ${values}, the call is refused with ${code(refused)}.`;
  });
}

function describeSum({ parts, total, items }: ToolBehaviour["sums"][number]): string {
  const numbers = parts.map(code).join(" and ");
  if (items === undefined) return `${numbers} add up to ${code(total)}.`;
  const list = items.list === undefined ? code(items.path ?? "") : toolLinks([{ name: items.list.tool }]);
  const where = Object.entries(items.where).map(
    ([place, is]) => `${code(place)} is ${is.map((value) => code(JSON.stringify(value))).join(" or ")}`,
  );
  const chosen = where.length === 0 ? "" : ` whose ${where.join(" and ")}`;
  return parts.length === 0
    ? `${code(total)} counts the items of ${list}${chosen}.`
    : `${code(total)} is the sum of ${numbers} of the items of ${list}${chosen}.`;
}

function describeOverlaps({ overlaps }: ToolBehaviour): string[] {
  return overlaps.map(({ entity, start, end, length, unit, within, while: states, includesEnd, refused }) => {
    const long = unit === undefined ? argument(length ?? "") : `${argument(length ?? "")} ${unit}`;
    const interval = `from ${argument(start)} ${end === undefined ? `for ${long}` : `to ${argument(end)}`}`;
    const place = within.length === 0 ? "" : ` with the same ${within.map(argument).join(" and ")}`;
    const inStates = states === undefined ? "" : ` that is ${states.map(code).join(" or ")}`;
    const touching = includesEnd
      ? "The end belongs to the interval."
      : "One may begin where another one ends.";
    return `A call is refused with ${code(refused)} if its interval, ${interval}, overlaps that of another ${entity}${place}${inStates}. ${touching}`;
  });
}

function describeTakes({ takes }: ToolBehaviour): string[] {
  if (takes === undefined) return [];
  const { amount, within, putBy, refused } = takes;
  const place = within.map(argument).join(" and ");
  return [
    `A call takes ${argument(amount)} of what ${toolLinks([{ name: putBy.tool }])} has put in with the same ${place}; if there is less, it is refused with ${code(refused)}.`,
  ];
}

function describeListChanges({ adds, removes }: ToolBehaviour): string[] {
  return [
    ...adds.map(
      (list) => `It adds ${argument(list.argument)} to the list ${code(list.place)}; what was there stays.`,
    ),
    ...removes.map(
      (list) =>
        `It removes ${argument(list.argument)} from the list ${code(list.place)}; the other entries stay.`,
    ),
  ];
}

function describeListing({ lists }: ToolBehaviour): string[] {
  if (lists === undefined) return [];
  const conditions = lists.where.map(({ text }) => code(text.replaceAll("$item#", "")));
  return [`${code(lists.items)} has each item of which ${conditions.join(" and ")}, and no other.`];
}

function describeResults({ sums, repeats, invariants, files, changes }: ToolBehaviour): string[] {
  return [
    ...sums.map(describeSum),
    ...(repeats.length > 0
      ? [`The result repeats ${repeats.map((repeat) => argument(repeat.argument)).join(", ")}.`]
      : []),
    ...invariants.map(
      ({ text }) => `It holds that ${code(text.replaceAll("$result.structuredContent#", ""))}.`,
    ),
    ...files.map(
      ({ url, at: _, ...file }) =>
        `${Object.values(file).map(code).join(", ")} describe the file at ${code(url)}.`,
    ),
    ...changes.map(
      ({ entity, id, places: changed, to }) =>
        `Of the ${entity} at ${argument(id)} it changes ${changed.map(code).join(", ")}${to === undefined ? "" : ` to ${code(JSON.stringify(to))}`}, and nothing else.`,
    ),
  ];
}

function describeTask({ when, afterSeconds, keepSeconds }: TaskRule): string {
  const kept = `It is kept for ${keepSeconds} seconds from its start.`;
  return when === "always"
    ? `Every call is a task of MCP 2026-07-28; clients that take no tasks are refused. ${kept}`
    : `For clients that take tasks (MCP 2026-07-28), a call of more than ${afterSeconds} seconds becomes one. ${kept}`;
}

const sorts = {
  equal: "it is equal",
  contains: "it contains the text, ignoring case",
  similar: "it resembles the text",
  "at-least": "it is the same or more",
  "at-most": "it is the same or less",
  below: "it is less",
} as const;

function argument(pointer: string): string {
  return code(pointer.split("/").length === 2 ? pointer.slice(1) : pointer);
}

/** The empty pointer is the whole result. */
function places(pointers: readonly string[]): string {
  return pointers.map((pointer) => (pointer === "" ? "result" : code(pointer))).join(", ");
}
