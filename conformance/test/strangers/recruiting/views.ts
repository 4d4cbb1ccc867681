/** How records show in results. */
import { breaks } from "./breaks.ts";
import { meanScoreOf } from "./decisions.ts";
import { hiredFor } from "./pipeline.ts";
import { type Application, type Candidate, type Interview, isOpen, type Job, type Offer } from "./records.ts";
import { closingTimeOf, lapseTimeOf, scorecardTimeOf, type Team } from "./team.ts";

export function showJob(job: Job, team: Team) {
  const hired = hiredFor(team, job.job_id);
  const applications = [...team.applications.values()].filter(({ job_id }) => job_id === job.job_id);
  return {
    ...job,
    closes_at: closingTimeOf(job),
    hired,
    places_left: job.headcount - hired,
    application_count: applications.length,
  };
}

export function showCandidate(candidate: Candidate, team: Team, scopes: readonly string[], isListed = false) {
  const { email, phone, tags, ...rest } = candidate;
  const seesContacts = scopes.includes("contacts:read");
  const open = [...team.applications.values()].filter(
    (application) => application.candidate_id === candidate.candidate_id && isOpen(application),
  );
  return {
    ...rest,
    ...((seesContacts || (isListed && breaks("email-in-list"))) && { email }),
    ...(seesContacts && phone !== undefined && { phone }),
    tags: [...tags],
    open_applications: open.length,
  };
}

export function showApplication(application: Application, team: Team) {
  const { application_id, stage } = application;
  const mean_score = meanScoreOf(team, application_id);
  const interviews = [...team.interviews.values()].filter((other) => other.application_id === application_id);
  const offer = [...team.offers.values()].find(
    (other) => other.application_id === application_id && other.state === "open",
  );
  return {
    ...application,
    interview_count: interviews.filter(({ state }) => state !== "cancelled").length,
    ...(mean_score !== undefined && { mean_score }),
    ...(stage === "offer" &&
      offer !== undefined && { expires_at: offer.expires_at, lapses_at: lapseTimeOf(offer) }),
  };
}

export function showInterview(interview: Interview) {
  return { ...interview, scorecards_from: scorecardTimeOf(interview) };
}

export function showOffer(offer: Offer) {
  return { ...offer, total_cents: offer.base_cents + offer.bonus_cents, lapses_at: lapseTimeOf(offer) };
}
