/** Emits handlers.ts and unimplemented.ts. */
import { type InterfaceDeclarationStructure, StructureKind } from "ts-morph";
import type { Model } from "../model/model.ts";
import { propertyName } from "../typescript/literal.ts";
import type { GeneratedFile } from "./file.ts";
import { constant, docs, importNames, importTypes, printTypeScript } from "./print.ts";
import { handlerProperty, printGroup } from "./resources.ts";
import { operationDoc } from "./tool-doc.ts";

const about =
  "The handlers of this server: one property for each tool. Their input has been validated and has its defaults; their output is validated before it is sent. `Who` is the type of `call.caller`.";

/** Emits handlers.ts: the interface that the hand-written side satisfies, one property a tool. */
export function emitHandlers(model: Model): GeneratedFile {
  const runtime = [
    "Awaitable",
    "Call",
    "Caller",
    "HandlerTypes",
    ...(model.tools.some(({ output }) => !output) ? ["ContentBlock"] : []),
  ];
  const types = model.tools.flatMap(({ typeName, output }) => [
    `${typeName}Input`,
    ...(output ? [`${typeName}Output`] : []),
  ]);
  const groups = listGroups(model);
  const handlers: InterfaceDeclarationStructure = {
    kind: StructureKind.Interface,
    name: "Handlers",
    isExported: true,
    typeParameters: [{ name: "Who", constraint: "Caller", default: "Caller" }],
    docs: docs(about),
    properties: [
      ...model.tools.map((tool) =>
        handlerProperty(tool, "readonly ContentBlock[]", operationDoc(tool, model)),
      ),
      ...groups.map(({ name, type }) => ({ name, type: `${type}<Who>`, isReadonly: true })),
    ],
  };
  return printTypeScript("handlers.ts", [
    importTypes("@toolwright/runtime", runtime),
    ...groups.map(({ name, type }) => importTypes(`./${name}.ts`, [type])),
    importTypes("./types.ts", types),
    handlers,
    serviceHandlers,
  ]);
}

/** Ties the service to `Handlers<Who>`, for any `Who`. */
const serviceHandlers: InterfaceDeclarationStructure = {
  kind: StructureKind.Interface,
  name: "ServiceHandlers",
  isExported: true,
  extends: ["HandlerTypes"],
  docs: docs("The handlers for each type of caller: `Who` is what `authenticate` returns."),
  properties: [{ name: "handlers", type: `Handlers<this["caller"]>`, isReadonly: true }],
};

/** Emits unimplemented.ts: a complete server of typed refusals, so that a new spec runs on day one. */
export function emitUnimplemented(model: Model): GeneratedFile {
  const entry = (method: string, name: string) =>
    `${propertyName(method)}: () => notImplemented(${JSON.stringify(name)}),\n`;
  const properties = model.tools.map(({ method, name }) => `  ${entry(method, name)}`);
  const groups = listGroups(model).map(({ name, handlers }) => {
    const entries = handlers.map(({ method, operation }) => `    ${entry(method, operation.name)}`);
    return `  ${name}: {\n${entries.join("")}  },\n`;
  });
  return printTypeScript("unimplemented.ts", [
    importNames("@toolwright/runtime", ["notImplemented"]),
    importTypes("./handlers.ts", ["Handlers"]),
    constant(
      "unimplemented",
      "Handlers",
      `{\n${[...properties, ...groups].join("")}}`,
      "Refuses every call with `not_implemented`. Use its handlers for the tools that have none yet.",
    ),
  ]);
}

/** The properties of `Handlers` that hold the handlers of resources and of prompts, where there are any. */
export function listGroups({ resources, prompts }: Model) {
  const groups = [
    { name: "resources", type: "ResourceHandlers", handlers: printGroup(resources) },
    { name: "prompts", type: "PromptHandlers", handlers: printGroup(prompts) },
  ] as const;
  return groups.filter(({ handlers }) => handlers.length > 0);
}
