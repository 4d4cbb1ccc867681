/** How many people of a waiting list can be told now. */
import type { FormStructure } from "../../../generated/types.ts";
import { type Form, loadStructure } from "../../forms/forms.ts";
import { isChoiceField } from "../../forms/structure/capacities.ts";
import { offeredStructure } from "../../forms/structure/offered-form.ts";
import { countVerified } from "../../forms/verified-responses.ts";
import type { WaitingFor } from "../../platform/storage/schema/waiting.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { availability } from "../availability.ts";
import { isNothingLeft, type PlacesLeft, placesLeft } from "../capacity.ts";

/** The places of the form, or of one of its choices. */
export interface FreePlaces {
  /** Infinity: any number of responses is taken. */
  readonly places: number;
  /** The number of places that are taken. */
  readonly taken: number;
}

/** The places of a form and its choices at one moment. */
export interface FormPlaces {
  /** Without retired questions and choices. */
  readonly structure: FormStructure;
  /** Whether the form takes answers. */
  readonly isOpen: boolean;
  /** The number of verified responses. */
  readonly responses: number;
  readonly left: PlacesLeft;
}

export async function readPlaces(queries: Queries, form: Form, now: Date): Promise<FormPlaces> {
  const stored = await loadStructure(queries, form);
  const structure = offeredStructure(stored);
  const left = await placesLeft(queries, form.id, stored, now);
  const state = await availability(queries, form, stored.settings, now);
  const isOpen = state === "open" && !isNothingLeft(structure, left);
  return { structure, isOpen, responses: await countVerified(queries, form.id), left };
}

/** No places while the form takes no answers, or does not have the choice. */
export function freePlaces(form: FormPlaces, { field_id, choice_id }: WaitingFor): FreePlaces {
  const { structure, isOpen, responses, left } = form;
  const isOfForm = field_id === "";
  if (isOfForm) {
    const limit = structure.settings?.response_limit ?? Number.POSITIVE_INFINITY;
    return { places: isOpen ? limit - responses : 0, taken: responses };
  }
  const choice = findChoice(structure, { field_id, choice_id });
  if (!isOpen || choice === undefined) return { places: 0, taken: 0 };
  const capacity = choice.capacity ?? Number.POSITIVE_INFINITY;
  const places = left.get(field_id)?.get(choice_id) ?? capacity;
  return { places, taken: Number.isFinite(capacity) ? capacity - places : 0 };
}

/** Finds a choice in a structure; undefined if there is none. */
export function findChoice({ pages }: FormStructure, { field_id, choice_id }: WaitingFor) {
  const field = pages.flatMap(({ fields }) => fields.filter(isChoiceField)).find(({ id }) => id === field_id);
  return field?.choices.find(({ id }) => id === choice_id);
}
