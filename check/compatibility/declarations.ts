/** Compares declarations that only a spec has: scopes, failures, limits, states and redacted fields. */
import { canonical, isSchemaObject } from "@toolwright/json-schema";
import { entryName } from "../surface/entry.ts";
import type {
  Declared,
  DeclaredAuth,
  DeclaredLimit,
  DeclaredStates,
  DeclaredTool,
  Published,
} from "../surface/published-interface.ts";
import { behaviourFindings } from "./behaviour-findings.ts";
import { type Code, type Finding, finding } from "./codes.ts";
import { short } from "./keyword-words.ts";
import { textChange } from "./texts.ts";

/** Returns the findings in what both sides declare; with one side declared, those in the scopes that `_meta` publishes. */
export function findInDeclared(old: Published, current: Published): Finding[] {
  const found = serverFindings(old, current);
  const [was, is] = [old.declared, current.declared];
  if (!was || !is) return [...found, ...scopesInMeta(old, current)];
  return [
    ...found,
    ...access(was, is),
    ...entriesOfBoth(was.tools, is.tools).flatMap(toolFindings),
    ...entriesOfBoth(was.failures, is.failures).flatMap(failureFindings),
    ...limitFindings(was.limits, is.limits),
    ...stateFindings(was.states, is.states),
    ...(was.described && is.described
      ? behaviourFindings(was.described, is.described, listKeptOperations(was, is))
      : []),
  ];
}

/** The tools, resources and prompts that both sides have. */
function listKeptOperations(was: Declared, is: Declared): ReadonlySet<string> {
  return new Set(Object.keys(was.tools).filter((name) => Object.hasOwn(is.tools, name)));
}

function serverFindings({ server: was }: Published, { server: is }: Published): Finding[] {
  if (!was || !is) return [];
  return listChange("server-renamed", "server name", "The name of the server", was.name, is.name);
}

function access(was: Declared, is: Declared): Finding[] {
  const { auth: old } = was;
  const { auth } = is;
  return [
    ...listChange("endpoint-changed", "endpoint", "The endpoint", was.endpoint, is.endpoint),
    ...nameFindings(protocolVersions, was.protocolVersions, is.protocolVersions),
    ...nameFindings(notifications, was.notifications ?? [], is.notifications ?? []),
    ...cardFindings(was, is),
    ...schemeFindings(old, auth),
    ...(["denial", "visibility"] as const).flatMap((key) =>
      listChange(`auth-${key}-changed`, `auth ${key}`, `The ${key}`, old[key], auth[key]),
    ),
  ];
}

/** Releases that were frozen before servers had cards do not say it. */
function cardFindings({ serverCard: was }: Declared, { serverCard: is }: Declared): Finding[] {
  if (was === undefined || is === undefined || was === is) return [];
  return is
    ? [finding("server-card-added", "server-card", "The server answers a server card.")]
    : [finding("server-card-removed", "server-card", "The server no longer answers a server card.")];
}

/** A finding if two values differ. */
function listChange(code: Code, place: string, what: string, before: unknown, after: unknown): Finding[] {
  const shown = (value: unknown) => (typeof value === "string" ? value : short(value));
  if (canonical(before) === canonical(after)) return [];
  return [finding(code, place, `${what} differs.`, { before: shown(before), after: shown(after) })];
}

function authSchemes({ scheme }: DeclaredAuth): readonly string[] {
  return scheme === "none" ? [] : [scheme].flat();
}

function schemeFindings(was: DeclaredAuth, is: DeclaredAuth): Finding[] {
  const [old, current] = [authSchemes(was), authSchemes(is)];
  const words = { before: old.join(", ") || "none", after: current.join(", ") || "none" };
  const only = (code: Code) => [finding(code, "auth scheme", "The scheme differs.", words)];
  if (old.length === 0) return current.length === 0 ? [] : only("auth-required");
  if (current.length === 0) return only("auth-dropped");
  const [didOffer, offers] = [was.offers !== undefined, is.offers !== undefined];
  return [
    ...nameFindings(acceptedSchemes, old, current),
    ...(didOffer && !offers && !current.includes("oauth")
      ? [finding("auth-offer-removed", "auth offers", "OAuth is not offered.")]
      : []),
    ...(offers && !didOffer && !old.includes("oauth")
      ? [finding("auth-offer-added", "auth offers", "OAuth is offered.")]
      : []),
  ];
}

