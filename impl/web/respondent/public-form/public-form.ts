/** Loads a form for a public page. */
import type { FormStructure, Language } from "../../../../generated/types.ts";
import type { FormImage } from "../../../forms/fields/parts/picture.ts";
import type { Form } from "../../../forms/forms.ts";
import { collectImages } from "../../../forms/images.ts";
import { getCached } from "../../../platform/cache.ts";
import { isNotDeleted } from "../../../platform/storage/deletion-filter.ts";
import type { Queries } from "../../../platform/storage/storage.ts";
import { type Availability, availability, isHidden } from "../../../responses/availability.ts";
import { isNothingLeft, type PlacesLeft, placesLeft } from "../../../responses/capacity.ts";
import { UTC } from "../../../texts/time-zone.ts";
import type { Site } from "../../site.ts";
import { shownVersion } from "./shown-version.ts";

/** A form as the public sees it. */
export interface PublicForm {
  readonly form: Form;
  /** The current version. */
  readonly structure: FormStructure;
  /** The current version with its retired questions and choices. */
  readonly stored: FormStructure;
  /** The cost of a visit in points: see `structureCost`. */
  readonly cost: number;
  /** Whether scripts show the questions one at a time, on a page with all of them. */
  readonly isStepped: boolean;
  /** The time zone of its owner. */
  readonly zone: string;
  readonly state: Exclude<Availability, "hidden">;
  /** Whether its owner has turned the waiting list on. */
  readonly hasWaitingList: boolean;
  /** The free places of the current version. */
  readonly places: PlacesLeft;
  /** The existing images that the current version names, by their ids. */
  readonly images: ReadonlyMap<string, FormImage>;
  /**
   * Loads the structure of a version, which may be older than the current one: respondents finish a form in the version that they
   * began. Each version is loaded at most once. Undefined: there is no such version.
   */
  structureOf(version: number): Promise<FormStructure | undefined>;
}

/** Finds a form; undefined if it does not exist or is not public. */
export async function findPublicForm(
  { storage, clock }: Pick<Site, "storage" | "clock">,
  formId: string,
): Promise<PublicForm | undefined> {
  const row = await storage.db
    .selectFrom("forms")
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom("waiting_lists").select("is_on").whereRef("form_id", "=", "forms.id").as("has_list"),
    )
    .select(({ selectFrom }) =>
      selectFrom("accounts").select("time_zone").whereRef("accounts.id", "=", "forms.owner_id").as("zone"),
    )
    .where("id", "=", formId)
    .where(isNotDeleted)
    .executeTakeFirst();
  if (row === undefined || isHidden(row)) return undefined;
  const { has_list, zone, ...form } = row;
  const shown = await shownVersion(storage.db, form.id, form.version);
  if (shown === undefined) return undefined;
  const { structure, stored, cost, isStepped } = shown;
  const now = clock();
  const taking = await availability(storage.db, form, structure.settings, now);
  if (taking === "hidden") return undefined;
  const places = await placesLeft(storage.db, form.id, stored, now);
  const state = taking === "open" && isNothingLeft(structure, places) ? "full" : taking;
  const images = await collectImages(storage.db, form.id, structure);
  return {
    form,
    structure,
    stored,
    cost,
    isStepped,
    zone: zone ?? UTC,
    state,
    hasWaitingList: has_list === 1,
    places,
    images,
    structureOf: readVersions(storage.db, form, structure),
  };
}

function readVersions(queries: Queries, form: Form, current: FormStructure): PublicForm["structureOf"] {
  const loaded = new Map<number, Promise<FormStructure | undefined>>([
    [form.version, Promise.resolve(current)],
  ]);
  return (version) =>
    getCached(loaded, version, async () => (await shownVersion(queries, form.id, version))?.structure);
}

/**
 * Chooses one of the form's languages: the requested one, else the one that the browser prefers, else the default.
 * @param preferred the header Accept-Language (RFC 9110, section 12.5.4)
 */
export function chooseLanguage<Offered extends Language>(
  languages: readonly [Offered, ...Offered[]],
  requested: string | undefined,
  preferred: string | undefined,
): Offered {
  const findSupported = (code: string) =>
    languages.find((language) => language === code.toLowerCase().split("-")[0]);
  const accepted = (preferred ?? "")
    .split(",")
    .map((entry) => entry.trim().split(/\s*;\s*q\s*=\s*/))
    .map(([code = "", quality]) => ({ code, quality: quality === undefined ? 1 : Number(quality) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const candidates = [requested ?? "", ...accepted.map(({ code }) => code)];
  return candidates.map(findSupported).find((language) => language !== undefined) ?? languages[0];
}
