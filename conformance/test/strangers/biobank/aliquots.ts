/** Aliquots: amounts that are taken out of samples. */
import { breaks } from "./breaks.ts";
import { now, toTime } from "./clock.ts";
import { type Aliquot, aliquots, find, listOf, nextId, samples, toTenths, without } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { findSample, requireState, touch } from "./samples.ts";

const show = (aliquot: Aliquot) => without(aliquot, "lab");

export function drawAliquot(
  lab: string,
  { sample_id, volume_ul, purpose }: Pick<Aliquot, "sample_id" | "volume_ul" | "purpose">,
) {
  const sample = findSample(lab, sample_id);
  requireState(sample, ["stored", "out"]);
  const amount = toTenths(volume_ul);
  const most = breaks("aliquot-larger-than-rest") ? sample.first.volume_ul : sample.volume_ul;
  if (amount > most) throw new Refusal("not_enough", `The sample has ${sample.volume_ul} microlitres.`);
  sample.volume_ul = Math.max(0, toTenths(sample.volume_ul - amount));
  sample.aliquot_count += 1;
  touch(sample);
  const rest = { purpose: purpose.trim(), status: "drawn", drawn_at: toTime(now()) } as const;
  const aliquot: Aliquot = { id: nextId(), lab, sample_id, volume_ul: amount, ...rest };
  aliquots.set(aliquot.id, aliquot);
  return { aliquot: show(aliquot), left_ul: sample.volume_ul };
}

export function undoAliquot(lab: string, { aliquot_id }: { readonly aliquot_id: number }) {
  const aliquot = find(aliquots, "aliquot", aliquot_id, lab);
  if (aliquot.status !== "drawn" && !breaks("undone-twice"))
    throw new Refusal("wrong_state", "The aliquot is undone already.");
  const sample = samples.get(aliquot.sample_id)!;
  aliquot.status = "undone";
  sample.volume_ul = toTenths(sample.volume_ul + aliquot.volume_ul);
  sample.aliquot_count = Math.max(0, sample.aliquot_count - 1);
  touch(sample);
  return { aliquot: show(aliquot), left_ul: sample.volume_ul };
}

export function listAliquots(lab: string, { sample_id }: { readonly sample_id: number }) {
  findSample(lab, sample_id);
  const own = listOf(aliquots, lab).filter((aliquot) => aliquot.sample_id === sample_id);
  const drawn = own.filter(({ status }) => status === "drawn");
  return {
    aliquots: own.map(show),
    drawn_ul: toTenths(drawn.reduce((sum, each) => sum + each.volume_ul, 0)),
  };
}
