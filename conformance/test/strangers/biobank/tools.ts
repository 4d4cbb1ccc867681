/** The tools: the scope of each, and what it does for a laboratory. Their arguments have been checked by the manifest. */
import { drawAliquot, listAliquots, undoAliquot } from "./aliquots.ts";
import { getAssay, getUsage, startAssay } from "./assays.ts";
import { exportSamples } from "./exports.ts";
import type { Caller } from "./keys.ts";
import { addRack, listRacks, retireRack } from "./racks.ts";
import type { Sample } from "./records.ts";
import {
  type Correction,
  checkIn,
  checkOut,
  discardSample,
  findSample,
  moveSample,
  type NewSample,
  showSample,
  storeSample,
  type Tagging,
  tagSample,
  updateSample,
} from "./samples.ts";
import { findSamples, type SampleQuery } from "./search.ts";
import { changeStudy, createStudy, getStudy, listStudies, reportStudy } from "./studies.ts";

export interface Tool {
  readonly scope: string;
  // Each tool has arguments of its own.
  run(input: never, caller: Caller, base: string): object;
}

const reading = (run: (lab: string, input: never) => object): Tool => ({
  scope: "samples:read",
  run: (input, { lab }) => run(lab, input),
});
const managing = (run: (lab: string, input: never) => object): Tool => ({
  scope: "studies:manage",
  run: (input, { lab }) => run(lab, input),
});
const writing = (run: (lab: string, input: never) => object): Tool => ({
  scope: "samples:write",
  run: (input, { lab }) => run(lab, input),
});

interface AboutSample {
  readonly sample_id: number;
}

/** A tool that changes a sample, and shows it. */
const changing = <Input>(run: (lab: string, input: Input) => Sample): Tool => ({
  scope: "samples:write",
  run: (input, { lab, scopes }) => ({ sample: showSample(run(lab, input), scopes) }),
});

export const tools: Readonly<Record<string, Tool>> = {
  create_study: managing(createStudy),
  get_study: reading(getStudy),
  list_studies: reading(listStudies),
  change_study: managing(changeStudy),
  study_report: reading(reportStudy),
  add_rack: managing(addRack),
  list_racks: reading(listRacks),
  retire_rack: managing(retireRack),
  store_sample: {
    scope: "samples:write",
    run(input: NewSample, { lab, scopes }: Caller) {
      const { sample, replayed } = storeSample(lab, input);
      return { sample: showSample(sample, scopes), replayed };
    },
  },
  get_sample: {
    scope: "samples:read",
    run: ({ sample_id }: AboutSample, { lab, scopes }: Caller) => ({
      sample: showSample(findSample(lab, sample_id), scopes),
    }),
  },
  find_samples: {
    scope: "samples:read",
    run(input: SampleQuery, { lab, scopes }: Caller) {
      const { page, ...rest } = findSamples(lab, input);
      return { samples: page.map((sample) => showSample(sample, scopes)), ...rest };
    },
  },
  update_sample: changing<Correction>(updateSample),
  move_sample: changing<AboutSample & { readonly rack_id: number }>((lab, { sample_id, rack_id }) =>
    moveSample(lab, sample_id, rack_id),
  ),
  tag_sample: changing<Tagging>(tagSample),
  check_out: changing<AboutSample>((lab, { sample_id }) => checkOut(lab, sample_id)),
  check_in: changing<AboutSample>((lab, { sample_id }) => checkIn(lab, sample_id)),
  discard_sample: changing<AboutSample>((lab, { sample_id }) => discardSample(lab, sample_id)),
  draw_aliquot: writing(drawAliquot),
  undo_aliquot: writing(undoAliquot),
  list_aliquots: reading(listAliquots),
  start_assay: { scope: "assays:run", run: (input, { lab }) => startAssay(lab, input) },
  get_assay: reading(getAssay),
  get_usage: reading(getUsage),
  export_samples: { scope: "samples:read", run: (input, { lab }, base) => exportSamples(lab, input, base) },
};
