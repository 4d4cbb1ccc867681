/** A shop: orders, with or without a delivery. */
import { outputOf } from "@toolwright/runtime/client";
import { expect } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { confirm, type Story } from "./story.ts";

const bread = `Bread for the weekend
Name *
Email *
Bread: rye | spelt | wheat
Day of collection (date) *`;

const order: FormStructure = {
  title: { en: "Order a cake" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "cake",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name" }, required: true },
        { id: "email", type: "email", label: { en: "Email" }, required: true },
        {
          id: "way",
          type: "single_choice",
          label: { en: "How do you get the cake?" },
          required: true,
          choices: [
            { id: "collect", label: { en: "I collect it" } },
            { id: "deliver", label: { en: "You deliver it" } },
          ],
        },
      ],
    },
    {
      id: "delivery",
      fields: [
        {
          id: "address",
          type: "short_text",
          label: { en: "Street and town" },
          required: true,
          visible_if: { field: "way", op: "equals", value: "deliver" },
        },
      ],
    },
  ],
};

export const shop: readonly Story[] = [
  {
    way: "by hand",
    what: "describes an order form, adds a question, publishes it, and gets its QR code",
    // Pages: list, editor, share. Clicks: create, paste, add, publish, code. Fields: description, question.
    most: 10,
    async tell(world) {
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.fills("What should the form ask?", bread);
      await ada.presses("Create form");
      await ada.presses(/^Paste questions/);
      await ada.fills("Questions as text", "Anything else? (long text)");
      await ada.presses("Add these questions");
      await ada.sees("1 question is added.");
      await ada.presses("Publish");
      await ada.sees("The form is published and takes answers.");
      await ada.unfolds("QR code");
      await ada.sees("Download as PNG");
      return ada;
    },
  },
  {
    way: "by hand",
    what: "moves a form into the bin, and restores it",
    // Pages: list, list, share. Clicks: menu, delete, restore.
    most: 6,
    async tell(world) {
      for (const title of ["Winter sale", "Summer sale"]) await world.create(`${title}\nName *\nEmail *`);
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.unfolds("More: Winter sale");
      await ada.presses("Delete");
      await ada.sees("The form is in the bin.");
      await ada.presses("Restore: Winter sale");
      await ada.sees("The form is back as it was.");
      await ada.page.getByRole("heading", { name: "Winter sale", level: 1 }).waitFor();
      return ada;
    },
  },
  {
    way: "as a respondent",
    what: "orders a cake, and is asked for an address since it is delivered",
    // Pages: two of the form, code, end. Clicks: delivery, next, send. Fields: name, email, address, code.
    most: 11,
    hasCode: true,
    async tell(world, hasScripts) {
      const { url } = await world.create(order);
      const guest = await world.respondent(hasScripts);
      await guest.opens(url);
      await guest.fills("Name", "Grace Hopper");
      await guest.fills("Email", "grace@example.org");
      await guest.picks("How do you get the cake?", "You deliver it");
      await guest.presses("Next");
      await guest.fills("Street and town", "1 Main Street, Arlington");
      world.think();
      await guest.presses("Send");
      await confirm(world, guest, "grace@example.org");
      await guest.sees("Your answers have arrived.");
      return guest;
    },
  },
  {
    way: "by an agent",
    what: "finds in the versions what the agent has added",
    // Pages: list, share, versions. Clicks: form, versions.
    most: 5,
    async tell(world) {
      const { url } = await world.create(order);
      const agent = await world.agent();
      const { matches } = outputOf(await agent.findFormByName({ name: "cake order" }));
      const form_id = matches[0]!.form_id;
      const field = { type: "short_text", label: "What shall the card say?" } as const;
      outputOf(await agent.updateForm({ form_id, operations: [{ op: "add_field", field, page: "cake" }] }));
      const ada = await world.owner();
      await ada.opens(world.list);
      await ada.follows("Order a cake");
      await ada.follows("Versions");
      await ada.sees("through an agent");
      await ada.sees("New question “What shall the card say?”.");
      const guest = await world.respondent(true);
      await guest.opens(url);
      await guest.sees("What shall the card say?");
      expect(form_id).toBe(url.split("/").at(-1));
      return ada;
    },
  },
];
