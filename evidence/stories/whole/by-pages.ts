/** Whole stories of people who take a template, or put their form together in the editor. */
import { previewOf } from "../../../impl/test/support/editors.ts";
import type { Person } from "../person.ts";
import type { WholeStory } from "./whole-story.ts";

const CV = { name: "cv.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };

async function take(owner: Person, title: string): Promise<void> {
  await owner.presses(new RegExp(`^${title}`));
}

/** Adds a question, and writes its label. */
async function add(owner: Person, type: string, label: string): Promise<void> {
  await owner.presses(/^Add question/);
  await owner.presses(type);
  // The cursor stands in the label of the new question, in the preview.
  await previewOf(owner.page).locator(".writing:focus").waitFor();
  await owner.writes(label);
}

export const byPages: readonly WholeStory[] = [
  {
    who: "doctor's practice",
    form: "request for an appointment, from a template",
    make: (owner) => take(owner, "Appointment request"),
    async answer(guest, world) {
      await guest.fills("Full name", "Rosa Parks");
      await guest.fills("Email", "rosa@example.org");
      await guest.fills("Phone number", "+49 30 123456");
      await guest.fills("Preferred date", world.day(5));
      await guest.picks("Time slot", "Morning");
    },
    email: "rosa@example.org",
    send: "Request booking",
    ends: ["We have received your booking request"],
    reads: ["Rosa Parks", "Morning"],
  },
  {
    who: "organiser",
    form: "invitation, from a template",
    make: (owner) => take(owner, "RSVP"),
    async answer(guest) {
      await guest.fills("Full name", "Katherine Johnson");
      await guest.fills("Email", "kate@example.org");
      await guest.picks("Will you attend?", "Yes");
      await guest.fills("Number of guests", "2");
      await guest.picks("Dietary requirements", "Vegan");
    },
    email: "kate@example.org",
    send: "Send",
    ends: ["We have received your registration."],
    reads: ["Katherine Johnson", "Vegan"],
  },
  {
    who: "employer",
    form: "application with a file, from a template",
    make: (owner) => take(owner, "Job application"),
    async answer(guest) {
      await guest.fills("Full name", "Tim Lee");
      await guest.fills("Email", "tim@example.org");
      await guest.fills("Phone number", "+49 30 654321");
      await guest.fills("Position", "Baker");
      await guest.attaches("CV", CV);
      await guest.ticks("I agree that my data is processed to handle this request.");
    },
    email: "tim@example.org",
    send: "Submit application",
    ends: ["We have received your application"],
    reads: ["Tim Lee", "cv.pdf"],
  },
  {
    who: "neighbours",
    form: "helpers, from a template with another title",
    async make(owner) {
      await take(owner, "Volunteer registration");
      await owner.presses("Title and description");
      await owner.fills("Title", "Helpers for the street party");
    },
    async answer(guest) {
      await guest.sees("Helpers for the street party");
      await guest.fills("Full name", "Jane Doe");
      await guest.fills("Email", "jane@example.org");
      await guest.fills("Phone number", "+49 30 777777");
      await guest.fills("Availability", "All of Saturday");
      await guest.ticks("I agree that my data is processed to handle this request.");
    },
    email: "jane@example.org",
    send: "Register",
    ends: ["We have received your registration."],
    reads: ["Jane Doe", "All of Saturday"],
  },
  {
    who: "choir",
    form: "sign-up, put together in the editor from an empty form",
    async make(owner) {
      await owner.presses(/^Start with an empty form/);
      await owner.presses("Title and description");
      await owner.fills("Title", "Spring concert");
      await add(owner, "Single choice", "Which voice do you sing?");
      await owner.fills("Choice 1", "Soprano");
      await owner.fills("Choice 2", "Alto");
      await owner.fills("Choice 3", "Bass");
      // The question that the empty form began with.
      await owner.presses(/^New question/);
      await owner.presses("Delete");
    },
    async answer(guest) {
      await guest.sees("Spring concert");
      await guest.picks("Which voice do you sing?", "Alto");
      await guest.fills("Your email address", "alto@example.org");
    },
    email: "alto@example.org",
    send: "Send",
    ends: ["Thank you"],
    reads: ["Alto"],
  },
];
