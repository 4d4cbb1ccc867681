/** The findings about what only a spec says: scopes, failures, limits, states and guarded fields. */
import { authSchemes } from "@toolwright/runtime";
import { canonical } from "@toolwright/runtime/json";
import { type Code, type Finding, finding } from "./codes.ts";
import { short } from "./keyword-words.ts";
import type { Declared, DeclaredAuth, DeclaredLimit, DeclaredStates, Published } from "./published.ts";
import { textChange } from "./texts.ts";

export function declaredFindings(old: Published, current: Published): Finding[] {
  const found = serverFindings(old, current);
  const [was, is] = [old.declared, current.declared];
  if (!was || !is) return [...found, ...scopesInMeta(old, current)];
  return [
    ...found,
    ...access(was, is),
    ...Object.keys(was.tools).flatMap((tool) => (is.tools[tool] ? ofTool(tool, was, is) : [])),
    ...Object.entries(was.failures).flatMap(([code, failure]) =>
      is.failures[code] ? failureFindings(code, failure, is.failures[code]) : [],
    ),
    ...limitFindings(was.limits, is.limits),
    ...stateFindings(was.states, is.states),
  ];
}

function serverFindings({ server: was }: Published, { server: is }: Published): Finding[] {
  if (!was || !is) return [];
  return changed("server-renamed", "server name", "The server has another name.", was.name, is.name);
}

function access(was: Declared, is: Declared): Finding[] {
  const { auth: old } = was;
  const { auth } = is;
  return [
    ...changed("endpoint-changed", "endpoint", "The endpoint differs.", was.endpoint, is.endpoint),
    ...listFindings(
      was.protocolVersions,
      is.protocolVersions,
      (version) => finding("protocol-version-added", `protocol ${version}`, `${version} is served.`),
      (version) =>
        finding("protocol-version-removed", `protocol ${version}`, `${version} is no longer served.`),
    ),
    ...schemeFindings(old, auth),
    ...changed("auth-denial-changed", "auth denial", "The refusal differs.", old.denial, auth.denial),
    ...changed(
      "auth-visibility-changed",
      "auth visibility",
      "The visibility differs.",
      old.visibility,
      auth.visibility,
    ),
  ];
}

/** A finding if two values differ. */
function changed(code: Code, place: string, detail: string, before: unknown, after: unknown): Finding[] {
  const shown = (value: unknown) => (typeof value === "string" ? value : short(value));
  if (canonical(before) === canonical(after)) return [];
  return [finding(code, place, detail, { before: shown(before), after: shown(after) })];
}

function schemeFindings(was: DeclaredAuth, is: DeclaredAuth): Finding[] {
  const [old, current] = [authSchemes(was), authSchemes(is)];
  const words = { before: old.join(", ") || "none", after: current.join(", ") || "none" };
  const only = (code: Code) => [finding(code, "auth scheme", "The scheme differs.", words)];
  if (old.length === 0) return current.length === 0 ? [] : only("auth-required");
  if (current.length === 0) return only("auth-dropped");
  const offered = [was.offers !== undefined, is.offers !== undefined];
  return [
    ...listFindings(
      old,
      current,
      (scheme) => finding("auth-scheme-added", `auth scheme ${scheme}`, `It accepts ${scheme}.`),
      (scheme) => finding("auth-scheme-removed", `auth scheme ${scheme}`, `It refuses ${scheme}.`),
    ),
    ...(offered[0] && !offered[1] && !current.includes("oauth")
      ? [finding("auth-offer-removed", "auth offers", "OAuth is not offered.")]
      : []),
    ...(offered[1] && !offered[0] && !old.includes("oauth")
      ? [finding("auth-offer-added", "auth offers", "OAuth is offered.")]
      : []),
  ];
}

