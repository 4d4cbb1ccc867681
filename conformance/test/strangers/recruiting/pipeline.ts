/** Jobs, candidates and their applications. */
import { breaks } from "./breaks.ts";
import {
  type Application,
  type Candidate,
  type CandidateDetails,
  isOpen,
  type Job,
  nextId,
  type Stage,
} from "./records.ts";
import { Refusal } from "./refusal.ts";
import { closingTimeOf, day, type Team } from "./team.ts";

const planningTime = 365 * day;
const openApplications = 5;

export function createJob(
  team: Team,
  { title, department, headcount, closes_on }: Pick<Job, "title" | "department" | "headcount" | "closes_on">,
): Job {
  if (closes_on < team.time().slice(0, 10))
    throw new Refusal("closing_day_past", `Today is ${team.time().slice(0, 10)}, in UTC.`);
  if (Date.parse(closes_on) > team.now() + planningTime)
    throw new Refusal("closing_day_too_far", "A job closes within a year.");
  const job: Job = {
    job_id: nextId("JOB"),
    title,
    department,
    headcount,
    closes_on,
    state: "draft",
    created_at: team.time(),
  };
  team.jobs.set(job.job_id, job);
  return job;
}

export function setJobState(team: Team, id: string, action: "open" | "close"): Job {
  const job = team.get(team.jobs, id, "job");
  if (job.state === "closed" || (action === "open" && job.state !== "draft"))
    throw new Refusal("job_state", `The job ${id} is ${job.state} already.`);
  if (action === "close") {
    job.state = "closed";
    return job;
  }
  if (Date.parse(closingTimeOf(job)) <= team.now())
    throw new Refusal("closing_day_past", `The closing day of ${id} was ${job.closes_on}.`);
  job.state = "open";
  job.opened_at = team.time();
  return job;
}

export function hiredFor(team: Team, jobId: string): number {
  return [...team.applications.values()].filter(({ job_id, stage }) => job_id === jobId && stage === "hired")
    .length;
}

function checkEmail(team: Team, email: string, own?: Candidate): void {
  const wanted = email.toLowerCase();
  for (const candidate of team.candidates.values())
    if (candidate !== own && candidate.email.toLowerCase() === wanted)
      throw new Refusal("email_taken", `${candidate.candidate_id} has this address already.`);
}

export function addCandidate(
  team: Team,
  { tags, ...details }: CandidateDetails & { readonly tags: readonly string[] },
): Candidate {
  checkEmail(team, details.email);
  const candidate: Candidate = {
    candidate_id: nextId("CAND"),
    ...details,
    tags: [...new Set(tags)],
    consent: "given",
    consent_until: team.consentEnd(),
    revision: 1,
    created_at: team.time(),
  };
  team.addCandidate(candidate);
  return candidate;
}

export function updateCandidate(
  team: Team,
  id: string,
  expected: number | undefined,
  change: { [Key in keyof CandidateDetails]?: CandidateDetails[Key] | undefined },
): Candidate {
  const candidate = team.get(team.candidates, id, "candidate");
  if (expected !== undefined && expected !== candidate.revision)
    throw new Refusal("stale_revision", `${id} has the revision ${candidate.revision} by now.`);
  if (change.email !== undefined) checkEmail(team, change.email, candidate);
  Object.assign(candidate, change);
  candidate.revision += 1;
  return candidate;
}

const tagsOfCandidate = 12;

export function tagCandidate(team: Team, id: string, tags: readonly string[]): Candidate {
  const candidate = team.get(team.candidates, id, "candidate");
  const added = [...new Set(tags)].filter((tag) => !candidate.tags.includes(tag));
  if (candidate.tags.length + added.length > tagsOfCandidate)
    throw new Refusal("too_many_tags", `A candidate has ${tagsOfCandidate} tags at most.`);
  if (added.length === 0) return candidate;
  candidate.tags.push(...added);
  candidate.revision += 1;
  return candidate;
}

export function renewConsent(team: Team, id: string): Candidate {
  const candidate = team.get(team.candidates, id, "candidate");
  candidate.consent = "given";
  candidate.consent_until = team.consentEnd();
  candidate.revision += 1;
  return candidate;
}

export function apply(
  team: Team,
  order: Pick<Application, "job_id" | "candidate_id" | "source" | "cover_note">,
): Application {
  const job = team.get(team.jobs, order.job_id, "job");
  const candidate = team.applicant(order.candidate_id);
  if (job.state !== "open")
    throw new Refusal("job_not_open", `The job ${job.job_id} is ${job.state}. Nobody can apply.`);
  if (candidate.consent === "lapsed")
    throw new Refusal("consent_lapsed", `The consent of ${candidate.candidate_id} has lapsed.`);
  const own = [...team.applications.values()].filter(
    (other) => other.candidate_id === order.candidate_id && isOpen(other),
  );
  const same = own.find(({ job_id }) => job_id === job.job_id);
  if (same !== undefined && !(breaks("reapply-after-screening") && same.stage !== "applied"))
    throw new Refusal("already_applied", `${candidate.candidate_id} applied with ${same.application_id}.`);
  if (own.length >= openApplications)
    throw new Refusal("too_many_applications", `A candidate has ${openApplications} open applications.`);
  const application: Application = {
    application_id: nextId("APP"),
    ...order,
    stage: "applied",
    applied_at: team.time(),
  };
  team.applications.set(application.application_id, application);
  return application;
}

/** The stages from which an application is moved by hand. */
const comesFrom: Readonly<Record<"screening" | "rejected" | "withdrawn", readonly Stage[]>> = {
  screening: ["applied"],
  rejected: ["applied", "screening", "interview"],
  withdrawn: ["applied", "screening", "interview"],
};

export function moveApplication(
  team: Team,
  id: string,
  to: keyof typeof comesFrom,
  reason: string | undefined,
): Application {
  const application = applicationIn(team, id, comesFrom[to]);
  application.stage = to;
  if (reason !== undefined) application.reason = reason;
  if (to !== "screening") application.decided_at = team.time();
  return application;
}

export function applicationIn(team: Team, id: string, allowed: readonly Stage[]): Application {
  const application = team.get(team.applications, id, "application");
  if (!allowed.includes(application.stage))
    throw new Refusal(
      "application_stage",
      `${id} is in the stage ${application.stage}. This is for ${allowed.join(", ")}.`,
    );
  return application;
}
