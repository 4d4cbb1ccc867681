/** Tests the visits of a form: only by visitors without access to its pages, and over restarts. */
import { expect, test } from "vitest";
import { answeredForm } from "../test/support/answered.ts";
import { ownerPages } from "../test/support/owner.ts";
import { readVisits } from "./visits.ts";

async function start(folder?: string) {
  const service = await ownerPages({ ...(folder !== undefined && { folder }) });
  const ada = await service.signIn();
  return { service, ada, ben: await service.signIn("ben@example.org"), stranger: service.browser() };
}

test("counts visits of respondents, but not of the owner, of prefetching, or of a closed form", async () => {
  const { service, ada, ben, stranger } = await start();
  const { form } = await answeredForm(service);
  const address = `/f/${form.id}`;
  const summary = `/forms/${form.id}/responses/summary`;
  expect((await ada.open(summary)).html).not.toContain("Opened");
  await stranger.open(address);
  await stranger.open(address, { "Sec-Purpose": "prefetch" });
  await ben.open(address);
  await ada.open(address);
  await service.storage.db.updateTable("forms").set({ status: "paused" }).execute();
  await stranger.open(address);
  await service.stop();
  expect(await readVisits(service.storage.db, form.id)).toMatchObject({ visits: 2 });

  const next = await start(service.folder);
  await next.service.storage.db.updateTable("forms").set({ status: "published" }).execute();
  await next.stranger.open(address);
  await next.service.stop();
  const last = await start(service.folder);
  expect((await last.ada.open(summary)).html).toContain("Opened 3 times since");
});
