/** Interviews in the calendars of interviewers, their scorecards, and offers. */
import { breaks } from "./breaks.ts";
import { applicationIn, hiredFor } from "./pipeline.ts";
import { type Interview, nextId, type Offer } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { day, minute, type Team } from "./team.ts";

const planningTime = 365 * day;
const notice = day;

type InterviewOrder = Pick<Interview, "application_id" | "interviewer" | "starts_at" | "minutes">;

export function scheduleInterview(team: Team, order: InterviewOrder): Interview {
  const application = applicationIn(team, order.application_id, ["screening", "interview"]);
  const start = Date.parse(order.starts_at);
  if (start < team.now()) throw new Refusal("in_the_past", `It is ${team.time()} now.`);
  if (start > team.now() + planningTime)
    throw new Refusal("too_far_ahead", "Interviews are planned within a year.");
  const busy = [...team.interviews.values()].find(
    (other) => other.interviewer === order.interviewer && collide(other, start, order.minutes),
  );
  if (busy !== undefined)
    throw new Refusal("interviewer_busy", `${order.interviewer} has ${busy.interview_id} at this time.`);
  const interview: Interview = {
    interview_id: nextId("INT"),
    ...order,
    starts_at: new Date(start).toISOString(),
    state: "scheduled",
  };
  team.interviews.set(interview.interview_id, interview);
  application.stage = "interview";
  return interview;
}

function collide({ state, starts_at, minutes }: Interview, start: number, length: number): boolean {
  if (state === "cancelled" && !breaks("cancelled-blocks")) return false;
  const other = Date.parse(starts_at);
  const otherEnd = other + minutes * minute;
  if (breaks("busy-by-start")) return start >= other && start < otherEnd;
  return start < otherEnd && other < start + length * minute;
}

export function cancelInterview(team: Team, id: string): Interview {
  const interview = interviewIn(team, id, "scheduled");
  if (Date.parse(interview.starts_at) - notice < team.now())
    throw new Refusal("too_late", `${id} starts at ${interview.starts_at}, in less than a day.`);
  interview.state = "cancelled";
  return interview;
}

export function submitScorecard(team: Team, id: string, score: number, comment: string): Interview {
  const interview = interviewIn(team, id, "held");
  interview.state = "scored";
  interview.score = score;
  interview.comment = comment;
  interview.scored_at = team.time();
  return interview;
}

function interviewIn(team: Team, id: string, state: Interview["state"]): Interview {
  const interview = team.get(team.interviews, id, "interview");
  if (interview.state !== state)
    throw new Refusal("interview_state", `${id} is ${interview.state}, and this is for ${state} ones.`);
  return interview;
}

/** The mean of all scorecards of an application, with two decimals. */
export function meanScoreOf(team: Team, applicationId: string): number | undefined {
  const scores = [...team.interviews.values()].flatMap(({ application_id, score }) =>
    application_id === applicationId && score !== undefined ? [score] : [],
  );
  if (scores.length === 0) return undefined;
  if (breaks("mean-is-last")) return scores.at(-1);
  const sum = scores.reduce((total, score) => total + score, 0);
  return Math.round((sum / scores.length) * 100) / 100;
}

type OfferOrder = Pick<Offer, "application_id" | "base_cents" | "bonus_cents" | "currency" | "valid_days">;

export function makeOffer(team: Team, order: OfferOrder): Offer {
  const application = applicationIn(team, order.application_id, ["interview"]);
  checkPlaces(team, application.job_id);
  const offer: Offer = {
    offer_id: nextId("OFF"),
    ...order,
    job_id: application.job_id,
    state: "open",
    made_at: team.time(),
    expires_at: new Date(team.now() + order.valid_days * day).toISOString(),
  };
  team.offers.set(offer.offer_id, offer);
  application.stage = "offer";
  return offer;
}

function checkPlaces(team: Team, jobId: string): void {
  const { headcount } = team.get(team.jobs, jobId, "job");
  if (hiredFor(team, jobId) >= headcount)
    throw new Refusal("job_full", `All ${headcount} places of the job ${jobId} are filled.`);
}

export function acceptOffer(team: Team, id: string): Offer {
  const offer = openOffer(team, id);
  checkPlaces(team, offer.job_id);
  answer(team, offer, "accepted");
  const application = team.applications.get(offer.application_id)!;
  application.stage = "hired";
  application.decided_at = team.time();
  const job = team.jobs.get(offer.job_id)!;
  if (hiredFor(team, job.job_id) >= job.headcount && !breaks("last-place-stays-open")) job.state = "closed";
  return offer;
}

export function declineOffer(team: Team, id: string): Offer {
  const offer = openOffer(team, id);
  answer(team, offer, "declined");
  team.applications.get(offer.application_id)!.stage = "interview";
  return offer;
}

function openOffer(team: Team, id: string): Offer {
  const offer = team.get(team.offers, id, "offer");
  if (offer.state !== "open") throw new Refusal("offer_state", `The offer ${id} is ${offer.state}.`);
  return offer;
}

function answer(team: Team, offer: Offer, state: "accepted" | "declined"): void {
  offer.state = state;
  offer.answered_at = team.time();
}
