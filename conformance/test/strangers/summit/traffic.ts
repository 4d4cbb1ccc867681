/** What an office had before, and a colleague who works in it all the time. */
import { setTimeout as delay } from "node:timers/promises";
import { now } from "./accounts.ts";
import type { Office } from "./tool.ts";

const hourMs = 3_600_000;

export function fillOffice(office: Office): void {
  for (let round = 1; round <= 4; round += 1) serveOnce(office, round);
}

export async function keepServing(office: Office): Promise<void> {
  for (let round = 10; ; round += 1) {
    await delay(40);
    serveOnce(office, round);
  }
}

function serveOnce({ programme, desk }: Office, round: number): void {
  const at = (hours: number) => new Date(now() + hours * hourMs).toISOString();
  const room = programme.addRoom(`Room ${round}`, 1 + (round % 3));
  const speaker = programme.addSpeaker(`Speaker ${round}`, `speaker${round}@example.com`);
  const session = programme.schedule({
    title: `Talk ${round}`,
    abstract: "",
    track: round % 2 === 0 ? "web" : "security",
    room_id: room.room_id,
    speaker_id: speaker.speaker_id,
    starts_at: at(500 + round),
    ends_at: at(501 + round),
  });
  const attendees = Array.from({ length: 3 }, (_, guest) =>
    desk.register({
      name: `Guest ${round}`,
      email: `guest-${round}-${guest}@example.com`,
      ticket_type: guest === 0 ? "full" : "day",
      arrives_at: at(490),
    }),
  );
  for (const { attendee_id } of attendees)
    if (desk.freeSeats(session) > 0) desk.bookSeat(session.session_id, attendee_id);
    else desk.join(session.session_id, attendee_id);
  desk.cancelAttendee(attendees[0]!.attendee_id);
}
