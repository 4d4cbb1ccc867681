/** Writes a spec for an existing server, and checks that it generates the manifest of that server. */
import { type Entry, ImportError, type Listing } from "@toolwright/check/surface";
import {
  isSchemaObject,
  withArgumentsBeside,
  withOwnProperties,
  withSharedProperties,
} from "@toolwright/json-schema";
import { canonical, differences } from "@toolwright/runtime/json";
import { compile } from "../compile.ts";
import { type Diagnostic, isError } from "../diagnostics/diagnostic.ts";
import { asEmitted, manifestOf } from "../emit/manifest.ts";
import type { SpecSource } from "../parse/source.ts";
import { acceptableCodes } from "../rules/index.ts";
import { extractDefinitions, type ToolSchema } from "./definitions.ts";
import { type Guess, guessBehaviour } from "./guesses/index.ts";
import { typeIds } from "./id-types.ts";
import { describeTools, type SeenOutputs } from "./imported-tools.ts";
import { deriveModes } from "./modes.ts";
import { describeDifference, differingOffers, type LostOffer, lostNote, planOffers } from "./offers.ts";
import { withMakers } from "./samples/makers.ts";
import { extractShapes } from "./shapes.ts";
import { findGuess, type Plan, writeSpec } from "./spec.ts";
import { isFileName, nameTools, TypeNames } from "./type-names.ts";

/** A spec that generates exactly the manifest that it was imported from. */
export interface Imported {
  readonly sources: readonly SpecSource[];
  /** How many types are shared, each in a file of its own. */
  readonly types: number;
  /** Parts of the server's resources and prompts that the spec leaves out. */
  readonly notes: readonly string[];
  /** Warnings about the server's own schemas. */
  readonly diagnostics: readonly Diagnostic[];
  /** The behaviour that the names of its tools suggest. */
  readonly guesses: readonly Guess[];
}

export interface ImportOptions {
  /** Whether guesses count. Else they stand in comments. */
  readonly guess?: boolean;
  /** Schemas of what tools returned that publish none. */
  readonly seen?: SeenOutputs;
}

/**
 * Writes a spec for an existing server, generates the manifest from it, and compares the manifest with the server's.
 *
 * @throws ImportError if the server has no tools, or if the spec language cannot express a part of the manifest; then the message names
 * the place.
 */
export function importListing(
  listing: Listing,
  { guess = false, seen = new Map() }: ImportOptions = {},
): Imported {
  if (listing.tools.length === 0 && listing.unreadable.length === 0)
    throw new ImportError("The server has no tools, so there is nothing to import.");
  const known = guess ? withMakers(listing, seen) : seen;
  const { problem, differing: _, plan, ...imported } = withMostSharedTypes(makePlan(listing, known));
  if (problem === undefined) {
    const guesses = possibleGuesses(plan);
    return { ...imported, sources: writeSpec({ ...plan, guesses, areGuessesLive: guess }), guesses };
  }
  throw new ImportError(
    `The spec language cannot say what this manifest says, so nothing was written. ${problem}`,
  );
}

function makePlan(listing: Listing, seen: SeenOutputs): Plan {
  const notes: string[] = [];
  const offers = planOffers(listing.offers ?? {}, (note) => notes.push(note));
  const described = describeTools(listing, seen);
  const { entries, toolPrefix } = described;
  const names = nameTools(listing.tools, toolPrefix);
  for (const [tool, { name }] of listing.tools.entries())
    if (!isFileName(name)) notes.push(renamedNote(name, names[tool]?.file));
  return {
    listing,
    seen,
    modes: deriveModes(listing.tools),
    names,
    ...(toolPrefix !== undefined && { toolPrefix }),
    schemas: { roots: listRoots(entries, seen), types: [] },
    tools: described.tools,
    ids: described.ids,
    typeOf: new Map(),
    guesses: [],
    areGuessesLive: false,
    accept: {},
    offers,
    notes,
  };
}

function renamedNote(tool: string, file = tool): string {
  const shown = JSON.stringify(tool.slice(0, 80));
  return `tools: ${shown} is in tools/${file}.yaml: files of its name are refused by Windows, or it is too long.`;
}

function listRoots(entries: readonly Entry[], seen: SeenOutputs): ToolSchema[] {
  return entries.flatMap(({ name, inputSchema, outputSchema }, tool): ToolSchema[] => [
    { tool, side: "input", schema: inputSchema, isPublished: true },
    ...(outputSchema
      ? [{ tool, side: "output" as const, schema: outputSchema, isPublished: !seen.has(name) }]
      : []),
  ]);
}

interface Attempt extends Omit<Imported, "guesses"> {
  /** The plan that was carried out. */
  readonly plan: Plan;
  /** Why the spec does not generate the same manifest. */
  readonly problem?: string;
  /** The indexes of tools whose generated entries differ from the server's. */
  readonly differing: readonly number[];
}

