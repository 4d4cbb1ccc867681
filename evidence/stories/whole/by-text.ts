/** Whole stories of people who write what the form asks, a line for each question. */
import type { Person } from "../person.ts";
import type { WholeStory } from "./whole-story.ts";

const trip = `Trip to the museum
Name of the child *
Email *
Class: 3a | 3b | 4a *
Can your child swim? (yes/no) *
What does your child not eat? (long text)`;

const training = `Trial training
Name *
Email *
Which day? (choose one) *
- Tuesday 18:00 (12 places)
- Saturday 10:00 (2 places)`;

const bread = `Bread for Saturday
Name *
Email *
Loaves (1 to 9, whole number) *
Which bread? (choose several) *
- Rye
- Spelt
- Wheat
Day of collection (date, from today) *`;

const flat = `Viewing of the flat in Mill Lane
Name *
Email *
Phone (country = DE) *
Which viewing? (dropdown) *
- Friday 16:00 (4 places)
- Saturday 10:00 (4 places)
Net income (number, unit = €) *
Do you have pets? (yes/no) *`;

const reading = `Reading evening
How was the evening? (5 stars) *
How did you like it? *
|        | not at all | a bit | very much |
|--------|------------|-------|-----------|
| Book   |            |       |           |
| Author |            |       |           |
How likely is it that you come again? (nps)
What shall we read next?`;

const table = `Tischreservierung
Name *
E-Mail *
Tag (Datum, ab heute) *
Uhrzeit (Uhrzeit) *
Personen (Zahl, 1 bis 12) *
Wünsche (langer Text)`;

const hotel = `Your stay
What matters most to you? (ranking)
- Quiet
- Breakfast
- A good bed
How was your stay? (1 to 5, 1 = bad, 5 = good) *
Email *
---
One question at a time: yes`;

/** Writes the form into the box of the page for a new form. */
async function describe(owner: Person, text: string): Promise<void> {
  await owner.fills("What should the form ask?", text);
  await owner.presses("Create form");
}

/** Writes the form on the page with the preview beside the text. @param read what the page says of it */
async function write(owner: Person, text: string, read: string): Promise<void> {
  await owner.follows(/^Write it as text/);
  await owner.fills("Text of the form", text);
  await owner.sees(read);
  await owner.presses("Create form");
}

export const byText: readonly WholeStory[] = [
  {
    who: "teacher",
    form: "sign-up for a trip, described on the new-form page",
    make: (owner) => describe(owner, trip),
    async answer(guest) {
      await guest.fills("Name of the child", "Mia Klein");
      await guest.fills("Email", "klein@example.org");
      await guest.picks("Class", "3b");
      await guest.picks("Can your child swim?", "Yes");
    },
    email: "klein@example.org",
    send: "Send",
    ends: ["Thank you", "Your answers have arrived."],
    reads: ["Mia Klein", "3b", "Yes"],
  },
  {
    who: "sports club",
    form: "trial training with places, described on the new-form page",
    make: (owner) => describe(owner, training),
    async answer(guest) {
      await guest.fills("Name", "Grace Hopper");
      await guest.fills("Email", "grace@example.org");
      await guest.sees("12 left");
      await guest.sees("2 left");
      await guest.picks("Which day?", "Saturday 10:00");
    },
    email: "grace@example.org",
    send: "Send",
    ends: ["Reserved for you", "Saturday 10:00"],
    reads: ["Grace Hopper", "Saturday 10:00"],
  },
  {
    who: "shop",
    form: "order with a number and a date, written as text",
    make: (owner) => write(owner, bread, "5 questions · English"),
    async answer(guest, world) {
      await guest.fills("Name", "Alan Turing");
      await guest.fills("Email", "alan@example.org");
      await guest.fills("Loaves", "2");
      await guest.picks("Which bread?", "Rye");
      await guest.picks("Which bread?", "Wheat");
      await guest.fills("Day of collection", world.day(3));
    },
    email: "alan@example.org",
    send: "Send",
    ends: ["Thank you"],
    reads: ["Alan Turing", "Rye", "Wheat"],
  },
  {
    who: "landlord",
    form: "viewings with places in a menu, described on the new-form page",
    make: (owner) => describe(owner, flat),
    async answer(guest) {
      await guest.fills("Name", "Ada Byron");
      await guest.fills("Email", "ada.byron@example.org");
      await guest.fills("Phone", "030 123456");
      await guest.chooses("Which viewing?", "Friday 16:00 (4 left)");
      await guest.fills("Net income", "2400");
      await guest.picks("Do you have pets?", "No");
    },
    email: "ada.byron@example.org",
    send: "Send",
    ends: ["Reserved for you", "Friday 16:00"],
    reads: ["Ada Byron", "Friday 16:00", "2,400.00 €"],
  },
  {
    who: "library",
    form: "feedback with stars and a table, written as text",
    make: (owner) => write(owner, reading, "4 questions · English"),
    async answer(guest) {
      const group = (name: string) => guest.page.getByRole("group", { name });
      const row = (name: string) => guest.page.locator("tr").filter({ hasText: name });
      await guest.marks(group("How was the evening?"), "4 stars");
      await guest.marks(row("Book"), "Book: very much");
      await guest.marks(row("Author"), "Author: a bit");
      await guest.marks(group("How likely is it that you come again?"), "9");
      await guest.fills("Your email address", "reader@example.org");
    },
    email: "reader@example.org",
    send: "Send",
    ends: ["Thank you"],
    reads: ["very much", "a bit"],
  },
  {
    who: "restaurant",
    form: "reservation in German, written as text on an English page",
    language: "de",
    make: (owner) => write(owner, table, "6 questions · Deutsch"),
    async answer(guest, world) {
      await guest.fills("Name", "Emmy Noether");
      await guest.fills("E-Mail", "emmy@example.org");
      await guest.fills("Tag", world.day(2));
      await guest.fills("Uhrzeit", "19:30");
      await guest.fills("Personen", "4");
    },
    email: "emmy@example.org",
    send: "Absenden",
    ends: ["Vielen Dank", "Ihre Antworten sind angekommen."],
    reads: ["Emmy Noether", "19:30"],
  },
  {
    who: "hotel",
    form: "feedback with one question at a time, described on the new-form page",
    make: (owner) => describe(owner, hotel),
    async answer(guest) {
      await guest.presses("Next");
      await guest.marks(guest.page.getByRole("group", { name: "How was your stay?" }), /^5/);
      await guest.presses("Next");
      await guest.fills("Email", "guest@example.org");
    },
    email: "guest@example.org",
    send: "Send",
    ends: ["Thank you"],
    reads: ["5"],
  },
];
