/** Starts a copy of the sources with each mistake, and checks whether the suite notices. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AnswerCollection, mergeRun, noRecording, type Recording } from "../../answers/answers.ts";
import { answersCases } from "../../answers/answers-case.ts";
import { Comparison } from "../../answers/comparison.ts";
import type { Result } from "../../results/verdict.ts";
import { countRequests } from "../../run/plan.ts";
import type { Runnable } from "../../run/runnable.ts";
import { UsageError } from "../../usage/usage-error.ts";
import type { Tried, TriedMistake } from "../findings.ts";
import { drawSample, filterFaults } from "../sample.ts";
import { makeWholePlan, type Run, runOnFreshServer } from "../whole-run.ts";
import type { Copy } from "./patched-copy.ts";
import type { Patch } from "./patches.ts";
import { reachedVariable, readReached, type Span, withNotes } from "./reached.ts";

export interface PatchExperimentOptions {
  readonly makeCopy: () => Copy;
  /** @param folder the folder of a copy */
  readonly findPatches: (folder: string) => readonly Patch[];
  /** The number of patches to draw from those that a case reaches. These cases try them. If absent, all cases try all patches. */
  readonly count?: number;
  /** Only patches whose ids match; empty means all. */
  readonly only: readonly RegExp[];
  readonly seed: number;
  /** Whether the patches are only listed, and none is tried. */
  readonly list: boolean;
  onOutcome(outcome: TriedMistake): void;
}

type Selection = (each: Runnable) => boolean;

/** A patch, and the cases that try it. Each selection is used if the one before did not find the patch. */
interface Attempt {
  readonly patch: Patch;
  readonly selections: readonly Selection[];
  /** The cases whose answers are compared with those of the healthy service at last. */
  readonly compared?: Selection;
}

/** Id of a case -> whether it holds for the healthy service. */
type HealthyCases = Map<string, Promise<boolean>>;

/** The copy, the seed and the verdicts that the trials of one copy share. */
interface Trials {
  readonly copy: Copy;
  readonly seed: number;
  readonly healthy: HealthyCases;
  /** The answers of the healthy service; absent if none are compared. */
  readonly recording: Recording | undefined;
}

/** The runs whose answers are compared. */
const recordedRuns = 3;

/** The number of candidates that are drawn for each mutant to be tried, since no case reaches some of them. */
const candidatesForOne = 4;

/** The longest run of one trial: with some mistakes, cases wait for what never comes. */
const maxSeconds = 300;

/** Each copy is a server and a client, which keep two cores busy. */
const parallelCopies = 2;

/**
 * Searches for a case that fails with the patch and not without it. For listed patches it tries first the case that the list
 * names, then all cases. For mutants it tries only the cases to which the mutant may matter, first those that follow from a rule of the
 * spec, then the workflows that were written by hand: so the kind of the first finding says whether a rule sees the mutant.
 */
export async function runPatchExperiment(options: PatchExperimentOptions): Promise<Tried> {
  const { makeCopy, only, count, seed, list } = options;
  const copies = Array.from({ length: parallelCopies }, makeCopy);
  try {
    const possible = Map.groupBy(options.findPatches(copies[0]!.folder), ({ operator }) => operator);
    const matching = filterFaults(possible, only);
    if (list || [...matching.values()].flat().length === 0) return { possible, equivalent: [], outcomes: [] };
    const attempts =
      count === undefined
        ? [...matching.values()].flat().map(makeAttempt)
        : await drawReached(drawSample(matching, candidatesForOne * count, seed).chosen, count, options);
    const waiting = attempts.values();
    const equivalent: Patch[] = [];
    const outcomes: TriedMistake[] = [];
    const healthy: HealthyCases = new Map();
    const recording = count === undefined ? undefined : await recordAnswers(copies[0]!, seed);
    const work = async (copy: Copy) => {
      for (const attempt of waiting) {
        const outcome = await tryPatch(attempt, { copy, seed, healthy, recording });
        if (outcome) outcomes.push(outcome);
        else equivalent.push(attempt.patch);
        if (outcome) options.onOutcome(outcome);
      }
    };
    await Promise.all(copies.map(work));
    return { possible, equivalent, outcomes };
  } finally {
    for (const copy of copies) copy.remove();
  }
}

function makeAttempt(patch: Patch): Attempt {
  const all: Selection = () => true;
  return { patch, selections: patch.first === undefined ? [all] : [({ id }) => id === patch.first, all] };
}

