import type { Mode, Model, NamedType, Tool } from "../model/model.ts";
import { fileStem, pascalCase } from "../model/names.ts";
import type { SpecDocument } from "../parse/document.ts";
import { uriOf } from "../schema/reference.ts";
import type { ServiceFile } from "../structure/shape.ts";
import { below, type LimitReader, limitReader } from "./limits.ts";
import { rootOf } from "./root.ts";
import { scenarioOf } from "./scenario.ts";
import { authOf, limitOf, machineOf, serverOf, service } from "./service.ts";
import { toolOf } from "./tool.ts";

/** Makes the model out of documents whose shape has been checked. Never fails: what does not resolve stays as written. */
export function resolve(documents: readonly SpecDocument[]): Model {
  const file = documents.find(({ source }) => source.path === "service.yaml")!.value as ServiceFile;
  const limits = Object.entries(file.limits ?? {}).map(([name, limit]) => limitOf(name, limit));
  const reader = limitReader(limits);
  const modes = Object.entries(file.modes).map(
    ([name, hints]): Mode => ({ name, hints, at: service(["modes", name]) }),
  );
  const tools = documents
    .filter(({ source }) => source.path.startsWith("tools/"))
    .map((document) => toolOf(document, file, modes, reader));
  return {
    server: serverOf(file, reader),
    endpoint: { transport: file.endpoint.transport, path: file.endpoint.path ?? "/mcp" },
    auth: authOf(file),
    scopes: entries(file.scopes).map(([name, description]) => ({
      name,
      description: reader.fillText(description, service(["scopes", name])),
      at: service(["scopes", name]),
    })),
    modes,
    limits: limits.map((limit) => ({
      ...limit,
      ...(limit.description && {
        description: reader.fillText(limit.description, below(limit.at, ["description"])),
      }),
    })),
    failures: entries(file.failures).map(([code, { when, retryable }]) => ({
      code,
      when: reader.fillText(when, service(["failures", code, "when"])),
      retryable,
      at: service(["failures", code]),
    })),
    states: entries(file.states).map(([name, machine]) => machineOf(name, machine)),
    types: documents
      .filter(({ source }) => source.path.startsWith("types/"))
      .map((document) => typeOf(document, reader)),
    scenarios: documents
      .filter(({ source }) => source.path.startsWith("scenarios/"))
      .map((document) => scenarioOf(document, reader)),
    tools: inOrder(tools, file.tools),
    toolOrder: file.tools,
    limitUses: reader.uses,
    ...(file.registry && { registry: file.registry }),
    accepted: entries(file.accept).map(([code, reason]) => ({
      code,
      reason,
      at: service(["accept", code]),
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

function typeOf({ source, value }: SpecDocument, reader: LimitReader): NamedType {
  const name = fileStem(source.path);
  return {
    name,
    typeName: pascalCase(name),
    root: rootOf(uriOf(source.path), value, { file: source.path, path: [] }, reader),
  };
}
