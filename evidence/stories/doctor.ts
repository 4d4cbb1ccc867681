/** A doctor's practice: appointments, and questions to patients. */
import { outputOf } from "@toolwright/runtime/client";
import { expect } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { saved } from "../../impl/test/support/editors.ts";
import { confirm, linkOf, type Story } from "./story.ts";

const appointment = `Appointment at the practice
Full name *
Email *
Phone number *
Preferred date (at least today) *
Time of day (choose one) *
- Morning
- Afternoon
Privacy consent (statement = I agree that my data is processed to handle this request.) *`;

const patients: FormStructure = {
  title: { en: "Before your visit" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "page_1",
      fields: [
        { id: "reason", type: "long_text", label: { en: "What brings you here?" }, required: true },
        { id: "allergies", type: "long_text", label: { en: "Allergies" } },
        { id: "medication", type: "long_text", label: { en: "Medication" } },
      ],
    },
  ],
};

export const doctor: readonly Story[] = [
  {
    way: "by hand",
    what: "publishes a template, and writes the mail that reports a request",
    // Pages: list, editor, share, settings, saved. Clicks: template, publish, mails, name, save.
    // Fields: search, subject, text.
    most: 13,
    async tell(world) {
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.fills("Search templates", "appointment");
      await ada.presses(/^Appointment request/);
      await ada.presses("Publish");
      await ada.sees("The form is published and takes answers.");
      await ada.follows("Subject, text and times of these mails");
      await ada.fills("Subject", "Appointment: ");
      await ada.presses("Full name");
      await ada.fills("Text above the answers of each response", "Please call back today.");
      await ada.sees("With made-up answers");
      await ada.sees(/^Appointment: (?!\{\{)/);
      await ada.presses("Save subject and text");
      await ada.sees("Saved the subject and the text.");
      return ada;
    },
  },
  {
    way: "by hand",
    what: "deletes a question by mistake, and goes back to the version before",
    // Pages: list, editor, versions, comparison, share, published. Clicks: edit, question, delete, publish, menu, versions,
    // version, back, publish.
    most: 15,
    async tell(world) {
      const { url } = await world.create(patients);
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.follows(linkOf("Edit", "Before your visit"));
      await ada.presses(/^Allergies/, ada.page.getByRole("navigation", { name: "Questions" }));
      await ada.presses("Delete");
      await saved(ada.page, "unpublished");
      await ada.presses("Publish changes");
      await saved(ada.page);
      const menu = ada.page.locator(".form-menu");
      await ada.unfolds("More", menu);
      await ada.follows("Versions", menu);
      await ada.follows(linkOf("Go back to this version", "Version 1"));
      await ada.sees("New question “Allergies”.");
      await ada.presses("Go back to this version");
      await ada.sees("The earlier version is an unpublished change now.");
      await ada.presses("Publish changes");
      await ada.sees("The changes are published.");
      const patient = await world.respondent(true);
      await patient.opens(url);
      await patient.sees("Allergies");
      return ada;
    },
  },
  {
    way: "as a respondent",
    what: "asks for an appointment",
    // Pages: form, code, end. Clicks: time, consent, send. Fields: name, email, phone, date, code.
    most: 11,
    hasCode: true,
    async tell(world, hasScripts) {
      const { url } = await world.create(appointment);
      const patient = await world.respondent(hasScripts);
      await patient.opens(url);
      await patient.fills("Full name", "Grace Hopper");
      await patient.fills("Email", "grace@example.org");
      await patient.fills("Phone number", "+353 1 234 5678");
      await patient.fills("Preferred date", world.day(30));
      await patient.picks("Time of day", "Morning");
      await patient.picks("Privacy consent", /^I agree/);
      world.think();
      await patient.presses("Send");
      await confirm(world, patient, "grace@example.org");
      await patient.sees("Your answers have arrived.");
      return patient;
    },
  },
  {
    way: "by an agent",
    what: "opens the form again that the agent has paused for the holidays",
    // Pages: list, share, published. Clicks: form, publish.
    most: 5,
    async tell(world) {
      const { id: form_id } = await world.create(appointment);
      const agent = await world.agent();
      const paused = outputOf(await agent.updateForm({ form_id, status_action: "pause" }));
      expect(paused.status).toBe("paused");
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.sees("Paused", ada.page.getByRole("listitem"));
      await ada.follows("Appointment at the practice");
      await ada.sees("The form is paused: people who open it see that it takes no answers now.");
      await ada.presses("Take answers again");
      await ada.sees("The form is published and takes answers.");
      expect(outputOf(await agent.getForm({ form_id })).status).toBe("published");
      return ada;
    },
  },
];