/** Returns the first of these mutants that cases reach. The cases run one after the other, so that the time tells which case reached a mutant. */
async function drawReached(
  mutants: readonly Patch[],
  count: number,
  { makeCopy, seed }: PatchExperimentOptions,
): Promise<readonly Attempt[]> {
  const copy = makeCopy();
  const notes = mkdtempSync(join(tmpdir(), "reached-"));
  try {
    const places = mutants.flatMap(({ id, edits }) => edits.map((edit) => ({ id, ...edit })));
    for (const [file, own] of Map.groupBy(places, ({ file }) => join(copy.folder, file)))
      writeFileSync(file, withNotes(readFileSync(file, "utf8"), own));
    const { start } = copy.target;
    const target = { ...copy.target, start: { ...start, env: { ...start.env, [reachedVariable]: notes } } };
    const spans: Span[] = [];
    const end = (group?: string) => spans.push({ group, until: Date.now() });
    // The last step of a workflow runs the whole workflow, so the workflow is within one span.
    const { workflows = {} } = copy.cases.behaviour ?? {};
    const isWhole: Selection = (each) =>
      !("workflow" in each) || workflows[each.workflow]?.steps.at(-1)?.id === each.step;
    await runCases(isWhole, { ...copy, target: { ...target, parallel: 1 } }, seed, {
      onStart: end,
      isEnough({ subject }) {
        end(nameGroup(subject));
        return false;
      },
    });
    const reached = readReached(notes, spans);
    const ran = mutants.filter(({ id }) => reached.has(id));
    const attempts = ran.map((patch): Attempt => {
      const by = reached.get(patch.id)!;
      // These look at the results of others, so a rule may see the mutant in what a workflow shows.
      const looks: Selection = (each) => countRequests(each, copy.cases) === 0;
      const reaches: Selection = (each) => by.has(undefined) || by.has(nameGroup(each)) || looks(each);
      const isStory: Selection = ({ kind }) => kind === "scenarios";
      const selections: Selection[] = [
        (each) => reaches(each) && !isStory(each),
        (each) => reaches(each) && (isStory(each) || looks(each)),
      ];
      const matters = [...by].some((group) => group === undefined || group.startsWith("scenarios/"));
      if (by.size === 0) return { patch, selections: [] };
      return { patch, selections: selections.slice(0, matters ? 2 : 1), compared: reaches };
    });
    return attempts.slice(0, count);
  } finally {
    copy.remove();
    rmSync(notes, { recursive: true, force: true });
  }
}

/** Returns the group of a case: `scenarios/NAME`, `output/TOOL`. The cases of a group share calls, which run with the first case. */
function nameGroup({ id }: { readonly id: string }): string {
  return id.split("/", 2).join("/");
}

/** Tries a patch. Returns `undefined` for a mutant that never gave another value, or with which the service does not start. */
async function tryPatch(
  { patch, selections, compared }: Attempt,
  { copy, seed, healthy, recording }: Trials,
): Promise<TriedMistake | undefined> {
  let hadEffect = !patch.isMutant;
  const comparisons =
    compared !== undefined && recording !== undefined ? [{ selection: compared, recording }] : [];
  for (const trial of [...selections.map((selection) => ({ selection })), ...comparisons]) {
    copy.apply(patch);
    let firstFinding: Result | undefined;
    try {
      firstFinding = await findFirstFailure(trial, copy, seed);
    } catch (error) {
      if (patch.isMutant && error instanceof UsageError) return undefined;
      throw error;
    } finally {
      hadEffect ||= copy.hadEffect();
      copy.restore();
    }
    if (firstFinding && (await holdsWithout(firstFinding, trial, { copy, seed, healthy })))
      return { trial: { fault: patch }, firstFinding };
  }
  return hadEffect ? { trial: { fault: patch }, firstFinding: undefined } : undefined;
}

/** Records what some whole runs of the healthy service have in common. */
async function recordAnswers(copy: Copy, seed: number): Promise<Recording> {
  let recording = noRecording;
  for (let run = 1; run <= recordedRuns; run += 1) {
    const collection = new AnswerCollection();
    const { date, target } = await runCases(() => true, copy, seed + run, { collection });
    recording = mergeRun(recording, { date, target, seed: seed + run }, collection);
  }
  return recording;
}

/** Returns whether a case holds for the healthy service. Each is asked once, but comparisons, which depend on the calls of the trial. */
async function holdsWithout(
  { subject: { id: caseId, kind } }: Result,
  trial: Trial,
  { copy, seed, healthy }: Omit<Trials, "recording">,
): Promise<boolean> {
  if (kind === "answers") return (await findFirstFailure(trial, copy, seed)) === undefined;
  const asked =
    healthy.get(caseId) ??
    findFirstFailure({ selection: ({ id }) => id === caseId }, copy, seed).then(
      (finding) => finding === undefined,
    );
  healthy.set(caseId, asked);
  return asked;
}

/** The cases of a trial, and the answers with which theirs are compared. */
interface Trial {
  readonly selection: Selection;
  readonly recording?: Recording;
}

async function findFirstFailure(
  { selection, recording }: Trial,
  copy: Copy,
  seed: number,
): Promise<Result | undefined> {
  const isEnough = ({ verdict }: Result) => verdict.status === "failed";
  const comparison = recording && new Comparison(recording);
  const run = await runCases(selection, copy, seed, { isEnough, maxSeconds, comparison });
  return run.results.find(isEnough);
}

/** Runs the selected cases, except manifest and input cases, which the faults of the proxy test. */
function runCases(
  selection: Selection,
  { cases, target }: Pick<Copy, "cases" | "target">,
  seed: number,
  watch: Pick<Run, "onStart" | "isEnough" | "maxSeconds" | "collection" | "comparison">,
) {
  const selected = cases.cases.filter(
    (each) => each.kind !== "manifest" && each.kind !== "input" && selection(each),
  );
  const compared = watch.comparison === undefined ? [] : answersCases(cases);
  const plan = makeWholePlan(cases, [...selected, ...compared]);
  return runOnFreshServer(target, { cases, plan, seed, ...watch });
}
