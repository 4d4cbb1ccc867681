/** Copies a form. */

import type { Transaction } from "kysely";
import type { FormStructure, Warning } from "../../../generated/types.ts";
import { storeOnce } from "../../accounts/generation/free.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Stores } from "../../platform/stores.ts";
import { nameLanguages } from "../../texts/sentences/sentence.ts";
import { findForm } from "../access.ts";
import { closedWarnings } from "../closing-date.ts";
import { type Form, loadStructure, structureOfVersion } from "../forms.ts";
import { requireReadable } from "../structure/texts.ts";
import { copyTitle } from "./copy-title.ts";
import type { CreateOptions } from "./create.ts";
import { storeNewForm } from "./new-form.ts";

export interface ClonedForm {
  readonly form: Form;
  readonly warnings: readonly Warning[];
}

interface CloneOptions extends Partial<Pick<CreateOptions, "idempotencyKey" | "tokenId">> {
  /** The version to copy, which is one of the form; undefined: the current one. */
  readonly version?: number;
}

/**
 * Copies the structure of an accessible form into a draft of the account. Responses, password and sharing stay with the
 * original. @param title in the default language; undefined: the original title, marked as a copy @throws Refusal not_found,
 * subscription_inactive, quota_exceeded, and invalid_input for a title that is not readable
 */
export async function cloneForm(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  accountId: string,
  formId: string,
  title: string | undefined,
  { idempotencyKey, tokenId, version }: CloneOptions = {},
): Promise<ClonedForm> {
  requireReadable(title);
  const input = { clone: formId, title, version };
  return storeOnce(storage, clock, { accountId, idempotencyKey, input, store });

  async function store(transaction: Transaction<Schema>, now: Date): Promise<ClonedForm> {
    const source = await findForm(transaction, accountId, formId);
    const earlier =
      version === undefined ? undefined : await structureOfVersion(transaction, formId, version);
    const original = earlier ?? (await loadStructure(transaction, source));
    const { default_language: language } = original;
    const structure = {
      ...original,
      title: title === undefined ? copyTitle(original.title) : { [language]: title },
    };
    const options = { status: "draft", now, tokenId } as const;
    const form = await storeNewForm(transaction, storage, accountId, structure, options);
    return {
      form,
      warnings:
        title === undefined
          ? warnOfClosed(structure, now)
          : [...warnOfUntranslated(original), ...warnOfClosed(structure, now)],
    };
  }
}

/** The copy has a new title, so translations of the old one are left out. */
function warnOfUntranslated({ title, default_language }: FormStructure): Warning[] {
  const lost = Object.keys(title).filter((language) => language !== default_language);
  if (lost.length === 0) return [];
  return [
    {
      code: "untranslated",
      message: `The new title is not translated into ${nameLanguages(lost, "en")} (${lost.map((code) => `"${code}"`).join(", ")}).`,
      path: "/title",
    },
  ];
}

function warnOfClosed({ settings }: FormStructure, now: Date): Warning[] {
  return settings?.closes_at === undefined ? [] : closedWarnings(settings.closes_at, now);
}
