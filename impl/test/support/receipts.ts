/** Respondents who get copies of their answers by mail. */
import type { FormStructure } from "../../../generated/types.ts";
import { setSwitch } from "../../forms/switches.ts";
import { claimJob } from "../../platform/jobs/jobs.ts";
import type { Letter } from "../../platform/mail/letter.ts";
import { receiptJobs } from "../../responses/notifications/receipt-jobs.ts";
import { respondents } from "./respondents.ts";

export const order: FormStructure = {
  title: { en: "Lunch\n order", de: "Mittagessen" },
  default_language: "en",
  languages: ["en", "de"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "name", type: "long_text", label: { en: "Your name", de: "Ihr Name" } },
        {
          id: "dish",
          type: "single_choice",
          label: { en: "Dish" },
          choices: [
            { id: "soup", label: { en: "Soup", de: "Suppe" } },
            { id: "cake", label: { en: "Cake" } },
          ],
        },
        { id: "vegan", type: "yes_no", label: { en: "Vegan" } },
      ],
    },
  ],
  hidden_fields: [{ id: "source" }],
  calculations: [{ id: "margin", formula: "3" }],
};

/** A published form that sends copies, and a worker that runs when the test says so. */
export async function copied(structure = order) {
  const people = await respondents();
  const { storage, time, clock, publish } = people;
  const form = await publish(structure);
  await setSwitch({ storage, clock }, form.owner_id, form.id, "receipts", true);
  const letters: Letter[] = [];
  const send = async (letter: Letter) => void letters.push(letter);
  const parts = { storage, clock, mailer: { send }, publicUrl: () => "https://forms.example.org" };
  const claim = () => claimJob(storage, time.now, ["receipt"]);
  const answers = { name: "<b>Bo</b>\nhttps://evil.example", dish: "cake", vegan: "yes", source: "list" };
  return {
    ...people,
    form,
    letters,
    parts,
    claim,
    respond: () => people.verified(form, answers, "bo@example.net"),
    async work(handler = receiptJobs(parts)) {
      for (let job = await claim(); job !== undefined; job = await claim())
        await handler.run(job, AbortSignal.timeout(60_000));
      return letters.length;
    },
  };
}
