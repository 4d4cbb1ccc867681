/** Describes a service as data for the runtime: `tools.ts` is printed from it, and a mock serves it. */
import { suggestedValues } from "@toolwright/json-schema";
import type {
  RateRule,
  Prompt as ServedPrompt,
  Resource as ServedResource,
  Tool as ServedTool,
  Service,
  TaskTiming,
} from "@toolwright/runtime";
import { serverCard } from "../description/server-card.ts";
import { appMimeType, tasksExtension } from "../language/index.ts";
import { compileOutputAs } from "../layout/compile-layout.ts";
import type { TaskRule } from "../model/behaviour.ts";
import { unlessEmpty, withoutUndefined } from "../model/members.ts";
import type { Model } from "../model/model.ts";
import type { Operation, Prompt, Resource, Tool } from "../model/operation.ts";
import { completerName, limitedName, listCompleted, listLimits } from "../model/operations.ts";
import { rateRule } from "../model/rate-rule.ts";
import { headerArguments } from "../schema/header-arguments.ts";
import { makeRedaction } from "../schema/redaction.ts";
import { resolver } from "../schema/roots.ts";

/** A service without its tools, resources and prompts. */
export function serviceData(model: Model): Omit<Service, "tools" | "resources" | "prompts"> {
  const { toolPrefix: _prefix, namesVersions: _names, ...server } = model.server;
  const { describe: _describe, ...auth } = model.auth;
  const hasApps = model.resources.some(({ mimeType }) => mimeType === appMimeType);
  const extensions = {
    ...(hasApps && { "io.modelcontextprotocol/ui": { mimeTypes: [appMimeType] } }),
    ...(model.tools.some(({ behaviour }) => behaviour.task) && { [tasksExtension]: {} }),
    ...(model.skills.length > 0 && { "io.modelcontextprotocol/skills": { directoryRead: true } }),
  };
  const card = serverCard(model);
  const service = { server, path: model.endpoint.path, auth, rate: requestRate(model) };
  return {
    ...service,
    ...(Object.keys(extensions).length > 0 && { extensions }),
    ...(card && { card }),
  };
}

/** The rate that counts all requests. */
function requestRate({ limits }: Model): RateRule | undefined {
  const rate = limits.find(({ kind, appliesTo }) => kind === "rate" && appliesTo === "all");
  return rate && rateRule(rate);
}

/** Returns the common data of tools, resources and prompts, without validators and list entries. */
export function operationData(operation: Operation, model: Model): OperationData {
  const { name, method, scopes, output, refusedIn } = operation;
  const rates = listLimits(model, "rate", limitedName(operation)).map(rateRule);
  return {
    name,
    method,
    scopes,
    ...withoutUndefined({ rates: unlessEmpty(rates) }),
    failures: listFailures(operation, model),
    ...(Object.keys(refusedIn).length > 0 && { refusedIn }),
    redaction: output ? makeRedaction(output, resolver(model)) : [],
  };
}

type OperationData = Omit<
  ServedTool,
  "kind" | "mode" | "outputAs" | "parameterHeaders" | "task" | "deadlineMs" | "input" | "output" | "manifest"
>;

/** Returns the data that only tools have. */
export function toolData(tool: Tool, model: Model): ToolData {
  const { mode, input, behaviour } = tool;
  const outputAs = compileOutputAs(tool, resolver(model));
  const headers = headerArguments(input.schema).map(({ header, path }) => [header, path] as const);
  const { task, deadlineSeconds } = behaviour;
  return {
    mode,
    ...(outputAs && { outputAs }),
    ...(headers.length > 0 && { parameterHeaders: Object.fromEntries(headers) }),
    ...(task && { task: toTiming(task, requestRate(model)) }),
    ...(deadlineSeconds !== undefined && { deadlineMs: deadlineSeconds * 1000 }),
  };
}

type ToolData = Pick<ServedTool, "mode" | "outputAs" | "parameterHeaders" | "task" | "deadlineMs">;

/** The tasks of one token that may ask for their status at once without using up its request rate. */
const polledTasks = 10;

function toTiming(
  { when, afterSeconds, keepSeconds, pollSeconds }: TaskRule,
  rate: RateRule | undefined,
): TaskTiming {
  const affordable = rate ? Math.ceil((polledTasks * rate.seconds) / rate.max) : 1;
  return {
    when,
    afterMs: afterSeconds * 1000,
    ttlMs: keepSeconds * 1000,
    pollIntervalMs: (pollSeconds ?? affordable) * 1000,
  };
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
