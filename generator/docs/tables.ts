import type { Model, Tool } from "../model.ts";
import { guardsOf } from "../schema/guards.ts";
import type { Resolver } from "../schema/roots.ts";
import { anchorOf, toolLinks } from "./anchors.ts";
import { limitValue } from "./limit.ts";
import { cell, code, table } from "./markdown.ts";

export function scopeTable({ scopes, tools }: Model, resolve: Resolver): string {
  const guarded = (tool: Tool) => (tool.output ? guardsOf(tool.output, resolve) : []);
  const shows = (tool: Tool, scope: string) =>
    guarded(tool).some(({ remove = {} }) => Object.values(remove).some((needed) => needed.includes(scope)));
  const rows = scopes.map(({ name, description }) => [
    `<a id="${anchorOf("scope", name)}"></a>${code(name)}`,
    cell(description),
    toolLinks(tools.filter((tool) => tool.scopes.includes(name))),
    toolLinks(tools.filter((tool) => shows(tool, name))),
  ]);
  return table(["scope", "grants", "needed by", "shows more in"], rows);
}

export function limitTable({ limits, limitUses, tools }: Model): string {
  const asks = (file: string, name: string) =>
    limitUses.some(({ limit, at }) => limit === name && at.file === file);
  const rows = limits.map((limit) => [
    `<a id="${anchorOf("limit", limit.name)}"></a>${code(limit.name)}`,
    limitValue(limit),
    limit.appliesTo === "all"
      ? "all tools"
      : toolLinks(tools.filter(({ name, file }) => limit.appliesTo.includes(name) || asks(file, limit.name))),
    cell(limit.description ?? ""),
  ]);
  return table(["limit", "value", "applies to", "what it limits"], rows);
}

export function failureTable({ failures, tools }: Model): string {
  const rows = failures.map(({ code: name, when, retryable }) => [
    code(name),
    cell(when),
    retryable ? "yes" : "no",
    toolLinks(tools.filter((tool) => tool.failures.includes(name))),
  ]);
  return table(["code", "when", "retry helps", "of"], rows);
}
