/** One recruiting team: its records, what was ordered before, and the times at which jobs, consents and offers end. */
import { breaks } from "./breaks.ts";
import type { Application, Candidate, Interview, Job, Offer } from "./records.ts";
import { Refusal } from "./refusal.ts";

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
const consentTime = 180 * day;
const scorecardsAfter = 15 * minute;
const grace = hour;

const candidatesOfAllTeams = new Map<string, Candidate>();

export class Team {
  readonly jobs = new Map<string, Job>();
  readonly candidates = new Map<string, Candidate>();
  readonly applications = new Map<string, Application>();
  readonly interviews = new Map<string, Interview>();
  readonly offers = new Map<string, Offer>();
  /** Tool and request id -> the arguments that came with it, and the result. */
  readonly #requests = new Map<string, { readonly order: string; readonly result: unknown }>();
  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  time(): string {
    return new Date(this.now()).toISOString();
  }

  get<Item>(items: ReadonlyMap<string, Item>, id: string, kind: string): Item {
    const item = items.get(id);
    if (item === undefined) throw new Refusal("not_found", `There is no ${kind} ${id}.`);
    return item;
  }

  addCandidate(candidate: Candidate): void {
    this.candidates.set(candidate.candidate_id, candidate);
    candidatesOfAllTeams.set(candidate.candidate_id, candidate);
  }

  /** The candidate who applies. */
  applicant(id: string): Candidate {
    const foreign = breaks("candidate-of-others") ? candidatesOfAllTeams.get(id) : undefined;
    return foreign ?? this.get(this.candidates, id, "candidate");
  }

  /** Runs an order once: repeated with its request id it has the result of the first time. */
  once<Result>(tool: string, requestId: string | undefined, order: object, run: () => Result): Result {
    if (requestId === undefined) return run();
    const key = `${tool} ${requestId}`;
    const text = JSON.stringify(Object.entries(order).toSorted());
    const earlier = this.#requests.get(key);
    if (earlier === undefined) {
      const result = run();
      this.#requests.set(key, { order: text, result });
      return result;
    }
    if (earlier.order !== text)
      throw new Refusal("request_reused", `The request ${requestId} came with other arguments before.`);
    return earlier.result as Result;
  }

  /** Does what was due by now: jobs close, consents lapse, interviews begin, and offers lapse. */
  keepTime(): void {
    const now = this.now();
    for (const job of this.jobs.values())
      if (job.state === "open" && Date.parse(closingTimeOf(job)) <= now) job.state = "closed";
    const late = breaks("consent-lapses-late") ? day : 0;
    for (const candidate of this.candidates.values())
      if (Date.parse(candidate.consent_until) + late <= now) candidate.consent = "lapsed";
    for (const interview of this.interviews.values())
      if (interview.state === "scheduled" && Date.parse(scorecardTimeOf(interview)) <= now)
        interview.state = "held";
    for (const offer of this.offers.values()) {
      if (offer.state !== "open" || Date.parse(lapseTimeOf(offer)) > now) continue;
      offer.state = "lapsed";
      const application = this.applications.get(offer.application_id)!;
      if (application.stage === "offer" && !breaks("lapsed-offer-keeps-stage"))
        application.stage = "interview";
    }
  }

  consentEnd(): string {
    return new Date(this.now() + consentTime).toISOString();
  }
}

/** A job closes at the end of its closing day. */
export function closingTimeOf({ closes_on }: Job): string {
  return new Date(Date.parse(closes_on) + day).toISOString();
}

export function scorecardTimeOf({ starts_at }: Interview): string {
  return new Date(Date.parse(starts_at) + scorecardsAfter).toISOString();
}

/** An offer can be answered for an hour after it expired. */
export function lapseTimeOf({ expires_at }: Offer): string {
  return new Date(Date.parse(expires_at) + grace).toISOString();
}
