/** Takes back what was tried of an instruction that is not understood as a whole. */
import type { EditContext } from "./context.ts";

/** The state of an edit, apart from the ids that were given out. */
export interface Snapshot {
  readonly form: EditContext["form"];
  readonly last: string | undefined;
  readonly changed: string | undefined;
  readonly changes: number;
  readonly warnings: number;
}

export function snapshot({ form, last, changed, changes, warnings }: EditContext): Snapshot {
  const counts = { changes: changes.length, warnings: warnings.length };
  return { form: structuredClone(form), last: last?.id, changed: changed?.id, ...counts };
}

export function restore(context: EditContext, { form, last, changed, changes, warnings }: Snapshot): void {
  const { form: current } = context;
  for (const key of Object.keys(current) as (keyof typeof current)[])
    delete (current as Partial<typeof current>)[key];
  Object.assign(current, structuredClone(form));
  const fields = current.pages.flatMap((page) => page.fields);
  context.last = fields.find(({ id }) => id === last);
  context.changed = fields.find(({ id }) => id === changed);
  context.changes.length = changes;
  context.warnings.length = warnings;
}
