/** The summary of a form without responses: it offers only filters that have something to filter. */
import { expect, test } from "vitest";
import { addToDays } from "../../../../responses/visits/count.ts";
import { answeredForm } from "../../../../test/support/answered.ts";
import { ownerPages } from "../../../../test/support/owner.ts";
import { summerSchool } from "../../../../test/support/sample-forms.ts";

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const answered = await answeredForm(service, summerSchool);
  const address = `/forms/${answered.form.id}/responses/summary`;
  /** Lists the filters that a summary offers. */
  const offered = async (query = "") => {
    const { html } = await ada.open(address + query);
    return [
      ["text", 'id="text"'],
      ["period", 'name="period"'],
      ["answers", "condition"],
      ["all", `<a href="${address}">Show all`],
    ].flatMap(([name, part]) => (html.includes(part!) ? [name] : []));
  };
  return { ...service, ...answered, offered };
}

test("without any response the summary has no filter, and keeps one that is set", async () => {
  const { offered, respond } = await start();
  expect(await offered()).toEqual([]);
  expect(await offered("?text=Ada")).toEqual(["text", "period", "answers", "all"]);
  await respond({});
  expect(await offered()).toEqual(["text", "period", "answers"]);
  expect(await offered("?text=nobody")).toEqual(["text", "period", "answers", "all"]);
});

test("visits without a response are filtered by their days only", async () => {
  const { offered, form, storage, time } = await start();
  const day = time.now.toISOString().slice(0, 10);
  await addToDays(storage.db, [{ form_id: form.id, day, language: "en", opened: 3, started: 1, sent: 0 }]);
  expect(await offered()).toEqual(["period"]);
});
