/** Samples: they are stored, moved, taken to the bench and discarded. */
import { breaks } from "./breaks.ts";
import { now, toTime } from "./clock.ts";
import { findRack, requirePlace } from "./racks.ts";
import {
  find,
  type Kind,
  listOf,
  nextId,
  racks,
  type Sample,
  samples,
  studies,
  toTenths,
  without,
} from "./records.ts";
import { Refusal } from "./refusal.ts";

const benchMs = 8 * 3_600_000;
const mostTags = 6;

/** A sample that did not come back in time is missing. */
export function lapse(sample: Sample): void {
  const { status, due_back_at } = sample;
  if (status === "out" && due_back_at !== null && now() >= Date.parse(due_back_at)) sample.status = "missing";
}

export function showSample(sample: Sample, scopes: readonly string[]) {
  lapse(sample);
  const { donor, first: _, ...shown } = without(sample, "lab");
  const seen = donor !== undefined && scopes.includes("donors:read") ? { donor } : {};
  return { ...shown, empty: sample.volume_ul === 0, tags: [...sample.tags], ...seen };
}

export function findSample(lab: string, id: number): Sample {
  const sample = find(samples, "sample", id, lab);
  lapse(sample);
  return sample;
}

export function requireState({ status }: Sample, states: readonly Sample["status"][]): void {
  if (!states.includes(status)) throw new Refusal("wrong_state", `The sample is ${status}.`);
}

export function touch(sample: Sample): void {
  sample.updated_at = toTime(now());
}

export interface NewSample {
  readonly request_key: string;
  readonly study_id: number;
  readonly rack_id: number;
  readonly barcode: string;
  readonly kind: Kind;
  readonly volume_ul: number;
  readonly collected_on: string;
  readonly note?: string;
  readonly donor?: string;
}

/** Laboratory and key -> what was stored with it. */
const stored = new Map<string, { readonly sent: string; readonly sample: Sample }>();

export function storeSample(lab: string, wanted: NewSample): { sample: Sample; replayed: boolean } {
  const key = `${lab} ${wanted.request_key}`;
  const sent = JSON.stringify(Object.entries(wanted).toSorted());
  const earlier = stored.get(key);
  if (earlier !== undefined && earlier.sent !== sent)
    throw new Refusal("key_reused", "This key was used for another sample.");
  if (earlier !== undefined) return { sample: earlier.sample, replayed: true };
  const sample = placeSample(lab, wanted);
  stored.set(key, { sent, sample });
  return { sample, replayed: false };
}

function placeSample(lab: string, wanted: NewSample): Sample {
  const { study_id, rack_id, barcode, kind, collected_on, note, donor } = wanted;
  const study = find(studies, "study", study_id, lab);
  const rack = findRack(lab, rack_id);
  if (study.status !== "open") throw new Refusal("study_closed", `The study ${study.code} is closed.`);
  const isSame = (sample: Sample) => sample.barcode.toLowerCase() === barcode.toLowerCase();
  if (listOf(samples, lab).some((sample) => sample.status !== "discarded" && isSame(sample)))
    throw new Refusal("barcode_taken", `There is a sample ${barcode} already.`);
  requirePlace(rack);
  const time = toTime(now());
  const volume_ul = toTenths(wanted.volume_ul);
  const sample: Sample = {
    ...{ id: nextId(), lab, barcode, study_id, rack_id, kind, status: "stored", collected_on },
    ...{ volume_ul, first: { kind, volume_ul }, aliquot_count: 0, note: note?.trim() || null, tags: [] },
    ...(donor !== undefined && { donor: donor.trim() }),
    ...{ stored_at: time, updated_at: time, out_at: null, due_back_at: null, discarded_at: null },
  };
  samples.set(sample.id, sample);
  rack.used += 1;
  study.sample_count += 1;
  return sample;
}

export interface Correction {
  readonly sample_id: number;
  readonly kind?: Kind;
  readonly note?: string | null;
  readonly collected_on?: string;
}

export function updateSample(lab: string, { sample_id, kind, note, collected_on }: Correction): Sample {
  const sample = findSample(lab, sample_id);
  requireState(sample, ["stored", "out", "missing"]);
  sample.kind = kind ?? sample.kind;
  sample.collected_on = collected_on ?? sample.collected_on;
  if (note !== undefined && !(note === null && breaks("note-stays"))) sample.note = note?.trim() || null;
  touch(sample);
  return sample;
}

export function moveSample(lab: string, sample_id: number, rack_id: number): Sample {
  const sample = findSample(lab, sample_id);
  const rack = findRack(lab, rack_id);
  requireState(sample, ["stored"]);
  if (rack.id !== sample.rack_id) {
    requirePlace(rack);
    if (!breaks("move-keeps-place")) racks.get(sample.rack_id)!.used -= 1;
    rack.used += 1;
  }
  sample.rack_id = rack.id;
  touch(sample);
  return sample;
}

export interface Tagging {
  readonly sample_id: number;
  readonly add?: readonly string[];
  readonly remove?: string;
}

export function tagSample(lab: string, { sample_id, add = [], remove }: Tagging): Sample {
  const sample = findSample(lab, sample_id);
  requireState(sample, ["stored", "out", "missing"]);
  const kept = sample.tags.filter((tag) => tag !== remove?.toLowerCase());
  const tags = [...new Set([...kept, ...add.map((tag) => tag.toLowerCase())])];
  if (tags.length > mostTags) throw new Refusal("too_many_tags", `A sample has at most ${mostTags} tags.`);
  sample.tags = tags;
  touch(sample);
  return sample;
}

export function checkOut(lab: string, sample_id: number): Sample {
  const sample = findSample(lab, sample_id);
  requireState(sample, ["stored"]);
  sample.status = "out";
  sample.out_at = toTime(now());
  const ms = breaks("due-in-minutes") ? benchMs / 60 : benchMs;
  sample.due_back_at = toTime(Date.parse(sample.out_at) + ms);
  touch(sample);
  return sample;
}

export function checkIn(lab: string, sample_id: number): Sample {
  const sample = findSample(lab, sample_id);
  requireState(sample, ["out", "missing"]);
  Object.assign(sample, { status: "stored", out_at: null, due_back_at: null });
  touch(sample);
  return sample;
}

export function discardSample(lab: string, sample_id: number): Sample {
  const sample = findSample(lab, sample_id);
  requireState(sample, ["stored"]);
  sample.status = "discarded";
  sample.discarded_at = toTime(now());
  touch(sample);
  racks.get(sample.rack_id)!.used -= 1;
  studies.get(sample.study_id)!.sample_count -= 1;
  return sample;
}
