/** Counts how often forms are opened: a number for each form, day and language. */
import type { Language } from "../../../generated/types.ts";
import { writeRegularly } from "../../platform/regular-writes.ts";
import { isNotDeleted } from "../../platform/storage/deletion-filter.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { addToDays } from "./count.ts";
import { dayOf } from "./visit.ts";

/** The number of rows in one statement. */
const MAX_ROWS = 500;

/** Counts in memory and writes in batches, so that opening a form costs no write. A process that is killed loses up to 30 seconds. */
export interface Openings {
  count(formId: string, language: Language): void;
  /** Writes pending openings. */
  stop(): Promise<void>;
}

/** A row of `visit_days` that openings are added to. */
interface Row {
  readonly form_id: string;
  readonly day: string;
  readonly language: string;
}

/** @param onError called when a regular write fails; the next one tries again */
export function countOpenings(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  onError: (error: unknown) => void,
): Openings {
  const pending = new Map<string, Row & { opened: number }>();
  const count = (row: Row, opened = 1) => {
    const key = `${row.form_id} ${row.day} ${row.language}`;
    const before = pending.get(key);
    if (before) before.opened += opened;
    else pending.set(key, { ...row, opened });
  };

  async function write(): Promise<void> {
    while (pending.size > 0) {
      // In the order of the keys, in which all processes lock the rows.
      const keys = [...pending.keys()].sort().slice(0, MAX_ROWS);
      const batch = keys.map((key) => pending.get(key)!);
      for (const key of keys) pending.delete(key);
      await add(storage.db, batch).catch((error: unknown) => {
        for (const { opened, ...row } of batch) count(row, opened);
        throw error;
      });
    }
  }

  return {
    count: (formId, language) =>
      count({ form_id: formId, day: dayOf({ openedAt: clock().getTime() }), language }),
    ...writeRegularly(write, onError),
  };
}

/** Forms that were deleted meanwhile are left out. */
async function add(db: Queries, rows: readonly (Row & { readonly opened: number })[]): Promise<void> {
  const forms = await db
    .selectFrom("forms")
    .select("id")
    .where("id", "in", [...new Set(rows.map(({ form_id }) => form_id))])
    .where(isNotDeleted)
    .execute();
  const existing = new Set(forms.map(({ id }) => id));
  const kept = rows.filter(({ form_id }) => existing.has(form_id));
  await addToDays(
    db,
    kept.map((row) => ({ ...row, started: 0, sent: 0 })),
  );
}