function toolFindings([tool, old, current]: InBoth<DeclaredTool>): Finding[] {
  if (!old || !current) return [];
  const modes = listChange("mode-changed", "mode", "The mode", old.mode, current.mode);
  return [
    ...modes.map((each) => ({ ...each, tool })),
    ...scopeFindings(tool, old.scopes, current.scopes),
    ...nameFindings(failureCodes, old.failures, current.failures, tool),
    ...fieldFindings(tool, old.fields, current.fields),
  ];
}

function scopeFindings(tool: string, old: readonly string[], current: readonly string[]): Finding[] {
  return nameFindings(neededScopes, old, current, tool);
}

/** A list of names whose changes are findings. */
interface NameList {
  /** The codes of its findings are this with `-added` and `-removed`. */
  readonly code: "protocol-version" | "notification" | "auth-scheme" | "failure" | "auth-scope";
  /** The word before a name in places. */
  readonly place: string;
  /** The words before a name that is new, in details. */
  readonly added: string;
  /** The words before a name that is gone, in details. */
  readonly removed: string;
}

const protocolVersions: NameList = {
  code: "protocol-version",
  place: "protocol",
  added: "It serves",
  removed: "It no longer serves",
};
const notifications: NameList = {
  code: "notification",
  place: "notification",
  added: "It tells clients of",
  removed: "It no longer tells clients of",
};
const acceptedSchemes: NameList = {
  code: "auth-scheme",
  place: "auth scheme",
  added: "It accepts",
  removed: "It refuses",
};
const failureCodes: NameList = {
  code: "failure",
  place: "failure",
  added: "The tool may refuse with",
  removed: "The tool no longer refuses with",
};
const neededScopes: NameList = {
  code: "auth-scope",
  place: "scope",
  added: "A token needs",
  removed: "A token no longer needs",
};

/** Returns a finding for each name that one of the lists lacks: first the new names, then those that are gone. */
function nameFindings(
  { code, place, added, removed }: NameList,
  old: readonly string[],
  current: readonly string[],
  tool?: string,
): Finding[] {
  const report = (kind: Code, words: string, name: string) =>
    finding(kind, `${place} ${name}`, `${words} ${name}.`, tool === undefined ? {} : { tool });
  return [
    ...current.filter((name) => !old.includes(name)).map((name) => report(`${code}-added`, added, name)),
    ...old.filter((name) => !current.includes(name)).map((name) => report(`${code}-removed`, removed, name)),
  ];
}

type Failure = Declared["failures"][string];
type Named<Entry> = Readonly<Record<string, Entry>>;
type InBoth<Entry> = readonly [name: string, was: Entry | undefined, is: Entry | undefined];

/** Returns each name of two tables, with both entries. */
function entriesOfBoth<Entry>(old: Named<Entry>, current: Named<Entry>): InBoth<Entry>[] {
  const [was, is] = [new Map(Object.entries(old)), new Map(Object.entries(current))];
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => [name, was.get(name), is.get(name)]);
}

/** Compares scopes if one side has only lists: specs with `describe: meta` publish the scopes there. */
function scopesInMeta(old: Published, current: Published): Finding[] {
  const after = readScopes(current);
  return [...readScopes(old)].flatMap(([name, was]) => {
    const is = after.get(name);
    return is ? scopeFindings(name, was, is) : [];
  });
}

function readScopes({ tools, listed = [], declared }: Published): Map<string, readonly string[]> {
  if (declared) return new Map(Object.entries(declared.tools).map(([name, { scopes }]) => [name, scopes]));
  const entries = [...tools, ...listed.map((each) => ({ _meta: each._meta, name: entryName(each) }))];
  return new Map(
    entries.flatMap(({ name, _meta: meta }) => {
      const scopes = isSchemaObject(meta) ? meta["dev.toolwright/scopes"] : undefined;
      return Array.isArray(scopes) ? [[name, scopes.map(String)] as const] : [];
    }),
  );
}

