/** What each frame does with its parts. */
import { CHOICE_FRAMES } from "./carry-out/choices.ts";
import { FIELD_FRAMES } from "./carry-out/fields.ts";
import { FORM_FRAMES } from "./carry-out/form.ts";
import { MODIFIER_FRAMES } from "./carry-out/modifiers.ts";
import { PLACE_FRAMES } from "./carry-out/places.ts";
import type { CarryOut } from "./context.ts";
import type { FrameName } from "./frame.ts";

/** A frame without a function does not compile. */
export const CARRY_OUT: Readonly<Record<FrameName, CarryOut>> = {
  ...FIELD_FRAMES,
  ...MODIFIER_FRAMES,
  ...CHOICE_FRAMES,
  ...PLACE_FRAMES,
  ...FORM_FRAMES,
};
