import type { Locus } from "./diagnostic.ts";
import type { SpecDocument } from "./document.ts";
import { annotationNames } from "./language/service.ts";
import { below, type LimitReader, limitReader } from "./limits.ts";
import type {
  AuthModel,
  Example,
  Hints,
  Limit,
  Machine,
  Mode,
  Model,
  NamedType,
  Scenario,
  SchemaRoot,
  ServerModel,
  Step,
  Tool,
} from "./model.ts";
import { camelCase, fileStem, pascalCase, withoutPrefix } from "./names.ts";
import type { JsonSchema } from "./schema/keywords.ts";
import { dialectOf } from "./schema/meaning.ts";
import { uriOf, withAbsoluteReferences } from "./schema/reference.ts";
import type { ScenarioFile, ServiceFile, ToolFile } from "./shape.ts";

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

function service(path: Locus["path"]): Locus {
  return { file: "service.yaml", path };
}

function entries<T>(map: Readonly<Record<string, T>> | undefined): [string, T][] {
  return Object.entries(map ?? {});
}

function serverOf(file: ServiceFile, reader: LimitReader): ServerModel {
  const filled = reader.fill(file.server, service(["server"])) as ServiceFile["server"];
  const { protocolVersions } = filled;
  return {
    ...filled,
    protocolVersions: protocolVersions ?? ["2025-11-25", "2026-07-28"],
    namesVersions: protocolVersions !== undefined,
  };
}

function authOf({ auth, server }: ServiceFile): AuthModel {
  return {
    scheme: auth.scheme,
    denial: auth.denial ?? "tool-error",
    visibility: auth.visibility ?? "all",
    describe: auth.describe ?? "none",
    realm: auth.realm ?? server.name,
    ...(auth.tokenSource !== undefined && { tokenSource: auth.tokenSource }),
  };
}

function limitOf(name: string, limit: NonNullable<ServiceFile["limits"]>[string]): Limit {
  const { kind, description, applies_to, field, ...rest } = limit;
  const values = Object.entries(rest);
  return {
    name,
    kind,
    ...(description !== undefined && { description }),
    numbers: Object.fromEntries(
      values.filter((entry): entry is [string, number] => typeof entry[1] === "number"),
    ),
    words: Object.fromEntries(
      values.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ),
    appliesTo: applies_to ?? [],
    ...(field !== undefined && { field }),
    at: service(["limits", name]),
  };
}

function machineOf(name: string, machine: NonNullable<ServiceFile["states"]>[string]): Machine {
  const at = service(["states", name]);
  return {
    name,
    typeName: pascalCase(name),
    field: machine.field,
    initial: machine.initial,
    transitions: Object.entries(machine.transitions).map(([transition, rule]) => ({
      name: transition,
      ...rule,
      at: below(at, ["transitions", transition]),
    })),
    at,
  };
}

function typeOf({ source, value }: SpecDocument, reader: LimitReader): NamedType {
  const name = fileStem(source.path);
  return {
    name,
    typeName: pascalCase(name),
    root: rootOf(uriOf(source.path), value, { file: source.path, path: [] }, reader),
  };
}

function scenarioOf({ source, value }: SpecDocument, reader: LimitReader): Scenario {
  const at = (...path: (string | number)[]): Locus => ({ file: source.path, path });
  const { workflows } = value as ScenarioFile;
  return {
    name: fileStem(source.path),
    workflows: workflows.map(({ workflowId, inputs, steps, outputs = {}, ...prose }, index) => ({
      id: workflowId,
      ...prose,
      ...(inputs !== undefined && {
        inputs: rootOf(`${uriOf(source.path)}/${index}`, inputs, at("workflows", index, "inputs"), reader),
      }),
      steps: steps.map((step, position) => stepOf(step, at("workflows", index, "steps", position), reader)),
      outputs,
      at: at("workflows", index),
    })),
  };
}

function stepOf(
  { stepId, operationId, requestBody, successCriteria = [], outputs = {}, ...prose }: StepShape,
  at: Locus,
  reader: LimitReader,
): Step {
  const payload = reader.fill(requestBody?.payload ?? {}, below(at, ["requestBody", "payload"]));
  return {
    id: stepId,
    ...prose,
    tool: operationId,
    payload: payload as Step["payload"],
    successCriteria: successCriteria.map((criterion) => ({ type: "simple", ...criterion })),
    outputs,
    at,
  };
}

type StepShape = ScenarioFile["workflows"][number]["steps"][number];

function rootOf(uri: string, value: unknown, at: Locus, reader: LimitReader): SchemaRoot {
  const schema = withAbsoluteReferences(reader.fill(value, at), at.file) as JsonSchema;
  return { uri, schema, dialect: dialectOf(schema), at };
}

function toolOf(
  { source, value }: SpecDocument,
  file: ServiceFile,
  modes: readonly Mode[],
  reader: LimitReader,
): Tool {
  const tool = value as ToolFile;
  const name = tool.name ?? fileStem(source.path);
  const short = tool.method ?? withoutPrefix(name, file.server.toolPrefix);
  const annotations = hintsOf(tool, modes);
  const at = (...path: (string | number)[]): Locus => ({ file: source.path, path });
  const text = (key: "title" | "description"): { title?: string; description?: string } =>
    tool[key] === undefined ? {} : { [key]: reader.fillText(tool[key], at(key)) };
  return {
    name,
    method: camelCase(short),
    typeName: pascalCase(short),
    file: source.path,
    mode: tool.mode,
    scopes: tool.scope === undefined ? [] : [tool.scope].flat(),
    ...text("title"),
    ...text("description"),
    input: rootOf(`${uriOf(source.path)}/input`, tool.input, at("input"), reader),
    ...(tool.output !== undefined && {
      output: rootOf(`${uriOf(source.path)}/output`, tool.output, at("output"), reader),
    }),
    exactlyOne: tool.exactlyOne ?? [],
    failures: tool.failures ?? [],
    ...(annotations && { annotations }),
    ...(tool.icons && { icons: tool.icons }),
    ...(tool.execution && { execution: tool.execution }),
    ...(tool._meta && { meta: tool._meta }),
    ...(tool.manifest && { extra: tool.manifest }),
    examples: Object.entries(tool.examples ?? {}).map(
      ([example, fields]): Example => ({ name: example, ...fields, at: at("examples", example) }),
    ),
  };
}

/** In the order in which MCP lists them, whatever the order in the spec; then what MCP does not know. */
function hintsOf(tool: ToolFile, modes: readonly Mode[]): Hints | undefined {
  const merged: Record<string, unknown> = {
    ...modes.find(({ name }) => name === tool.mode)?.hints,
    ...tool.annotations,
  };
  const names = new Set([
    ...annotationNames.filter((name) => Object.hasOwn(merged, name)),
    ...Object.keys(merged),
  ]);
  if (names.size === 0 && !tool.annotations) return undefined;
  return Object.fromEntries([...names].map((name) => [name, merged[name]]));
}

function inOrder(tools: readonly Tool[], order: readonly string[]): Tool[] {
  const position = new Map(order.map((name, index) => [name, index]));
  const of = (tool: Tool) => position.get(tool.name) ?? order.length;
  return [...tools].sort((a, b) => of(a) - of(b));
}
