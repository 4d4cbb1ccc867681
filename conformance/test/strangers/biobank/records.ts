/** The records of the biobank. Numbers count up through all kinds of records. */
import { Refusal } from "./refusal.ts";

export interface Study {
  readonly id: number;
  readonly lab: string;
  readonly code: string;
  readonly title: string;
  status: "open" | "closed";
  sample_count: number;
  readonly created_at: string;
  closed_at: string | null;
}

export interface Rack {
  readonly id: number;
  readonly lab: string;
  readonly name: string;
  readonly temperature: number;
  readonly capacity: number;
  used: number;
  isRetired: boolean;
}

export type Kind = "blood" | "serum" | "tissue" | "dna";

export interface Sample {
  readonly id: number;
  readonly lab: string;
  readonly barcode: string;
  readonly study_id: number;
  rack_id: number;
  kind: Kind;
  status: "stored" | "out" | "missing" | "discarded";
  volume_ul: number;
  /** As it was stored. */
  readonly first: { readonly kind: Kind; readonly volume_ul: number };
  aliquot_count: number;
  collected_on: string;
  note: string | null;
  tags: string[];
  readonly donor?: string;
  readonly stored_at: string;
  updated_at: string;
  out_at: string | null;
  due_back_at: string | null;
  discarded_at: string | null;
}

export interface Aliquot {
  readonly id: number;
  readonly lab: string;
  readonly sample_id: number;
  readonly volume_ul: number;
  readonly purpose: string;
  status: "drawn" | "undone";
  readonly drawn_at: string;
}

export interface Assay {
  readonly id: number;
  readonly lab: string;
  readonly sample_id: number;
  readonly method: "pcr" | "elisa" | "sequencing";
  status: "queued" | "running" | "done" | "failed";
  readonly started_at: string;
  finished_at: string | null;
  value: number | null;
}

export const studies = new Map<number, Study>();
export const racks = new Map<number, Rack>();
export const samples = new Map<number, Sample>();
export const aliquots = new Map<number, Aliquot>();
export const assays = new Map<number, Assay>();

let lastId = 100;

export function nextId(): number {
  lastId += 1;
  return lastId;
}

/** Finds a record of a laboratory. */
export function find<One extends { readonly lab: string }>(
  records: ReadonlyMap<number, One>,
  what: string,
  id: number,
  lab: string,
): One {
  const one = records.get(id);
  if (one === undefined || one.lab !== lab) throw new Refusal("not_found", `There is no ${what} ${id}.`);
  return one;
}

export function listOf<One extends { readonly lab: string }>(
  records: ReadonlyMap<number, One>,
  lab: string,
): One[] {
  return [...records.values()].filter((one) => one.lab === lab);
}

/** Rounds a volume to one digit after the point. */
export const toTenths = (volume: number): number => Math.round(volume * 10 + 1e-9) / 10;

export const without = <One extends object, Key extends keyof One>(one: One, key: Key): Omit<One, Key> => {
  const { [key]: _, ...rest } = one;
  return rest;
};
