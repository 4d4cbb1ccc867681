/** Makes attempts of a law, and has them judged. */
import { PreconditionError } from "../results/precondition-error.ts";
import { type AttemptOptions, makeAttempt, type Tried } from "./attempt.ts";
import { open } from "./judgements.ts";
import type { Attempt, Judgement, Law, Shown, Subject } from "./law.ts";
import type { World } from "./world.ts";

/** A law at a case of it, and where it is tried. */
export interface Trying {
  readonly law: Law;
  readonly subject: Subject;
  readonly world: World;
}

export interface Judged {
  readonly judgement: Judgement;
  /** Absent if the attempt could not be made. */
  readonly tried?: Tried;
}

/** Makes an attempt and judges what it has shown. */
export async function judgeAttempt(
  attempt: Attempt,
  { law, subject, world }: Trying,
  options: AttemptOptions = {},
): Promise<Judged> {
  const judge = (shown: Shown) => law.judge(shown, subject, world.spec);
  try {
    const tried = await makeAttempt(attempt, world, options);
    const judgement = judge(tried.shown);
    if (judgement.is === "needs-controls" && options.used === undefined)
      return { judgement: judge({ ...tried.shown, controls: await makeControls(attempt, world) }), tried };
    if (judgement.is !== "broken" || judgement.in !== "missing" || options.isAtRest)
      return { judgement, tried };
    // What has not changed yet may change late.
    return { judgement: judge(await tried.observeLater()), tried };
  } catch (error) {
    // Another attempt of the case may be possible.
    if (!(error instanceof PreconditionError) || error.why !== "setup" || error.failure) throw error;
    return { judgement: open("setup", error.message) };
  }
}

async function makeControls({ controls = [] }: Attempt, world: World): Promise<readonly Shown[]> {
  const shown: Shown[] = [];
  for (const control of controls) shown.push((await makeAttempt(control, world)).shown);
  return shown;
}

/**
 * Tries an attempt on the things of an earlier case, and on new ones unless it holds there. Things are kept for other cases where a law that
 * shares them holds.
 */
export async function judgeShared(attempt: Attempt, trying: Trying): Promise<Judged> {
  const { law, world } = trying;
  if (law.isShared !== true) return judgeAttempt(attempt, trying);
  const used = world.instances.takeUsed(attempt);
  if (used !== undefined) {
    const again = await judgeAttempt(attempt, trying, { used }).catch(ignorePrecondition);
    if (again?.judgement.is === "held") return keep(again, attempt, world, used.calls);
  }
  return keep(await judgeAttempt(attempt, trying), attempt, world);
}

function keep(judged: Judged, attempt: Attempt, { instances }: World, calls: readonly string[] = []): Judged {
  const { judgement, tried } = judged;
  // Calls after the last observation may have changed the things.
  const isAsObserved = attempt.afterwards === undefined || attempt.afterwards.length === 0;
  if (judgement.is === "held" && tried !== undefined && isAsObserved)
    instances.keepUsed(attempt, { things: tried.shown.things, observation: tried.shown.after, calls });
  return judged;
}

function ignorePrecondition(error: unknown): undefined {
  if (!(error instanceof PreconditionError)) throw error;
}
