import { buffer } from "node:stream/consumers";
import Papa from "papaparse";
import { expect, test, vi } from "vitest";
import { answeredForm } from "../../test/support/answered-form.ts";
import { startService } from "../../test/support/service.ts";
import { eraseRespondent } from "../retention/erase-respondent.ts";

/** A response with a file, and the link to it that an export has. */
async function linked(content = "%PDF-1.7 cv") {
  const service = await startService();
  service.time.now = new Date("2026-03-15T12:00:00.789Z");
  const { token } = await service.mint({ plan: "business" });
  const { form, respond, upload } = await answeredForm(service);
  const { file, key, attach } = await upload("cv.pdf", content);
  const response = await respond({ slides: [file] });
  await attach(response, "slides");
  const { structuredContent } = await service.call(token, "service_export_responses", {
    form_id: form.id,
    format: "csv_with_links",
  });
  const sheet = await buffer((await fetch(structuredContent.download_url)).body!);
  const { data } = Papa.parse<Record<string, string>>(sheet.toString(), { header: true });
  const link = data[0]!["Slides [slides]"]!;
  return { ...service, form, response, file, key, link, exportUrl: structuredContent.download_url };
}

test("a link to a file saves it, and never shows it", async () => {
  const { link } = await linked();
  const answer = await fetch(link);
  expect([answer.status, await answer.text()]).toEqual([200, "%PDF-1.7 cv"]);
  expect(answer.headers.get("content-disposition")).toContain("attachment");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
});

test("a link whose head alone is requested keeps no file open", async () => {
  // More than is read ahead.
  const { link, exportUrl, files } = await linked(`%PDF-1.7 ${"x".repeat(1_000_000)}`);
  const open = vi.spyOn(files, "open");
  for (const address of [link, link, exportUrl]) {
    const answer = await fetch(address, { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(Number(answer.headers.get("content-length"))).toBeGreaterThan(0);
  }
  const opened = await Promise.all(open.mock.results.map(({ value }) => value));
  await expect.poll(() => opened.filter(({ destroyed }) => !destroyed).length).toBe(0);
});

test("a link works for a week, to the second", async () => {
  const { link, time } = await linked();
  const status = async (at: string) => {
    time.now = new Date(at);
    return (await fetch(link)).status;
  };
  expect(await status("2026-03-22T11:59:59.999Z")).toBe(200);
  expect(await status("2026-03-22T12:00:00.000Z")).toBe(410);
  expect(await status("2027-01-01T00:00:00.000Z")).toBe(410);
});

test("a link is valid for one file, unchanged", async () => {
  const { link, publicUrl, exportUrl } = await linked();
  const [given, other] = [new URL(link), new URL(exportUrl)];
  const [e, s] = [given.searchParams.get("e")!, given.searchParams.get("s")!];
  const forged = [
    `${publicUrl}${given.pathname}`,
    `${publicUrl}${given.pathname}?e=${Number(e) + 1}&s=${s}`,
    `${publicUrl}${given.pathname}?e=${e}0&s=${s}`,
    `${publicUrl}${given.pathname}?e=0${e}&s=${s}`,
    `${publicUrl}${given.pathname}?e=${e}&s=${s.slice(0, -1)}`,
    `${publicUrl}${given.pathname}?e=${e}&s=${s.toLowerCase() === s ? s.toUpperCase() : s.toLowerCase()}`,
    // A signature for an export opens no file, and a signature for a file opens no export.
    `${publicUrl}${given.pathname}${other.search}`,
    `${publicUrl}${other.pathname}${given.search}`,
    `${publicUrl}/files/file_${"0".repeat(22)}${given.search}`,
  ];
  for (const address of forged) expect((await fetch(address)).status, address).toBe(404);
});

test("a link to a file of an erased response is dead", async () => {
  const { link, storage, files } = await linked();
  await eraseRespondent({ storage, files, clock: () => new Date() }, "alan@example.org");
  expect((await fetch(link)).status).toBe(404);
});

test("a link ends with its response, even before the file is removed", async () => {
  const { link, storage, response } = await linked();
  await storage.db.updateTable("responses").set({ status: "deleted" }).where("id", "=", response).execute();
  expect((await fetch(link)).status).toBe(404);
});
