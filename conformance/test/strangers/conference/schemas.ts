/** The shapes of arguments and results, as clients see them. */
import * as z from "zod";

// Clients get the format; zod's own pattern for it would only repeat it at length.
const withoutPattern = { pattern: undefined };

export const day = z.iso.date().meta(withoutPattern);
export const time = z.iso.datetime({ offset: true }).meta(withoutPattern);
const email = z.email().max(200).meta(withoutPattern);

export const eventId = z
  .string()
  .regex(/^ev_[a-z2-7]{12}$/)
  .describe("Id of an event.");
export const talkId = z
  .string()
  .regex(/^T-[1-9][0-9]{3,8}$/)
  .describe("Number of a talk.");
export const slotId = z.int().min(1).max(999_999_999).describe("Number of a slot in a programme.");
export const registrationId = z
  .string()
  .regex(/^R-[A-HJ-NP-Z2-9]{8}$/)
  .describe("Order code of a registration.");
export const waitingId = z.uuid().meta(withoutPattern).describe("Id of an entry in a waiting list.");
export const requestId = z
  .string()
  .min(8)
  .max(64)
  .describe("A new text for each call. The same call with the same text has one effect.");

export const contact = email.describe("Address for mails about the event.");
const guardedContact = email.optional().meta({ ...withoutPattern, description: "Only with contacts:read." });

const cents = z.int().min(0).max(100_000_000);
const count = z.int().min(0).max(1_000_000);

export const eventName = z.string().min(1).max(120);
export const venue = z.string().min(1).max(120);
export const room = z.string().min(1).max(60);
export const capacity = z.int().min(1).max(5000).describe("Seats at the event.");
export const feeCents = cents.describe("What a seat costs, in euro cents.");
export const personName = z.string().min(1).max(120);
export const title = z.string().min(3).max(150);
export const abstract = z.string().min(20).max(2000);
export const level = z.enum(["beginner", "intermediate", "advanced"]);
export const minutes = z.int().min(5).max(240).describe("Length in minutes.");
export const tags = z.array(z.string().min(1).max(40)).max(6).describe("Topics, at most six.");
export const eventStatus = z.enum(["call_open", "call_closed"]);
export const talkStatus = z.enum(["submitted", "accepted", "rejected", "withdrawn"]);
export const registrationStatus = z.enum(["registered", "checked_in", "cancelled"]);
const waitingStatus = z.enum(["waiting", "offered", "accepted", "lapsed", "left"]);

export const speaker = z.strictObject({
  name: personName,
  email: contact,
  affiliation: z.string().min(1).max(120).optional(),
});

export const event = z
  .strictObject({
    id: eventId,
    name: eventName,
    venue,
    starts_on: day.describe("First day, in the time zone UTC."),
    days: z.int().min(1).max(14),
    rooms: z.array(room).min(1).max(12),
    fee_cents: feeCents,
    capacity,
    seats: z.strictObject({ taken: count, offered: count, left: count }),
    income_cents: z.int().min(0).max(500_000_000_000).describe("Paid by those who are registered."),
    talks: count.describe("Talks of all states."),
    waiting: count.describe("People who wait and have no offer."),
    status: eventStatus,
    call_closed_at: time.optional(),
  })
  .describe("A conference.");

const review = z.strictObject({
  reviewer: personName,
  score: z.int().min(1).max(5),
  comment: z.string().min(1).max(1000),
});

export const score = review.shape.score.describe("From 1 (no) to 5 (by all means).");
export const comment = review.shape.comment;

export const talk = z
  .strictObject({
    id: talkId,
    event_id: eventId,
    title,
    abstract,
    level,
    minutes,
    tags,
    speakers: z
      .array(
        z.strictObject({
          name: personName,
          email: guardedContact,
          affiliation: z.string().min(1).max(120).optional(),
        }),
      )
      .min(1)
      .max(4),
    reviews: z.array(review).max(5),
    review_count: count,
    score_total: count,
    average_score: z.number().min(1).max(5).optional().describe("Left out while there is no review."),
    status: talkStatus,
    scheduled: z.boolean().describe("Whether it has a slot in the programme."),
    revision: z.int().min(1).max(1_000_000).describe("Counts the changes of title, abstract and tags."),
    submitted_at: time,
    decided_at: time.optional(),
    copied_from: talkId.optional(),
  })
  .describe("A proposed talk.");

export const slot = z
  .strictObject({
    id: slotId,
    event_id: eventId,
    talk_id: talkId,
    room,
    starts_at: time,
    ends_at: time,
    minutes,
  })
  .describe("A talk's time and room.");

export const registration = z
  .strictObject({
    id: registrationId,
    event_id: eventId,
    name: personName,
    email: guardedContact,
    paid_cents: cents,
    status: registrationStatus,
    registered_at: time,
    badge_number: z.int().min(1).max(1_000_000).optional().describe("From the check-in on."),
    checked_in_at: time.optional(),
    cancelled_at: time.optional(),
  })
  .describe("A seat that somebody has paid.");

export const waiting = z
  .strictObject({
    id: waitingId,
    event_id: eventId,
    name: personName,
    email: guardedContact,
    status: waitingStatus,
    joined_at: time,
    offer_expires_at: time.optional(),
    registration_id: registrationId.optional(),
  })
  .describe("A place in a waiting list.");
