/** A parish: its secretary has a phone only, and writes the form for three trips in Arabic. */
import { outputOf } from "@toolwright/runtime/client";
import type { FormField } from "../../generated/types.ts";
import { formTabs, type Story } from "./story.ts";

const trips = `رحلات الصيف
الاسم *
أي رحلة؟ (choose one) *
- البحيرة (20 places)
- الجبل (12 places)
- المتحف (30 places)`;

/** The id of the second choice of a question. */
function secondChoice(field: FormField): string {
  return ("choices" in field && field.choices[1]?.id) || "";
}

export const parish: readonly Story[] = [
  {
    way: "by hand",
    what: "writes a form for three trips in Arabic on a phone, publishes it, and sees the first sign-up",
    // Pages: write, editor, share, responses, response. Clicks: make, publish, table, response. Field: text.
    most: 10,
    async tell(world) {
      const secretary = await world.ownerOnPhone();
      await secretary.opens(`${world.list}/text`);
      await secretary.fills("Text of the form", trips);
      await secretary.presses("Create form");
      await secretary.presses("Publish");
      await secretary.sees("The form is published and takes answers.");
      const { page } = secretary;
      const [form_id = ""] = /frm_\w+/.exec(page.url()) ?? [];
      const agent = await world.agent();
      const { structure, urls } = outputOf(await agent.getForm({ form_id, include_structure: true }));
      const [name, trip] = structure!.pages[0]!.fields;
      await world.answer(
        { url: urls.public },
        { [`a.${name!.id}`]: "ليلى", [`a.${trip!.id}`]: secondChoice(trip!) },
        "layla@example.org",
      );
      await secretary.follows("Responses", formTabs(page));
      await secretary.sees("1 response");
      await secretary.follows(/\d/, page.getByRole("row").filter({ hasText: "layla@example.org" }));
      await secretary.sees("الجبل");
      await secretary.sees("ليلى");
      return secretary;
    },
  },
];
