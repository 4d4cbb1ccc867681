/** What the runtime needs to know of a service, as data: `tools.ts` is printed from it, and a mock is served from it. */
import type { RateRule, Tool as ServedTool, Service } from "@toolwright/runtime";
import type { Limit, Model, Tool } from "../model/model.ts";
import { headerArguments } from "../schema/header-arguments.ts";
import { redactionOf } from "../schema/redaction.ts";
import { resolver } from "../schema/roots.ts";

/** A service without its tools. */
export function serviceData(model: Model): Omit<Service, "tools" | "handlers"> {
  const { toolPrefix: _prefix, namesVersions: _names, ...server } = model.server;
  const { describe: _describe, ...auth } = model.auth;
  const rate = model.limits.find(({ kind, appliesTo }) => kind === "rate" && appliesTo === "all");
  return { server, path: model.endpoint.path, auth, rate: rate && ruleOf(rate) };
}

/** A tool without its validators and its entry of `tools/list`. */
export function toolData(tool: Tool, model: Model): Omit<ServedTool, "input" | "output" | "manifest"> {
  const rates = model.limits
    .filter(({ kind, appliesTo }) => kind === "rate" && appliesTo !== "all" && appliesTo.includes(tool.name))
    .map(ruleOf);
  const headers = headerArguments(tool.input.schema).map(({ header, path }) => [header, path] as const);
  return {
    name: tool.name,
    method: tool.method,
    mode: tool.mode,
    scopes: tool.scopes,
    ...(rates.length > 0 && { rates }),
    failures: failuresOf(tool, model),
    redaction: tool.output ? redactionOf(tool.output, resolver(model)) : [],
    ...(headers.length > 0 && { parameterHeaders: Object.fromEntries(headers) }),
  };
}

function failuresOf({ failures }: Tool, model: Model): ServedTool["failures"] {
  return Object.fromEntries(
    failures.flatMap((code) => {
      const failure = model.failures.find((declared) => declared.code === code);
      return failure ? [[code, { when: failure.when, retryable: failure.retryable }] as const] : [];
    }),
  );
}

function ruleOf({ name, numbers }: Limit): RateRule {
  return { name, max: numbers.max!, seconds: numbers.seconds! };
}
