/** The tables of scopes, limits and failures in docs/tools.md. */

import type { Resolver } from "@toolwright/json-schema";
import { withArticle } from "@toolwright/runtime/problems";
import type { Limit, Model } from "../model/model.ts";
import type { Operation } from "../model/operation.ts";
import { limitedName, listOperations, listRefusing } from "../model/operations.ts";
import { makeRedaction } from "../schema/redaction.ts";
import { cell, code, link, makeAnchor, operationLinks, table } from "./markdown.ts";

export function scopeTable(model: Model, resolve: Resolver): string {
  const operations = listOperations(model);
  const redactions = ({ output }: Operation) => (output ? makeRedaction(output, resolve) : []);
  const scopesOfFields = new Map(
    operations.map((operation) => [
      operation,
      new Set(redactions(operation).flatMap(({ remove = {} }) => Object.values(remove).flat())),
    ]),
  );
  const rows = model.scopes.map(({ name, description }) => [
    `<a id="${makeAnchor("scope", name)}"></a>${code(name)}`,
    cell(description),
    operationLinks(operations.filter((operation) => operation.scopes.includes(name))),
    operationLinks(operations.filter((operation) => scopesOfFields.get(operation)?.has(name))),
  ]);
  return table(["scope", "grants", "needed by", "shows more in"], rows);
}

export function limitTable(model: Model): string {
  const { limits, limitUses } = model;
  const uses = Map.groupBy(limitUses, ({ limit }) => limit);
  const filesUsing = (name: string) => new Set(uses.get(name)?.map(({ at }) => at.file));
  const rows = limits.map((limit) => [
    `<a id="${makeAnchor("limit", limit.name)}"></a>${code(limit.name)}`,
    limitValue(limit),
    limit.appliesTo === "all" ? "all tools" : operationLinks(listLimited(limit, filesUsing(limit.name))),
    cell(limit.description ?? ""),
  ]);
  return table(["limit", "value", "applies to", "what it limits"], rows);

  function listLimited({ name: limit, appliesTo }: Limit, files: ReadonlySet<string>): Operation[] {
    const drawing = new Set<Operation>(
      model.tools.filter(({ behaviour }) => behaviour.draws?.limit === limit),
    );
    return listOperations(model).filter(
      (each) => appliesTo.includes(limitedName(each)) || files.has(each.file) || drawing.has(each),
    );
  }
}

export function failureTable(model: Model): string {
  const rows = model.failures.map(({ code: name, when, retryable }) => [
    `<a id="${makeAnchor("failure", name)}"></a>${code(name)}`,
    cell(when),
    retryable ? "yes" : "no",
    operationLinks(listOperations(model).filter((operation) => operation.failures.includes(name))),
  ]);
  return table(["code", "when", "retry helps", "of"], rows);
}

/** Describes the tools that refuse accounts in each state. */
export function accountStateTable(model: Model): string {
  const rows = model.accountStates.map(({ name, when, refused }) => [
    `<a id="${makeAnchor("account-state", name)}"></a>${code(name)}`,
    cell(when),
    link(code(refused), makeAnchor("failure", refused)),
    operationLinks(listRefusing(name, model)),
  ]);
  return table(["state", "when", "refused with", "by"], rows);
}

/** The value of a limit in words: `0 to 3`, `120 in 1 minute, per token`. */
export function limitValue({ kind, numbers, settings, sum }: Limit): string {
  const { min, max, seconds } = numbers;
  switch (kind) {
    case "range":
      return `${min} to ${max}`;
    case "duration":
      return duration(seconds!);
    case "rate":
      return `${max} in ${duration(seconds!)}${settings.per ? `, per ${settings.per}` : ""}`;
    case "quota":
      return `per ${settings.per} and ${settings.period}`;
    default: {
      const most = max ?? `as ${sum === undefined ? "many" : "much"} as \`${settings.max}\` says`;
      const added = sum === undefined ? "" : ` in all (\`${sum}\`)`;
      const each = settings.period === undefined ? "" : ` ${withArticle(settings.period)}`;
      const owner = settings.per === undefined ? "" : `, per ${settings.per}`;
      return min === undefined ? `at most ${most}${added}${each}${owner}` : `${min} to ${max}`;
    }
  }
}

function duration(seconds: number): string {
  const units: readonly (readonly [number, string])[] = [
    [86_400, "day"],
    [3_600, "hour"],
    [60, "minute"],
    [1, "second"],
  ];
  const [size, unit] = units.find(([size]) => seconds >= size && seconds % size === 0) ?? [1, "second"];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
