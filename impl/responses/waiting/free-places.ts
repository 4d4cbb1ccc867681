/** How many people of a waiting list can be told now. */
import { type Form, loadStructure } from "../../forms/forms.ts";
import { offeredStructure } from "../../forms/structure/offered-form.ts";
import { countVerified } from "../../forms/verified-responses.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { availability } from "../availability.ts";
import { isNothingLeft, placesLeft } from "../capacity.ts";

export interface FreePlaces {
  /** Infinity: the form takes any number of responses. */
  readonly places: number;
  /** The number of verified responses. */
  readonly responses: number;
}

/** No places while the form takes no answers. */
export async function freePlaces(queries: Queries, form: Form, now: Date): Promise<FreePlaces> {
  const structure = await loadStructure(queries, form);
  const { settings } = structure;
  const responses = await countVerified(queries, form.id);
  const none = { places: 0, responses };
  if ((await availability(queries, form, settings, now)) !== "open") return none;
  const left = await placesLeft(queries, form.id, structure, now);
  if (isNothingLeft(offeredStructure(structure), left)) return none;
  const limit = settings?.response_limit;
  return { places: limit === undefined ? Number.POSITIVE_INFINITY : limit - responses, responses };
}
