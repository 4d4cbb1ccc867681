import type { Mode, Model, NamedType, Tool } from "../model/model.ts";
import { fileStem, pascalCase } from "../model/names.ts";
import type { SpecDocument } from "../parse/document.ts";
import { uriOf } from "../schema/reference.ts";
import type { ServiceFile } from "../structure/shape.ts";
import { entityOf, stateMachineOf } from "./behaviour.ts";
import { type LimitSubstituter, limitSubstituter, locationBelow } from "./limits.ts";
import { rootOf } from "./root.ts";
import { scenarioOf } from "./scenario.ts";
import { authOf, inService, limitOf, serverOf } from "./service.ts";
import { toolOf } from "./tool.ts";

/** Makes the model from documents whose structure has been checked. Never fails: what does not resolve stays unchanged. */
export function resolve(documents: readonly SpecDocument[]): Model {
  const file = documents.find(({ source }) => source.path === "service.yaml")!.value as ServiceFile;
  const limits = Object.entries(file.limits ?? {}).map(([name, limit]) => limitOf(name, limit));
  const substituter = limitSubstituter(limits);
  const modes = Object.entries(file.modes).map(
    ([name, hints]): Mode => ({ name, hints, at: inService(["modes", name]) }),
  );
  const tools = documents
    .filter(({ source }) => source.path.startsWith("tools/"))
    .map((document) => toolOf(document, file, modes, substituter));
  return {
    server: serverOf(file, substituter),
    endpoint: { transport: file.endpoint.transport, path: file.endpoint.path ?? "/mcp" },
    auth: authOf(file),
    scopes: entries(file.scopes).map(([name, description]) => ({
      name,
      description: substituter.substituteText(description, inService(["scopes", name])),
      at: inService(["scopes", name]),
    })),
    modes,
    limits: limits.map((limit) => ({
      ...limit,
      ...(limit.description && {
        description: substituter.substituteText(limit.description, locationBelow(limit.at, ["description"])),
      }),
    })),
    failures: entries(file.failures).map(([code, { when, retryable }]) => ({
      code,
      when: substituter.substituteText(when, inService(["failures", code, "when"])),
      retryable,
      at: inService(["failures", code]),
    })),
    entities: entries(file.entities).map(([name, entity]) =>
      entityOf(name, entity, inService(["entities", name])),
    ),
    states: entries(file.states).map(([name, machine]) =>
      stateMachineOf(name, machine, inService(["states", name])),
    ),
    types: documents
      .filter(({ source }) => source.path.startsWith("types/"))
      .map((document) => typeOf(document, substituter)),
    scenarios: documents
      .filter(({ source }) => source.path.startsWith("scenarios/"))
      .map((document) => scenarioOf(document, substituter)),
    tools: inOrder(tools, file.tools),
    toolOrder: file.tools,
    limitUses: substituter.uses,
    ...(file.registry && { registry: file.registry }),
    accepted: entries(file.accept).map(([code, reason]) => ({
      code,
      reason,
      at: inService(["accept", code]),
    })),
  };
}

function entries<T>(map: Readonly<Record<string, T>> | undefined): [string, T][] {
  return Object.entries(map ?? {});
}

function inOrder(tools: readonly Tool[], order: readonly string[]): Tool[] {
  const position = new Map(order.map((name, index) => [name, index]));
  const of = (tool: Tool) => position.get(tool.name) ?? order.length;
  return [...tools].sort((a, b) => of(a) - of(b));
}

function typeOf({ source, value }: SpecDocument, substituter: LimitSubstituter): NamedType {
  const name = fileStem(source.path);
  return {
    name,
    typeName: pascalCase(name),
    root: rootOf(uriOf(source.path), value, { file: source.path, path: [] }, substituter),
  };
}
