/** Tests that users read what to do about a table that takes too long: on the page, from the tool, and at the live address. */
import { afterAll, expect, test } from "vitest";
import { liveService, readLive } from "../../../test/support/live-data.ts";
import { failureCode } from "../../../test/support/wire.ts";
import { ownerTranslation } from "../../../texts/owner/owner-texts.ts";
import { tableThread } from "./table-thread.ts";

const program = new URL("../../../test/support/hanging-table-program.ts", import.meta.url);
const thread = tableThread({ program, longestMs: 300 });
afterAll(() => thread.stop());

async function slowService() {
  const service = await liveService({ runTable: thread.run });
  await service.respond({ name: "never ends" });
  return service;
}

test.each(["csv", "zip"])(
  "the tool refuses a table as %s that takes too long, and says how to get it",
  async (format) => {
    const { form, mint, call } = await slowService();
    const { token } = await mint();
    const outcome = await call(token, "service_export_responses", { form_id: form.id, format });
    expect(failureCode(outcome)).toBe("invalid_input");
    expect(outcome.content[0]!.text).toMatch(/takes too long.*date_from.*date_to.*format/);
  },
);

test.each(["csv", "xlsx"])("the page says how to get a table as %s", async (format) => {
  const { ada, form } = await slowService();
  const page = await ada.send(await ada.open(`/forms/${form.id}/responses`), `/forms/${form.id}/export`, {
    format,
  });
  expect(page.status).toBe(422);
  expect(page.html).toContain(ownerTranslation("en").say("export_too_slow"));
});

test("the live address answers 503 with a sentence in its language", async () => {
  const { make, storage } = await slowService();
  const address = await make();
  for (const language of ["en", "de"] as const) {
    await storage.db.updateTable("live_addresses").set({ language }).execute();
    const { status, headers, text } = await readLive(address);
    expect([status, headers.get("retry-after")]).toEqual([503, "600"]);
    expect(headers.get("content-type")).toBe("text/plain; charset=UTF-8");
    expect(text.trim()).toBe(ownerTranslation(language).say("live_too_slow"));
  }
});

test("after a table that takes too long, another one is written", async () => {
  const { make, storage, respond } = await slowService();
  const address = await make();
  expect((await readLive(address)).status).toBe(503);
  await storage.db.deleteFrom("responses").execute();
  await respond({ name: "Alan" });
  expect((await readLive(address)).text).toContain("Alan");
});
