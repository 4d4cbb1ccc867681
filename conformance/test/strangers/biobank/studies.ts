/** Studies, and their reports. */
import { breaks } from "./breaks.ts";
import { now, toTime } from "./clock.ts";
import {
  find,
  listOf,
  nextId,
  type Sample,
  type Study,
  samples,
  studies,
  toTenths,
  without,
} from "./records.ts";
import { Refusal } from "./refusal.ts";
import { lapse } from "./samples.ts";

const show = (study: Study) => without(study, "lab");

export function createStudy(lab: string, { code, title }: { readonly code: string; readonly title: string }) {
  const name = code.toUpperCase();
  if (listOf(studies, lab).some((study) => study.code === name))
    throw new Refusal("code_taken", `There is a study ${name} already.`);
  const study: Study = {
    id: nextId(),
    lab,
    code: name,
    title: title.trim(),
    status: "open",
    sample_count: 0,
    created_at: toTime(now()),
    closed_at: null,
  };
  studies.set(study.id, study);
  return { study: show(study) };
}

export function getStudy(lab: string, { study_id }: { readonly study_id: number }) {
  return { study: show(find(studies, "study", study_id, lab)) };
}

export interface StudyQuery {
  readonly status?: string;
  readonly text?: string;
  readonly offset: number;
  readonly limit: number;
}

export function listStudies(lab: string, { status, text, offset, limit }: StudyQuery) {
  const wanted = text?.toLowerCase();
  const all = listOf(studies, lab)
    .filter((study) => status === undefined || study.status === status)
    .filter(
      ({ code, title }) =>
        wanted === undefined || [code, title].some((each) => each.toLowerCase().includes(wanted)),
    )
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return { studies: all.slice(offset, offset + limit).map(show), total: all.length };
}

/** Study -> when it was closed. */
const firstClosed = new Map<number, string>();

export function changeStudy(
  lab: string,
  { study_id, action }: { readonly study_id: number; readonly action: "close" | "reopen" },
) {
  const study = find(studies, "study", study_id, lab);
  if (study.status !== (action === "close" ? "open" : "closed"))
    throw new Refusal("wrong_state", `The study is ${study.status}.`);
  study.status = action === "close" ? "closed" : "open";
  const isClosedOnce = breaks("closed-once") && firstClosed.has(study.id);
  if (action === "close" && !isClosedOnce) firstClosed.set(study.id, toTime(now()));
  study.closed_at = action === "close" ? firstClosed.get(study.id)! : null;
  return { study: show(study) };
}

const sumVolume = (of: readonly Sample[]) =>
  toTenths(
    of.reduce(
      (sum, each) => sum + (breaks("report-of-first-volumes") ? each.first.volume_ul : each.volume_ul),
      0,
    ),
  );

const cutOff = (volume: number) => Math.floor(volume * 10) / 10;

export function reportStudy(lab: string, { study_id }: { readonly study_id: number }) {
  find(studies, "study", study_id, lab);
  const own = listOf(samples, lab)
    .filter((sample) => sample.study_id === study_id)
    .filter(({ status }) => status !== "discarded" || breaks("discarded-in-report"));
  for (const sample of own) lapse(sample);
  const count = (status: string) => own.filter((sample) => sample.status === status).length;
  const kinds = [...new Set(own.map(({ kind }) => kind))].toSorted();
  const volume_ul = sumVolume(own);
  return {
    study_id,
    samples: own.length,
    stored: count("stored"),
    out: count("out"),
    missing: count("missing"),
    volume_ul,
    mean_volume_ul:
      own.length === 0 ? null : (breaks("mean-cut-off") ? cutOff : toTenths)(volume_ul / own.length),
    by_kind: kinds.map((kind) => {
      const of = own.filter((sample) => sample.kind === kind);
      return { kind, samples: of.length, volume_ul: sumVolume(of) };
    }),
  };
}