/** Shares as many types as possible. A tool whose entry would change gets no shared types. */
function withMostSharedTypes(plan: Plan): Attempt {
  const unshared = new Set<number>();
  for (;;) {
    const attempted = attempt({ ...plan, ...extractTypes(plan, unshared) });
    if (attempted.problem === undefined) return attempted;
    const more = attempted.differing.filter((tool) => !unshared.has(tool));
    if (more.length === 0) return attempt(plan);
    for (const tool of more) unshared.add(tool);
  }
}

function extractTypes(
  { schemas, names, ids }: Plan,
  unshared: ReadonlySet<number>,
): Pick<Plan, "schemas" | "typeOf"> {
  const typeNames = new TypeNames(names.map(({ typeName }) => typeName));
  const sharing = schemas.roots.filter(({ tool }) => !unshared.has(tool)).map(undoPublishing);
  const typed = typeIds(sharing, ids, typeNames);
  const defined = extractDefinitions(typed.roots, typeNames);
  const { roots, types } = extractShapes(
    { roots: defined.roots, types: [...typed.types, ...defined.types] },
    typeNames,
  );
  const others = schemas.roots.filter(({ tool }) => unshared.has(tool));
  return { schemas: { roots: [...roots, ...others], types }, typeOf: typed.typeOf };
}

/** Reverses `shared-properties.ts` for published arguments, if they have its form: types are shorter before it. */
function undoPublishing(root: ToolSchema): ToolSchema {
  if (root.side === "output") return root;
  const schema = withSharedProperties(withOwnProperties(root.schema));
  const isSame = canonical(withArgumentsBeside(schema)) === canonical(root.schema);
  return isSame && isSchemaObject(schema) ? { ...root, schema } : root;
}

/** Writes the spec, generates and compares. Rules that the server breaks are accepted where the language allows it. */
function attempt(plan: Plan): Attempt {
  const sources = writeSpec(plan);
  const { diagnostics, model } = compile(sources);
  const result = { plan, sources, diagnostics, types: plan.schemas.types.length, notes: plan.notes };
  const faulty = plan.offers.flatMap((offer) => {
    const error = diagnostics.find(
      ({ place, code, severity }) =>
        place.file === offer.path && severity === "error" && !acceptableCodes.includes(code),
    );
    return error ? [{ offer, why: explain(error) }] : [];
  });
  if (faulty.length > 0) return attempt(withoutOffers(plan, faulty));
  if (!model) {
    const errors = diagnostics.filter(isError);
    const codes = new Set(errors.map(({ code }) => code));
    const isNew = [...codes].every(
      (code) => acceptableCodes.includes(code) && !Object.hasOwn(plan.accept, code),
    );
    if (isNew) return attempt({ ...plan, accept: { ...plan.accept, ...reasons(codes) } });
    // Report an error that cannot be accepted.
    const problem = errors.find(({ code }) => !acceptableCodes.includes(code)) ?? errors[0]!;
    return { ...result, differing: [], problem: describe(problem) };
  }
  const changed = differingOffers(plan.offers, model);
  if (changed.length > 0) return attempt(withoutOffers(plan, changed));
  const entries = manifestOf(model);
  const listed = plan.listing.tools.map(asEmitted);
  const differing = listed.flatMap((entry, index) =>
    canonical(entry) === canonical(entries[index]) ? [] : [index],
  );
  const [difference] = differences({ tools: listed }, { tools: entries }, 1);
  if (!difference) return { ...result, differing };
  return { ...result, differing, problem: describeDifference(difference) };
}

/** The guesses that a spec can have: those without an error if they count. */
function possibleGuesses(plan: Plan): readonly Guess[] {
  let guesses: readonly Guess[] = guessBehaviour(plan.tools, plan.ids, plan.typeOf);
  while (guesses.length > 0) {
    const sources = writeSpec({ ...plan, guesses, areGuessesLive: true });
    const errors = compile(sources).diagnostics.filter(isError);
    if (errors.length === 0) return guesses;
    const left = guesses.filter((guess) => {
      const { path, firstLine, lastLine } = findGuess(guess, plan, sources);
      return !errors.some(
        ({ place: { file, line } }) => file === path && line >= firstLine && line <= lastLine,
      );
    });
    // An error elsewhere tells of no guess alone.
    if (left.length === guesses.length) return [];
    guesses = left;
  }
  return guesses;
}

function withoutOffers(plan: Plan, lost: readonly LostOffer[]): Plan {
  const left = new Set(lost.map(({ offer }) => offer));
  return {
    ...plan,
    offers: plan.offers.filter((offer) => !left.has(offer)),
    notes: [...plan.notes, ...lost.map(({ offer, why }) => lostNote(offer, why))],
  };
}

function reasons(codes: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(
    [...codes].sort().map((code) => [code, "the server that was imported has it so"]),
  );
}

function describe(problem: Diagnostic): string {
  return `${problem.place.file}:${problem.place.line}: ${explain(problem)}`;
}

function explain({ message, detail = "" }: Diagnostic): string {
  return `${message} ${detail}`.trim();
}
