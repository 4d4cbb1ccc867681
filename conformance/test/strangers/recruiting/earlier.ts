/** Jobs from before, and a team that works all the time. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { now } from "./accounts.ts";
import { acceptOffer, declineOffer, makeOffer, scheduleInterview, submitScorecard } from "./decisions.ts";
import { addCandidate, apply, createJob, moveApplication, setJobState } from "./pipeline.ts";
import { day, hour, Team } from "./team.ts";

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A team that has hired one, declined one, and has some open applications. */
export function fillTeam(): Team {
  let time = now() - 60 * day;
  let isPast = true;
  const team = new Team(() => (isPast ? time : now()));
  const jobs = ["Data engineer", "Account manager", "Office manager"].map((title, place) =>
    createJob(team, {
      title,
      department: ["engineering", "sales", "operations"][place]!,
      headcount: 1 + place,
      closes_on: dayOf(time + 90 * day),
    }),
  );
  for (const { job_id } of jobs) setJobState(team, job_id, "open");
  const applications = Array.from({ length: 9 }, (_, number) => {
    time += hour;
    const { candidate_id } = addCandidate(team, {
      name: `Earlier applicant ${number}`,
      email: `earlier.${number}@example.org`,
      tags: number % 2 === 0 ? ["remote"] : ["senior", "remote"],
    });
    return apply(team, { job_id: jobs[number % 3]!.job_id, candidate_id, source: "website" });
  });
  for (const [place, { application_id }] of applications.slice(0, 6).entries()) {
    moveApplication(team, application_id, "screening", undefined);
    if (place === 5) continue;
    const starts_at = new Date(time + (place + 30) * hour).toISOString();
    const interview = scheduleInterview(team, {
      application_id,
      interviewer: "ada.stone",
      starts_at,
      minutes: 60,
    });
    const begun = time;
    time = Date.parse(starts_at) + hour;
    team.keepTime();
    submitScorecard(team, interview.interview_id, 1 + ((place + 2) % 5), "Talked for an hour.");
    time = begun;
  }
  const offers = applications.slice(0, 2).map(({ application_id }) =>
    makeOffer(team, {
      application_id,
      base_cents: 7_200_000,
      bonus_cents: 300_000,
      currency: "EUR",
      valid_days: 10,
    }),
  );
  acceptOffer(team, offers[0]!.offer_id);
  declineOffer(team, offers[1]!.offer_id);
  isPast = false;
  return team;
}

export async function keepBusy(team: Team): Promise<void> {
  for (let round = 0; ; round += 1) {
    team.keepTime();
    const { job_id } = createJob(team, {
      title: `Job of the week ${round}`,
      department: "people",
      headcount: 1,
      closes_on: dayOf(team.now() + 30 * day),
    });
    const { candidate_id } = addCandidate(team, {
      name: "Somebody",
      email: `somebody.${randomUUID()}@example.org`,
      tags: ["junior"],
    });
    setJobState(team, job_id, "open");
    const { application_id } = apply(team, { job_id, candidate_id, source: "event" });
    await delay(150, undefined, { ref: false });
    moveApplication(team, application_id, round % 2 === 0 ? "rejected" : "withdrawn", "No time.");
    setJobState(team, job_id, "close");
  }
}
