/** Tests the openings of a form: only by visitors without access to its pages, and over restarts. */
import { expect, test } from "vitest";
import { answeredForm } from "../../test/support/answered-form.ts";
import { ownerPages } from "../../test/support/owner.ts";
import { readVisitFigures } from "./figures.ts";

async function start(folder?: string) {
  const service = await ownerPages({ ...(folder !== undefined && { folder }) });
  const ada = await service.signIn();
  return { service, ada, ben: await service.signIn("ben@example.org"), stranger: service.browser() };
}

test("counts openings by respondents, but not by the owner, by prefetching, or of a closed form", async () => {
  const { service, ada, ben, stranger } = await start();
  const { form } = await answeredForm(service);
  const address = `/f/${form.id}`;
  await stranger.open(address);
  await stranger.open(address, { "Sec-Purpose": "prefetch" });
  await ben.open(address);
  await ada.open(address);
  await service.storage.db.updateTable("forms").set({ status: "paused" }).execute();
  await stranger.open(address);
  await service.stop();
  expect(await readVisitFigures(service.storage.db, form.id)).toMatchObject({
    opened: 2,
    started: 0,
    sent: 0,
  });

  const next = await start(service.folder);
  await next.service.storage.db.updateTable("forms").set({ status: "published" }).execute();
  await next.stranger.open(address);
  await next.service.stop();
  const last = await start(service.folder);
  expect(await readVisitFigures(last.service.storage.db, form.id)).toMatchObject({ opened: 3 });
});
