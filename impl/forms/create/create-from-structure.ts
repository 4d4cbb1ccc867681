/** Creates a form from a structure that the caller wrote. */
import type { FormStructure, Language, Warning } from "../../../generated/types.ts";
import { storeOnce } from "../../accounts/generation/free.ts";
import { invalidInput, invalidInputs } from "../../platform/failures/invalid-input.ts";
import type { Stores } from "../../platform/stores.ts";
import { closedWarnings } from "../closing-date.ts";
import type { GeneratedForm, TranslationParts } from "../generator.ts";
import { imageWarnings } from "../images.ts";
import { structureProblems } from "../structure/check.ts";
import { readStructure } from "../structure/fits-schema.ts";
import { withKnownTexts } from "../structure/lacking-texts.ts";
import { requireReadable } from "../structure/texts.ts";
import { structureWarnings } from "../structure/warnings/warnings.ts";
import { type CreatedForm, type CreateOptions, insertCreated } from "./create.ts";

export interface CreateFromStructureRequest extends CreateOptions {
  /** The unchecked input; it is checked like a structure that replaces another one. */
  readonly structure: unknown;
  /** The generator that read the structure from a text, and its warnings; undefined if the caller wrote the structure. */
  readonly read?: Pick<GeneratedForm, "generator" | "warnings">;
}

/**
 * Stores the structure as a form of the account, with known texts where it lacks a language; costs no generation.
 * @throws Refusal subscription_inactive, quota_exceeded; invalid_input for a structure that breaks a rule, for arguments that contradict it,
 * and for an idempotency key that was used with other arguments
 */
export async function createFromStructure(
  { storage, clock, knownTranslation }: Pick<Stores, "storage" | "clock"> & TranslationParts,
  accountId: string,
  request: CreateFromStructureRequest,
): Promise<CreatedForm> {
  const { idempotencyKey, tokenId, ...input } = request;
  requireReadable(request.title);
  const written = withTitle(requireStructure(request.structure), request.title);
  const structure = withKnownTexts(written, knownTranslation);
  requireSameLanguages(structure, request);
  return storeOnce(storage, clock, {
    accountId,
    idempotencyKey,
    input,
    async store(transaction, now) {
      const images = await imageWarnings(transaction, accountId, structure);
      const { generator, warnings: ofText } = request.read ?? { generator: { kind: "caller" }, warnings: [] };
      const all = [...ofText, ...listWarnings(structure, request.publish, now), ...images];
      const generated = { structure, generator, warnings: all.slice(0, MAX_WARNINGS) };
      const { publish } = request;
      return insertCreated(transaction, storage, accountId, generated, { publish, now, tokenId });
    },
  });
}

function requireStructure(value: unknown): FormStructure {
  const read = readStructure(value);
  const problems = "problems" in read ? read.problems : structureProblems(read.structure);
  if ("structure" in read && problems.length === 0) return read.structure;
  throw invalidInputs(
    "The structure",
    problems.map((problem) => ({ ...problem, path: `/structure${problem.path}` })),
  );
}

/** Another title than the structure has leaves its translations out, as in a copy. */
function withTitle(structure: FormStructure, title: string | undefined): FormStructure {
  const { default_language: language } = structure;
  if (title === undefined || title === structure.title[language]) return structure;
  return { ...structure, title: { [language]: title } };
}

function requireSameLanguages(structure: FormStructure, { languages, defaultLanguage }: CreateOptions): void {
  const same = languages === undefined || sameElements(languages, structure.languages);
  if (!same) throw contradiction("languages", structure.languages.join(", "));
  if (defaultLanguage !== undefined && defaultLanguage !== structure.default_language)
    throw contradiction("default_language", structure.default_language);
}

function sameElements(one: readonly Language[], other: readonly Language[]): boolean {
  return one.length === other.length && one.every((language) => other.includes(language));
}

function contradiction(argument: string, inStructure: string) {
  return invalidInput(
    `/${argument}`,
    `The structure has its own ${argument} (${inStructure}), and this argument names others. Leave it out, or change the structure.`,
  );
}

function listWarnings(structure: FormStructure, publish: boolean, now: Date): Warning[] {
  const closesAt = structure.settings?.closes_at;
  const closed = publish && closesAt !== undefined ? closedWarnings(closesAt, now) : [];
  return [...closed, ...structureWarnings(structure)];
}

/** The maximum number in the output. */
const MAX_WARNINGS = 1_000;
