/** Shows and hides fields. */
import type { Condition } from "../../../../../generated/types.ts";
import { negated } from "../conditions.ts";
import type { EditContext } from "../context.ts";
import type { Parts } from "../cover.ts";
import type { CarryOuts } from "./carry-outs.ts";

export const CONDITION_FRAMES = {
  showIf: (parts, context) => show(parts, context, parts.condition),
  hideIf: (parts, context) => show(parts, context, parts.condition && negated(parts.condition)),
  showAlways: (parts, context) => show(parts, context, undefined),
} satisfies CarryOuts;

function show(parts: Parts, context: EditContext, condition: Condition | undefined): void {
  const fields = context.named(parts);
  context.apply(
    ...fields.map(({ id }) => ({ op: "change_field" as const, id, set: { visible_if: condition ?? null } })),
  );
}
