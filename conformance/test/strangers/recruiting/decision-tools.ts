/** Tools for interviews and offers. */
import { z } from "zod";
import {
  acceptOffer,
  cancelInterview,
  declineOffer,
  makeOffer,
  scheduleInterview,
  submitScorecard,
} from "./decisions.ts";
import * as schemas from "./schemas.ts";
import { adds, changes, type Registration, reads, tool } from "./tool.ts";
import { showInterview, showOffer } from "./views.ts";

const ofInterviews: Registration[] = [
  tool("schedule_interview", {
    scope: "recruiting:write",
    title: "Schedule an interview",
    description:
      "Books an interviewer for a screened application. Interviews of one interviewer do not overlap.",
    annotations: adds,
    input: z.strictObject({
      application_id: schemas.applicationId,
      interviewer: schemas.interviewer,
      starts_at: z.iso.datetime({ offset: true }),
      minutes: schemas.minutes.default(60),
      request_id: schemas.requestId,
    }),
    output: schemas.interview,
    run: ({ request_id, ...order }, { team }) =>
      showInterview(team.once("schedule_interview", request_id, order, () => scheduleInterview(team, order))),
  }),
  tool("get_interview", {
    scope: "recruiting:read",
    title: "Get an interview",
    description: "Shows an interview and its scorecard.",
    annotations: reads,
    input: z.strictObject({ interview_id: schemas.interviewId }),
    output: schemas.interview,
    run: ({ interview_id }, { team }) => showInterview(team.get(team.interviews, interview_id, "interview")),
  }),
  tool("cancel_interview", {
    scope: "recruiting:write",
    title: "Cancel an interview",
    description: "Cancels an interview until 24 hours before it starts.",
    annotations: changes,
    input: z.strictObject({ interview_id: schemas.interviewId }),
    output: schemas.interview,
    run: ({ interview_id }, { team }) => showInterview(cancelInterview(team, interview_id)),
  }),
  tool("submit_scorecard", {
    scope: "recruiting:write",
    title: "Submit a scorecard",
    description: "Scores an interview from 1 to 5, when it has begun.",
    annotations: changes,
    input: z.strictObject({
      interview_id: schemas.interviewId,
      score: schemas.score,
      comment: z.string().min(1).max(2000),
    }),
    output: schemas.interview,
    run: ({ interview_id, score, comment }, { team }) =>
      showInterview(submitScorecard(team, interview_id, score, comment)),
  }),
];

const ofOffers: Registration[] = [
  tool("make_offer", {
    scope: "offers:manage",
    title: "Make an offer",
    description: "Offers the job to an interviewed candidate for a year's salary, valid for some days.",
    annotations: adds,
    input: z.strictObject({
      application_id: schemas.applicationId,
      base_cents: schemas.baseCents,
      bonus_cents: schemas.bonusCents.default(0),
      currency: schemas.currency,
      valid_days: schemas.validDays.default(14),
      request_id: schemas.requestId,
    }),
    output: schemas.offer,
    run: ({ request_id, ...order }, { team }) =>
      showOffer(team.once("make_offer", request_id, order, () => makeOffer(team, order))),
  }),
  tool("get_offer", {
    scope: "offers:manage",
    title: "Get an offer",
    description: "Shows an offer.",
    annotations: reads,
    input: z.strictObject({ offer_id: schemas.offerId }),
    output: schemas.offer,
    run: ({ offer_id }, { team }) => showOffer(team.get(team.offers, offer_id, "offer")),
  }),
  tool("accept_offer", {
    scope: "offers:manage",
    title: "Accept an offer",
    description: "Hires the candidate. The job closes when its last place is filled.",
    annotations: changes,
    input: z.strictObject({ offer_id: schemas.offerId }),
    output: schemas.offer,
    run: ({ offer_id }, { team }) => showOffer(acceptOffer(team, offer_id)),
  }),
  tool("decline_offer", {
    scope: "offers:manage",
    title: "Decline an offer",
    description: "Records that the candidate declined. The application is in the stage of interviews again.",
    annotations: changes,
    input: z.strictObject({ offer_id: schemas.offerId }),
    output: schemas.offer,
    run: ({ offer_id }, { team }) => showOffer(declineOffer(team, offer_id)),
  }),
];

export const decisionTools: readonly Registration[] = [...ofInterviews, ...ofOffers];
