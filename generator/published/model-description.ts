/**
 * Describes the rest of an interface: not its schemas, scopes, failures and states, but how tools behave and what cases and
 * docs repeat.
 */
import type { Described } from "@toolwright/check/surface";
import { isSchemaObject } from "@toolwright/json-schema";
import type { AccountState } from "../model/account-state.ts";
import type { Limit, Model } from "../model/model.ts";
import type { Prompt, Resource, Tool } from "../model/operation.ts";
import { limitedName, listRefusing } from "../model/operations.ts";
import type { StateMachine } from "../model/states.ts";

export function describeModel(model: Model): Described {
  const {
    tools,
    prompts,
    resources,
    accountStates,
    entities,
    limits,
    states,
    scenarios,
    skills,
    registry,
    server,
  } = model;
  const { name: _name, version: _version, protocolVersions: _versions, notifications: _, ...texts } = server;
  return withoutPositions({
    ...below("server", { ...texts, registry }),
    ...below("auth", { describe: model.auth.describe, tokenSource: model.auth.tokenSource }),
    ...Object.assign({}, ...tools.map((tool) => below(`tool ${tool.name}`, describeTool(tool)))),
    ...Object.assign({}, ...prompts.map((each) => below(`prompt ${each.name}`, describePrompt(each)))),
    ...Object.assign({}, ...resources.map((each) => below(`resource ${each.uri}`, describeResource(each)))),
    ...describeByName(
      "account_state",
      accountStates.map((state) => describeAccountState(state, model)),
    ),
    ...describeByName("entity", entities),
    ...describeByName("limit", limits.map(howLimitShows)),
    ...describeByName("states", states.map(howStateShows)),
    ...describeByName("states", states.flatMap(whatTransitionsChange)),
    ...describeByName("scenario", scenarios),
    ...describeByName("skill", skills),
  });
}

function describeTool({ behaviour, method, examples }: Tool): Described {
  return { ...behaviour, method, examples };
}

function describePrompt({ method, messages, icons, meta }: Prompt): Described {
  return { method, messages, icons, meta };
}

/** Describes a resource. A skill file is described with its skill, so its size and content are left out here. */
function describeResource({ uri, method, size, annotations, content, icons, meta }: Resource): Described {
  const isOfSkill = uri.startsWith("skill://");
  return { method, annotations, icons, meta, ...(!isOfSkill && { size, content }) };
}

/** The tools that refuse an account in the state are listed, so that a difference shows however the spec says it. */
function describeAccountState({ name, when, refused }: AccountState, model: Model): Described {
  return { name, when, refused, refused_by: listRefusing(name, model).map(limitedName) };
}

/** The rest of a limit has findings of its own. */
function howLimitShows({ name, field, ends, endsAt, shownBy, refused, scenario }: Limit): Described {
  return { name, field, ends, endsAt, shownBy, refused, scenario };
}

/** The states and transitions have findings of their own. */
function howStateShows({ name, field, refused, transitions }: StateMachine): Described {
  const times = transitions
    .filter(({ within, after, during }) => [within, after, during].some((key) => key !== undefined))
    .map(({ name: of, within, after, during }) => ({ of, within, after, during }));
  return { name, field, refused, times };
}

/** What changes beside the state, and in which order: each transition has an entry of its own. */
function whatTransitionsChange({ name: machine, transitions }: StateMachine): Described[] {
  return transitions.map(({ name, queue, sets, changes }) => ({
    name: `${machine} ${name}`,
    queue,
    sets,
    changes,
  }));
}

function below(place: string, parts: Described): Described {
  const said = Object.entries(parts).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(said.map(([key, value]) => [`${place} ${key}`, value]));
}

function describeByName(kind: string, list: readonly object[]): Described {
  const named = list.map(
    ({ name, ...rest }: { readonly name?: unknown }) => [`${kind} ${name}`, rest] as const,
  );
  return Object.fromEntries(named.filter(([, rest]) => Object.values(rest).some((value) => !isEmpty(value))));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Returns the description as JSON without positions in files, since callers do not see them. */
function withoutPositions(described: Described): Described {
  const text = JSON.stringify(described, (key, value) =>
    key === "at" && isSchemaObject(value) && "file" in value && "path" in value ? undefined : value,
  );
  return JSON.parse(text) as Described;
}