function ofTool(tool: string, was: Declared, is: Declared): Finding[] {
  const [old, current] = [was.tools[tool]!, is.tools[tool]!];
  return [
    ...scopeFindings(tool, old.scopes, current.scopes),
    ...listFindings(
      old.failures,
      current.failures,
      (code) => finding("failure-added", `failure ${code}`, `The tool may refuse with ${code}.`, { tool }),
      (code) =>
        finding("failure-removed", `failure ${code}`, `The tool no longer refuses with ${code}.`, { tool }),
    ),
    ...fieldFindings(tool, old.fields, current.fields),
  ];
}

function scopeFindings(tool: string, old: readonly string[], current: readonly string[]): Finding[] {
  return listFindings(
    old,
    current,
    (scope) => finding("auth-scope-added", `scope ${scope}`, `A token needs ${scope}.`, { tool }),
    (scope) => finding("auth-scope-removed", `scope ${scope}`, `A token no longer needs ${scope}.`, { tool }),
  );
}

/** A finding for each name that only the new list has, and for each that only the old one has. */
function listFindings(
  old: readonly string[],
  current: readonly string[],
  ofNew: (name: string) => Finding,
  ofOld: (name: string) => Finding,
): Finding[] {
  const only = (names: readonly string[], others: readonly string[]) =>
    names.filter((name) => !others.includes(name));
  return [...only(current, old).map(ofNew), ...only(old, current).map(ofOld)];
}

type Named<Entry> = Readonly<Record<string, Entry>>;

/** Each name that one of two tables has, with both entries. */
function entriesOfBoth<Entry>(
  old: Named<Entry>,
  current: Named<Entry>,
): (readonly [name: string, was: Entry | undefined, is: Entry | undefined])[] {
  const names = new Set([...Object.keys(old), ...Object.keys(current)]);
  return [...names].map((name) => [name, old[name], current[name]] as const);
}

/** Manifests of specs with `describe: meta` name the scopes of each tool. */
function scopesInMeta(old: Published, current: Published): Finding[] {
  const readScopes = (meta: unknown): readonly string[] | undefined => {
    const scopes = (meta as Record<string, unknown> | undefined)?.["dev.toolwright/scopes"];
    return Array.isArray(scopes) ? scopes.map(String) : undefined;
  };
  const after = new Map(current.tools.map((tool) => [tool.name, tool]));
  return old.tools.flatMap((tool) => {
    const [was, is] = [readScopes(tool._meta), readScopes(after.get(tool.name)?._meta)];
    return was && is ? scopeFindings(tool.name, was, is) : [];
  });
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

function failureFindings(
  name: string,
  was: { readonly when: string; readonly retryable: boolean },
  is: { readonly when: string; readonly retryable: boolean },
): Finding[] {
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
      return changed(
        code,
        `${place} ${key}`,
        `${key} differs.`,
        String(before ?? "none"),
        String(after ?? "none"),
      );
    }),
    ...changed("limit-changed", place, "What it counts differs.", how(was), how(is)),
  ];
}

function stateFindings(old: Named<DeclaredStates>, current: Named<DeclaredStates>): Finding[] {
  return entriesOfBoth(old, current).flatMap(([name, was, is]) => {
    const place = `states ${name}`;
    if (!is) return [finding("state-machine-removed", place, "Its states are no longer declared.")];
    if (!was) return [finding("state-machine-added", place, "Its states are declared.")];
    return [
      ...changed("state-initial-changed", place, "The first state differs.", was.initial, is.initial),
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
    const aim = ({ to, by }: typeof old) => ({ to, by });
    return [
      ...(gone.length > 0
        ? [finding("state-transition-removed", at, `It is not allowed from ${gone.join(", ")} any more.`)]
        : []),
      ...(added.length > 0
        ? [finding("state-transition-added", at, `It is allowed from ${added.join(", ")}.`)]
        : []),
      ...changed(
        "state-target-changed",
        at,
        "Where it leads, or what makes it, differs.",
        aim(old),
        aim(current),
      ),
    ];
  });
}
