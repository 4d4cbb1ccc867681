/** Assays: they go on after their answer, and draw from the month of the laboratory. */
import { breaks } from "./breaks.ts";
import { now, thisMonth, toTime } from "./clock.ts";
import { type Assay, assays, find, listOf, nextId, toTenths, without } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { findSample, requireState, touch } from "./samples.ts";
import { runLater } from "./work.ts";

const mostOfAMonth = 60;
const mostAtOnce = 2;
const volumeOfAnAssay = 5;

/** Laboratory and month -> the assays that were drawn. */
const drawn = new Map<string, number>();

const show = (assay: Assay) => without(assay, "lab");

function run(assay: Assay, month: string): void {
  runLater(() => {
    assay.status = "running";
    runLater((end) => {
      assay.status = end;
      assay.finished_at = toTime(now());
      if (end === "done") assay.value = toTenths((assay.id * 7919) % 100);
      else if (!breaks("failed-assay-counts")) drawn.set(month, (drawn.get(month) ?? 1) - 1);
    });
  });
}

export function startAssay(lab: string, { sample_id, method }: Pick<Assay, "sample_id" | "method">) {
  const sample = findSample(lab, sample_id);
  requireState(sample, ["stored", "out"]);
  if (method === "sequencing" && (sample.kind === "serum" || sample.kind === "blood"))
    throw new Refusal("unsuitable", `There is too little DNA in ${sample.kind}.`);
  const busy = listOf(assays, lab).filter(
    (assay) => assay.sample_id === sample_id && (assay.status === "queued" || assay.status === "running"),
  );
  if (busy.length >= mostAtOnce) throw new Refusal("sample_busy", "Two assays of this sample are under way.");
  const month = `${lab} ${thisMonth()}`;
  const used = drawn.get(month) ?? 0;
  if (used >= mostOfAMonth) throw new Refusal("quota_exceeded", "The assays of this month are used up.");
  if (sample.volume_ul < volumeOfAnAssay)
    throw new Refusal("not_enough", `The sample has ${sample.volume_ul} microlitres.`);
  sample.volume_ul = toTenths(sample.volume_ul - volumeOfAnAssay);
  touch(sample);
  drawn.set(month, used + 1);
  const begin = { status: "queued", started_at: toTime(now()), finished_at: null, value: null } as const;
  const assay: Assay = { id: nextId(), lab, sample_id, method, ...begin };
  assays.set(assay.id, assay);
  run(assay, month);
  return { assay: show(assay) };
}

export function getAssay(lab: string, { assay_id }: { readonly assay_id: number }) {
  const foreign = breaks("assays-of-others") ? assays.get(assay_id) : undefined;
  return { assay: show(foreign ?? find(assays, "assay", assay_id, lab)) };
}

export function getUsage(lab: string) {
  const used = drawn.get(`${lab} ${thisMonth()}`) ?? 0;
  const [year = 0, month = 0] = thisMonth().split("-").map(Number);
  return {
    assays_used: used,
    assays_limit: mostOfAMonth,
    assays_left: mostOfAMonth - used,
    resets_at: toTime(Date.UTC(year, month, 1)),
  };
}
