/** Tools for talks and their reviews. */
import * as z from "zod";
import { allOffices } from "./accounts.ts";
import { breaks } from "./breaks.ts";
import { now, timeAt } from "./clock.ts";
import { Problem } from "./problem.ts";
import { type Event, newId, type Talk, type TalkStatus } from "./records.ts";
import * as schema from "./schemas.ts";
import { tool } from "./tool.ts";
import { showTalk } from "./views.ts";

const reviewsPerTalk = 5;

function checkCall({ id, status, call_closed_at }: Event): void {
  if (status !== "call_open")
    throw new Problem("call_closed", `The call of ${id} ended at ${call_closed_at}.`);
}

function checkStatus({ id, status }: Talk, ...allowed: TalkStatus[]): void {
  if (!allowed.includes(status))
    throw new Problem("talk_state", `${id} is ${status}. This needs a talk that is ${allowed.join(" or ")}.`);
}

const submitTalk = tool({
  name: "conf_submit_talk",
  mode: "add",
  scope: "programme:write",
  title: "Propose a talk",
  description: "Proposes a talk for an event whose call for papers is open.",
  input: z.strictObject({
    event_id: schema.eventId,
    title: schema.title,
    abstract: schema.abstract,
    level: schema.level.default("intermediate"),
    minutes: schema.minutes,
    tags: schema.tags.default([]),
    speakers: z.array(schema.speaker).min(1).max(4),
    request_id: schema.requestId.optional(),
  }),
  output: schema.talk,
  run({ request_id, ...input }, call) {
    const { office } = call;
    const event = office.event(input.event_id);
    const id = office.once("submit", request_id, input, () => {
      checkCall(event);
      const talk: Talk = {
        ...input,
        id: newId.talk(),
        reviews: [],
        status: "submitted",
        revision: 1,
        submitted_at: timeAt(now()),
      };
      office.talks.set(talk.id, talk);
      return talk.id;
    });
    return showTalk(office.talk(id), call);
  },
});

const getTalk = tool({
  name: "conf_get_talk",
  mode: "read",
  scope: "programme:read",
  title: "Show a talk",
  description: "Shows a talk with its reviews and their average score.",
  input: z.strictObject({ talk_id: schema.talkId }),
  output: schema.talk,
  run: ({ talk_id }, call) => showTalk(call.office.talk(talk_id), call),
});

const updateTalk = tool({
  name: "conf_update_talk",
  mode: "change",
  scope: "programme:write",
  title: "Change a talk",
  description:
    "Changes title, abstract or tags of a talk that is submitted or accepted. With revision, only if nobody else changed it since.",
  input: z.strictObject({
    talk_id: schema.talkId,
    title: schema.title.optional(),
    abstract: schema.abstract.optional(),
    tags: schema.tags.optional(),
    revision: z.int().min(1).max(1_000_000).optional().describe("The revision that the change is based on."),
  }),
  output: schema.talk,
  run({ talk_id, revision, ...input }, call) {
    const talk = call.office.talk(talk_id);
    const { title = talk.title, abstract = talk.abstract, tags = talk.tags } = input;
    checkStatus(talk, "submitted", "accepted");
    if (breaks("conflict-after-change")) Object.assign(talk, { title, abstract, tags });
    if (revision !== undefined && revision !== talk.revision) {
      const hint = "Read it with conf_get_talk and try again.";
      throw new Problem("revision_conflict", `${talk_id} has the revision ${talk.revision} now. ${hint}`);
    }
    Object.assign(talk, { title, abstract, tags, revision: talk.revision + 1 });
    return showTalk(talk, call);
  },
});

const addReview = tool({
  name: "conf_add_review",
  mode: "add",
  scope: "programme:write",
  title: "Review a talk",
  description: "Adds a score to a submitted talk. Each reviewer has one, and a talk has at most five.",
  input: z.strictObject({
    talk_id: schema.talkId,
    reviewer: schema.personName,
    score: schema.score,
    comment: schema.comment,
  }),
  output: schema.talk,
  run({ talk_id, ...review }, call) {
    const talk = call.office.talk(talk_id);
    checkStatus(talk, "submitted");
    if (talk.reviews.some(({ reviewer }) => reviewer === review.reviewer))
      throw new Problem("already_reviewed", `${review.reviewer} has reviewed ${talk_id}.`);
    if (talk.reviews.length >= reviewsPerTalk)
      throw new Problem("reviews_full", `${talk_id} has ${reviewsPerTalk} reviews. Decide about it.`);
    talk.reviews.push(review);
    return showTalk(talk, call);
  },
});

const decisions = {
  accept: { to: "accepted", from: ["submitted"] },
  reject: { to: "rejected", from: ["submitted"] },
  withdraw: { to: "withdrawn", from: ["submitted", "accepted"] },
} as const;

const decideTalk = tool({
  name: "conf_decide_talk",
  mode: "change",
  scope: "programme:write",
  title: "Decide about a talk",
  description:
    "Accepts or rejects a submitted talk, or withdraws one for its speakers. Remove the slot of a talk before it is withdrawn.",
  input: z.strictObject({ talk_id: schema.talkId, action: z.enum(["accept", "reject", "withdraw"]) }),
  output: schema.talk,
  run({ talk_id, action }, call) {
    const talk = call.office.talk(talk_id);
    const { to, from } = decisions[action];
    checkStatus(talk, ...from);
    const slot = call.office.slotOfTalk(talk_id);
    if (action === "withdraw" && slot !== undefined)
      throw new Problem("talk_scheduled", `${talk_id} has slot ${slot.id}. Use conf_remove_slot first.`);
    talk.status = to;
    if (action !== "withdraw") talk.decided_at = timeAt(now());
    return showTalk(talk, call);
  },
});

const copyTalk = tool({
  name: "conf_copy_talk",
  mode: "add",
  scope: "programme:write",
  title: "Propose a talk again",
  description:
    "Proposes a talk of any state for another call, or for the same one: the same text and speakers, without reviews.",
  input: z.strictObject({
    talk_id: schema.talkId,
    event_id: schema.eventId.describe("The event that the copy is for."),
  }),
  output: schema.talk,
  run({ talk_id, event_id }, call) {
    const { office } = call;
    const offices = breaks("copies-of-others") ? [...allOffices()] : [];
    const source = offices.find(({ talks }) => talks.has(talk_id))?.talk(talk_id) ?? office.talk(talk_id);
    checkCall(office.event(event_id));
    const { decided_at: _decided, ...rest } = source;
    const copy: Talk = {
      ...rest,
      id: newId.talk(),
      event_id,
      reviews: breaks("copy-shares-reviews") ? source.reviews : [],
      status: "submitted",
      revision: 1,
      submitted_at: timeAt(now()),
      copied_from: talk_id,
    };
    office.talks.set(copy.id, copy);
    return showTalk(copy, call);
  },
});

export const talkTools = [submitTalk, getTalk, updateTalk, addReview, decideTalk, copyTalk];
