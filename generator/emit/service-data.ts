/** Describes a service as data for the runtime: `tools.ts` is printed from it, and a mock serves it. */
import { suggestedValues } from "@toolwright/json-schema";
import type {
  RateRule,
  Prompt as ServedPrompt,
  Resource as ServedResource,
  Tool as ServedTool,
  Service,
} from "@toolwright/runtime";
import { serverCard } from "../description/server-card.ts";
import { appMimeType } from "../language/index.ts";
import { unlessEmpty, withoutUndefined } from "../model/members.ts";
import type { Limit, Model, Operation, Prompt, Resource, Tool } from "../model/model.ts";
import { completerName, limitedName, listCompleted, listLimits } from "../model/operations.ts";
import { headerArguments } from "../schema/header-arguments.ts";
import { makeRedaction } from "../schema/redaction.ts";
import { resolver } from "../schema/roots.ts";

/** A service without its tools, resources and prompts. */
export function serviceData(model: Model): Omit<Service, "tools" | "resources" | "prompts"> {
  const { toolPrefix: _prefix, namesVersions: _names, ...server } = model.server;
  const { describe: _describe, ...auth } = model.auth;
  const rate = model.limits.find(({ kind, appliesTo }) => kind === "rate" && appliesTo === "all");
  const hasApps = model.resources.some(({ mimeType }) => mimeType === appMimeType);
  const extensions = {
    ...(hasApps && { "io.modelcontextprotocol/ui": { mimeTypes: [appMimeType] } }),
    ...(model.skills.length > 0 && { "io.modelcontextprotocol/skills": { directoryRead: true } }),
  };
  const card = serverCard(model);
  const service = { server, path: model.endpoint.path, auth, rate: rate && toRule(rate) };
  return {
    ...service,
    ...(Object.keys(extensions).length > 0 && { extensions }),
    ...(card && { card }),
  };
}

/** Returns the common data of tools, resources and prompts, without validators and list entries. */
export function operationData(operation: Operation, model: Model): OperationData {
  const { name, method, scopes, output } = operation;
  const rates = listLimits(model, "rate", limitedName(operation)).map(toRule);
  return {
    name,
    method,
    scopes,
    ...withoutUndefined({ rates: unlessEmpty(rates) }),
    failures: listFailures(operation, model),
    redaction: output ? makeRedaction(output, resolver(model)) : [],
  };
}

type OperationData = Omit<ServedTool, "kind" | "mode" | "parameterHeaders" | "input" | "output" | "manifest">;

/** Returns the data that only tools have. */
export function toolData({ mode, input }: Tool): Pick<ServedTool, "mode" | "parameterHeaders"> {
  const headers = headerArguments(input.schema).map(({ header, path }) => [header, path] as const);
  return { mode, ...(headers.length > 0 && { parameterHeaders: Object.fromEntries(headers) }) };
}

type ParticularData<Served> = Omit<Served, keyof OperationData | "input" | "output" | "manifest">;

/** Returns the data that only resources have. */
export function resourceData(resource: Resource, model: Model): ParticularData<ServedResource> {
  const { uri, isTemplate, mimeType, content, ui, skill } = resource;
  return {
    kind: "resource",
    ...(isTemplate ? { uriTemplate: uri } : { uri }),
    ...withoutUndefined({ mimeType, content, meta: ui && { ui }, skill }),
    ...completionData(resource, model),
  };
}

/** Returns the data that only prompts have. */
export function promptData(prompt: Prompt, model: Model): ParticularData<ServedPrompt> {
  const { messages } = prompt;
  return { kind: "prompt", ...(messages && { messages }), ...completionData(prompt, model) };
}

/** The parameters for which a client gets suggestions. */
export function completedNames(operation: Resource | Prompt, model: Model): string[] {
  const { completions = {}, completer } = completionData(operation, model);
  return [...Object.keys(completions), ...(completer?.parameters ?? [])];
}

/**
 * Returns the completions: the values of each parameter with `enum` or `examples`, and the handler for the others that have
 * completion.
 */
function completionData(
  operation: Resource | Prompt,
  model: Model,
): Pick<ServedPrompt, "completions" | "completer"> {
  const values = operation.parameters.flatMap(({ name, schema, isCompleted }) => {
    const suggested = isCompleted ? [] : suggestedValues(schema, operation.input, resolver(model));
    return suggested.length > 0 ? [{ [name]: suggested }] : [];
  });
  const completed = listCompleted(operation);
  return {
    ...(values.length > 0 && { completions: Object.assign({}, ...values) }),
    ...(completed.length > 0 && {
      completer: { method: completerName(operation), parameters: completed },
    }),
  };
}

function listFailures({ failures }: Operation, model: Model): ServedTool["failures"] {
  return Object.fromEntries(
    failures.flatMap((code) => {
      const failure = model.failures.find((declared) => declared.code === code);
      return failure ? [[code, { when: failure.when, retryable: failure.retryable }] as const] : [];
    }),
  );
}

function toRule({ name, numbers }: Limit): RateRule {
  return { name, max: numbers.max!, seconds: numbers.seconds! };
}