function fieldFindings(tool: string, old: Named<string>, current: Named<string>): Finding[] {
  return entriesOfBoth(old, current).flatMap(([field, was, is]) => {
    if (was === is) return [];
    const place = `field ${field}`;
    const words = { tool, ...(was !== undefined && is !== undefined && { before: was, after: is }) };
    if (was === undefined) return [finding("field-scope-added", place, `It needs ${is}.`, words)];
    if (is === undefined) return [finding("field-scope-removed", place, `It no longer needs ${was}.`, words)];
    return [finding("field-scope-changed", place, "It needs another scope.", words)];
  });
}

function failureFindings([name, was, is]: InBoth<Failure>): Finding[] {
  if (!was || !is) return [];
  const place = `failure ${name}`;
  const retry =
    was.retryable === is.retryable
      ? []
      : [finding("failure-retry-changed", place, `A retry ${is.retryable ? "can" : "cannot"} help now.`)];
  const change = textChange(was.when, is.when);
  const code = change === "words" ? "failure-meaning-changed" : "text-edited";
  const words = { before: was.when, after: is.when };
  return [...retry, ...(change ? [finding(code, place, "When it happens has other words.", words)] : [])];
}

function limitFindings(old: Named<DeclaredLimit>, current: Named<DeclaredLimit>): Finding[] {
  return entriesOfBoth(old, current).flatMap(([name, was, is]) => {
    const place = `limit ${name}`;
    if (!was && is) {
      const counts = is.kind === "rate" || is.kind === "quota";
      return [finding(counts ? "limit-added" : "limit-declared", place, `${is.kind}: ${short(is.numbers)}.`)];
    }
    if (!was || !is) return [finding("limit-removed", place, "The limit is gone.")];
    return changedLimit(place, was, is);
  });
}

/** Whether a larger number lets callers do more. */
function isWider(key: string, kind: string, before: number, after: number): boolean {
  const largerIsWider = key === "max" || (key === "seconds" && kind === "duration");
  return largerIsWider ? after > before : after < before;
}

function changedLimit(place: string, was: DeclaredLimit, is: DeclaredLimit): Finding[] {
  const how = ({ kind, settings, appliesTo }: DeclaredLimit) => ({ kind, settings, appliesTo });
  return [
    ...entriesOfBoth(was.numbers, is.numbers).flatMap(([key, before, after]) => {
      const wider = before !== undefined && (after === undefined || isWider(key, is.kind, before, after));
      const code = wider ? "limit-raised" : "limit-lowered";
      return listChange(code, `${place} ${key}`, key, String(before ?? "none"), String(after ?? "none"));
    }),
    ...listChange("limit-changed", place, "What it counts", how(was), how(is)),
  ];
}

function stateFindings(old: Named<DeclaredStates>, current: Named<DeclaredStates>): Finding[] {
  return entriesOfBoth(old, current).flatMap(([name, was, is]) => {
    const place = `states ${name}`;
    if (!is) return [finding("state-machine-removed", place, "Its states are no longer declared.")];
    if (!was) return [finding("state-machine-added", place, "Its states are declared.")];
    return [
      ...listChange("state-initial-changed", place, "The first state", was.initial, is.initial),
      ...transitionFindings(place, was, is),
    ];
  });
}

function transitionFindings(place: string, was: DeclaredStates, is: DeclaredStates): Finding[] {
  return entriesOfBoth(was.transitions, is.transitions).flatMap(([name, old, current]): Finding[] => {
    const at = `${place} ${name}`;
    if (!current) return [finding("state-transition-removed", at, "The transition is gone.")];
    if (!old) return [finding("state-transition-added", at, "The transition is new.")];
    const gone = old.from.filter((state) => !current.from.includes(state));
    const added = current.from.filter((state) => !old.from.includes(state));
    const some = (code: Code, states: readonly string[], detail: string) =>
      states.length > 0 ? [finding(code, at, detail)] : [];
    const aim = ({ to, by }: typeof old) => ({ to, by });
    return [
      ...some("state-transition-removed", gone, `It is not allowed from ${gone.join(", ")} any more.`),
      ...some("state-transition-added", added, `It is allowed from ${added.join(", ")}.`),
      ...listChange("state-target-changed", at, "Where it leads, or what makes it,", aim(old), aim(current)),
    ];
  });
}
