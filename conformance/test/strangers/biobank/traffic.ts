/** Samples from before, and somebody who works at the bench all the time. */
import { setTimeout as wait } from "node:timers/promises";
import { drawAliquot } from "./aliquots.ts";
import { startAssay } from "./assays.ts";
import { addRack, retireRack } from "./racks.ts";
import { type Kind, type Sample, studies } from "./records.ts";
import { checkIn, checkOut, discardSample, storeSample, tagSample } from "./samples.ts";
import { changeStudy, createStudy } from "./studies.ts";

const kinds: readonly Kind[] = ["blood", "serum", "tissue", "dna"];

function store(lab: string, study_id: number, rack_id: number, index: number): Sample {
  const barcode = `OLD-${rack_id}-${index}`;
  const rest = {
    kind: kinds[index % kinds.length]!,
    volume_ul: 80.5 + 10 * index,
    collected_on: "2026-05-04",
  };
  const wanted = { request_key: `old-${barcode}`, study_id, rack_id, barcode, ...rest };
  return storeSample(lab, wanted).sample;
}

export function fillFreezers(lab: string): void {
  for (const code of ["SLEEP-1", "SUGAR-2"]) {
    const { study } = createStudy(lab, { code, title: `The study ${code}` });
    const { rack } = addRack(lab, { name: `Rack of ${code}`, temperature: -80, capacity: 12 });
    const own = [0, 1, 2, 3, 4].map((index) => store(lab, study.id, rack.id, index));
    tagSample(lab, { sample_id: own[0]!.id, add: ["Urgent"] });
    checkOut(lab, own[1]!.id);
    drawAliquot(lab, { sample_id: own[2]!.id, volume_ul: 10, purpose: "A first look" });
    discardSample(lab, own[3]!.id);
  }
  const { study } = createStudy(lab, { code: "DONE-3", title: "A study that has ended" });
  changeStudy(lab, { study_id: study.id, action: "close" });
}

/** Somebody stores, measures and discards. An assay is seldom, since a month has few of them. */
export async function keepWorking(lab: string): Promise<void> {
  const { study } = createStudy(lab, { code: `BENCH-${studies.size}`, title: "Work at the bench" });
  for (let round = 0; ; round += 1) {
    const { rack } = addRack(lab, { name: `Bench ${round}`, temperature: -20, capacity: 4 });
    const sample = store(lab, study.id, rack.id, round);
    await wait(60, undefined, { ref: false });
    checkOut(lab, sample.id);
    if (round % 200 === 0) startAssay(lab, { sample_id: sample.id, method: "pcr" });
    await wait(60, undefined, { ref: false });
    checkIn(lab, sample.id);
    discardSample(lab, sample.id);
    retireRack(lab, { rack_id: rack.id });
  }
}
