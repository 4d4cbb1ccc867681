import { canonical, differences } from "@toolwright/runtime/json";
import { compile } from "../compile.ts";
import { type Diagnostic, isError } from "../diagnostics/diagnostic.ts";
import { manifestOf } from "../emit/manifest.ts";
import type { SpecSource } from "../parse/source.ts";
import { acceptableCodes } from "../rules/index.ts";
import { liftDefinitions } from "./definitions.ts";
import type { Draft, Root } from "./draft.ts";
import { ImportError, type Listing } from "./listing.ts";
import { modesOf } from "./modes.ts";
import { liftShapes } from "./shapes.ts";
import { type Plan, writeSpec } from "./spec.ts";
import { commonPrefix, nameTools } from "./tool-names.ts";
import { TypeNames } from "./type-names.ts";

/** A spec that generates exactly the manifest it was made of. */
export interface Imported {
  readonly sources: readonly SpecSource[];
  /** How many shapes got a file of their own. */
  readonly types: number;
  /** Warnings about the server's own schemas. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Writes a spec for a server that exists. Before it is returned, the manifest has been generated from it and compared.
 *
 * @throws ImportError where the language cannot say what the manifest says; the message names the place.
 */
export function importListing(listing: Listing): Imported {
  const plan = planOf(listing);
  const { sources, diagnostics, types, problem } = settle(plan);
  if (problem === undefined) return { sources, diagnostics, types };
  throw new ImportError(
    `The spec language cannot say what this manifest says, so nothing was written. ${problem}`,
  );
}

function planOf(listing: Listing): Plan {
  const toolPrefix = commonPrefix(listing.tools.map(({ name }) => name));
  return {
    listing,
    modes: modesOf(listing.tools),
    names: nameTools(listing.tools, toolPrefix),
    ...(toolPrefix !== undefined && { toolPrefix }),
    draft: { roots: rootsOf(listing), types: [] },
    accept: {},
  };
}

function rootsOf({ tools }: Listing): Root[] {
  return tools.flatMap(({ inputSchema, outputSchema }, tool): Root[] => [
    { tool, side: "input", schema: inputSchema },
    ...(outputSchema ? [{ tool, side: "output" as const, schema: outputSchema }] : []),
  ]);
}

interface Attempt extends Imported {
  /** Why it will not do. */
  readonly problem?: string;
  /** Tools whose entries are not what they were. */
  readonly differing: readonly number[];
}

/** With as many shared types as the manifest allows: tools that sharing would change share nothing. */
function settle(plan: Plan): Attempt {
  const apart = new Set<number>();
  for (;;) {
    const attempted = attempt({ ...plan, draft: lift(plan, apart) });
    if (attempted.problem === undefined) return attempted;
    const more = attempted.differing.filter((tool) => !apart.has(tool));
    if (more.length === 0) return attempt(plan);
    for (const tool of more) apart.add(tool);
  }
}

function lift({ draft, names }: Plan, apart: ReadonlySet<number>): Draft {
  const typeNames = new TypeNames(names.map(({ typeName }) => typeName));
  const sharing = draft.roots.filter(({ tool }) => !apart.has(tool));
  const { roots, types } = liftShapes(liftDefinitions(sharing, typeNames), typeNames);
  return { roots: [...roots, ...draft.roots.filter(({ tool }) => apart.has(tool))], types };
}

/** Writes, generates and compares. Rules that the server breaks and that may be broken are accepted. */
function attempt(plan: Plan): Attempt {
  const sources = writeSpec(plan);
  const { diagnostics, model } = compile(sources);
  const result = { sources, diagnostics, types: plan.draft.types.length };
  if (!model) {
    const errors = diagnostics.filter(isError);
    const codes = new Set(errors.map(({ code }) => code));
    const isNew = [...codes].every(
      (code) => acceptableCodes.includes(code) && !Object.hasOwn(plan.accept, code),
    );
    if (isNew) return attempt({ ...plan, accept: { ...plan.accept, ...reasons(codes) } });
    // What could not be accepted is what stands in the way.
    const problem = errors.find(({ code }) => !acceptableCodes.includes(code)) ?? errors[0]!;
    return { ...result, differing: [], problem: describe(problem) };
  }
  const entries = manifestOf(model);
  const differing = plan.listing.tools.flatMap((entry, index) =>
    canonical(entry) === canonical(entries[index]) ? [] : [index],
  );
  const [difference] = differences({ tools: plan.listing.tools }, { tools: entries }, 1);
  if (!difference) return { ...result, differing };
  const { at, expected, actual } = difference;
  const problem = `At ${at.slice(1)}, ${brief(expected)} would become ${brief(actual)}.`;
  return { ...result, differing, problem };
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function reasons(codes: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(
    [...codes].sort().map((code) => [code, "the server that was imported has it so"]),
  );
}

function describe({ place, message, detail }: Diagnostic): string {
  return `${place.file}:${place.line}: ${message} ${detail ?? ""}`.trim();
}
