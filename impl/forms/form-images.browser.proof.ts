/** Tests logos, covers and favicons: accepted files, who may send and see them, and their removal. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { ensureAccount } from "../accounts/accounts.ts";
import { barriers } from "../test/support/browser.ts";
import { editors, saved, small } from "../test/support/editors.ts";
import { jpeg, png, webp } from "../test/support/pictures.ts";
import { fileOf, uploadPicture } from "../test/support/upload-picture.ts";
import { visit } from "../test/support/visitor.ts";
import { cloneForm } from "./create/clone.ts";
import { createFromStructure } from "./create/create-from-structure.ts";
import { deleteForm } from "./delete.ts";
import { shareForm } from "./sharing/share.ts";
import { updateForm } from "./update/update.ts";
import { imageSize } from "./uploads/image-size.ts";

function filesIn(folder: string): string[] {
  return readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`;

test("accepts only pictures that browsers can draw, and only from editors of the form", async () => {
  const service = await editors();
  const { ada, create, storage, folder, now } = service;
  const id = await create(small);
  const session = ada.cookie("session")!;
  const good = fileOf(png(300, 80), "logo.png");
  const refused: [name: string, file: File, message: RegExp][] = [
    ["an SVG", fileOf(svg, "logo.svg"), /PNG/],
    ["an SVG that is called PNG", fileOf(svg, "logo.png"), /content/i],
    ["a page that is called WebP", fileOf("<html><script>alert(1)</script>", "logo.webp"), /content/i],
    ["a PDF", fileOf("%PDF-1.7", "logo.pdf"), /PNG/],
    ["a picture that is called like another kind", fileOf(png(9, 9), "logo.jpg"), /content/i],
    ["nothing", fileOf("", "logo.png"), /empty/],
    ["a signature without a picture", fileOf(png(9, 9).subarray(0, 12), "logo.png"), /content/i],
    ["a JPEG without a size", fileOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2]), "logo.jpg"), /content/i],
    [
      "more than five megabytes",
      fileOf(Buffer.concat([png(9, 9), Buffer.alloc(5_000_000)]), "logo.png"),
      /5/,
    ],
    ["small bytes with many pixels", fileOf(png(5_001, 2), "logo.png"), /5,000/],
    ["a picture without an area", fileOf(jpeg(0, 10), "logo.jpg"), /content/i],
  ];
  for (const [name, file, message] of refused) {
    const { status, reply } = await uploadPicture(service, session, id, file);
    expect([name, status, reply.message]).toEqual([name, 422, expect.stringMatching(message)]);
  }
  expect(filesIn(folder)).toEqual([]);

  const parts = { storage, clock: now };
  for (const [email, permission] of [
    ["view@example.org", "view"],
    ["edit@example.org", "edit"],
  ] as const) {
    await service.signIn(email);
    await shareForm(parts, service.accountId, id, { email, permission });
  }
  const asOther = async (email: string) => (await service.signIn(email)).cookie("session")!;
  expect((await uploadPicture(service, await asOther("view@example.org"), id, good)).status).toBe(403);
  expect((await uploadPicture(service, await asOther("mallory@example.org"), id, good)).status).toBe(403);
  expect((await uploadPicture(service, session, id, good, { "x-csrf-token": "guessed" })).status).toBe(403);
  expect((await uploadPicture(service, session, id, good, { Origin: "https://evil.example" })).status).toBe(
    403,
  );
  expect((await uploadPicture(service, "none", id, good)).status).toBe(403);
  expect(filesIn(folder)).toEqual([]);
  expect((await uploadPicture(service, await asOther("edit@example.org"), id, good)).status).toBe(201);
  expect((await uploadPicture(service, session, id, fileOf(jpeg(640, 480, 300_000), "a.JPEG"))).status).toBe(
    201,
  );
  expect(filesIn(folder)).toHaveLength(2);
});

test("a picture is shown only with the form and its copies, and removed with the last of them", async () => {
  const service = await editors();
  const { ada, create, storage, files, folder, now, publicUrl, accountId } = service;
  const id = await create(small, true);
  const sent = await uploadPicture(service, ada.cookie("session")!, id, fileOf(png(1_600, 400), "cover.png"));
  const image = sent.reply.id!;
  const structure = {
    ...small,
    theme: { cover: image, logo: image, logo_alt: { en: 'A "logo" <b>' } },
  } satisfies FormStructure;
  const parts = { storage, clock: now, editForm: () => Promise.reject(new Error("No prompt")) };
  const update = { formId: id, edit: { structure }, expectedRevision: undefined, dryRun: false };
  const { changes, warnings } = await updateForm(parts, accountId, update, AbortSignal.timeout(10_000));
  expect(changes.map(({ kind, impact, path }) => [kind, impact, path])).toContainEqual([
    "settings_changed",
    "safe",
    "/theme/cover",
  ]);
  expect(warnings).toEqual([]);

  const shows = `src="/images/${image}" width="1600" height="400"`;
  const page = await visit(`${publicUrl}/f/${id}`);
  expect(page.html).toContain(`<img ${shows} class="cover" alt="">`);
  expect(page.html).toContain(`<img ${shows} class="logo" alt="A &quot;logo&quot; &lt;b&gt;">`);
  expect(page.html).toContain(`<link rel="icon" href="/images/${image}">`);
  expect(page.html).toContain(`<meta property="og:image" content="${publicUrl}/images/${image}">`);
  const served = await fetch(`${publicUrl}/images/${image}`);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect(Buffer.from(await served.arrayBuffer())).toEqual(png(1_600, 400));

  const mallory = await ensureAccount(storage.db, "mallory@example.org", "trial", now());
  const theirs = { structure, publish: true, title: undefined, languages: undefined };
  const options = { ...theirs, defaultLanguage: undefined, idempotencyKey: undefined };
  const stolen = await createFromStructure(parts, mallory.id, options);
  expect(stolen.warnings.map(({ code }) => code)).toEqual(["unknown_image", "unknown_image"]);
  expect((await visit(`${publicUrl}/f/${stolen.id}`)).html).not.toContain("/images/");

  const { form: copy } = await cloneForm(parts, accountId, id, undefined);
  await deleteForm({ storage, files }, accountId, id, now());
  expect((await ada.open(`/forms/${copy.id}/preview`)).html).toContain(shows);
  expect((await fetch(`${publicUrl}/images/${image}`)).status).toBe(200);
  await deleteForm({ storage, files }, accountId, copy.id, now());
  expect((await fetch(`${publicUrl}/images/${image}`)).status).toBe(404);
  expect(filesIn(folder)).toEqual([]);
});

test("a form keeps the pictures that it shows, and few others", async () => {
  const service = await editors();
  const { ada, create, storage, folder, now, accountId } = service;
  const id = await create(small);
  const session = ada.cookie("session")!;
  const upload = async () =>
    (await uploadPicture(service, session, id, fileOf(png(9, 9), "one.png"))).reply.id!;
  const [logo, welcome, ending] = [await upload(), await upload(), await upload()];
  const parts = { storage, clock: now, editForm: () => Promise.reject(new Error("No prompt")) };
  const structure: FormStructure = {
    ...small,
    theme: { logo },
    welcome: { image: { image_id: welcome, video: "https://vimeo.com/76979871" } },
    endings: [{ id: "end", title: { en: "Bye" }, image: { image_id: ending } }],
  };
  const edit = { structure };
  const update = { formId: id, edit, expectedRevision: undefined, dryRun: false };
  await updateForm(parts, accountId, update, AbortSignal.timeout(10_000));
  for (let more = 0; more < 30; more += 1) {
    service.time.now = new Date(service.time.now.getTime() + 1_000);
    await upload();
  }
  const kept = await storage.db.selectFrom("form_images").select("image_id").execute();
  expect(kept.map(({ image_id }) => image_id)).toEqual(expect.arrayContaining([logo, welcome, ending]));
  expect(kept).toHaveLength(27);
  expect(filesIn(folder)).toHaveLength(27);
});

test("colour, font, pictures and links are chosen in the editor, and seen in its preview", async () => {
  const { create, openWindow, edit, stored } = await editors();
  const id = await create(small);
  const page = await openWindow();
  await edit(page, id);
  await page.getByRole("button", { name: "Design" }).click();
  await page.getByRole("button", { name: "#7c3aed" }).click();
  await page.getByLabel("Font").selectOption("sans");
  await page.getByRole("combobox", { name: "Questions" }).selectOption("one_question");
  await page.setInputFiles("[data-image=cover]", {
    name: "c.png",
    mimeType: "image/png",
    buffer: png(800, 200),
  });
  await page.locator(".ed-image-cover").waitFor();
  await page.setInputFiles("[data-image=logo]", {
    name: "l.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(svg),
  });
  await page.locator(".ed-problem", { hasText: "PNG" }).waitFor();
  await page.setInputFiles("[data-image=logo]", {
    name: "l.png",
    mimeType: "image/png",
    buffer: png(200, 60, [20, 20, 20]),
  });
  await page.getByLabel("What the logo shows").fill("Summer school");
  await page.getByLabel("Address of your legal notice").fill("https://example.org/imprint");
  await saved(page);
  const preview = page.frameLocator(".ed-frame:not(.ed-frame-new)");
  await preview.getByRole("img", { name: "Summer school" }).waitFor();
  await preview.getByRole("link", { name: "Legal notice" }).waitFor();
  expect(await barriers(page)).toEqual([]);
  const { theme, settings } = await stored(id);
  expect(theme).toEqual({
    color: "#7c3aed",
    font: "sans",
    cover: expect.stringMatching(/^img_/),
    logo: expect.stringMatching(/^img_/),
    logo_alt: { en: "Summer school" },
  });
  expect(settings).toEqual({ display: "one_question", imprint_url: "https://example.org/imprint" });
  await page.locator("[data-name=remove-logo]").click();
  await saved(page);
  expect((await stored(id)).theme).toEqual({ color: "#7c3aed", font: "sans", cover: theme!.cover });
});

test.each([
  ["PNG", png(123, 45), { width: 123, height: 45 }],
  ["JPEG behind a large description", jpeg(1_234, 567, 200_000), { width: 1_234, height: 567 }],
  ["WebP, lossy", webp("VP8 ", 640, 480), { width: 640, height: 480 }],
  ["WebP, lossless", webp("VP8L", 16_384, 1), { width: 16_384, height: 1 }],
  ["WebP, extended", webp("VP8X", 5_001, 70_000), { width: 5_001, height: 70_000 }],
  ["a PNG that ends early", png(9, 9).subarray(0, 20), undefined],
  ["a JPEG that ends early", jpeg(9, 9, 100_000).subarray(0, 90_000), undefined],
  ["nothing", Buffer.alloc(0), undefined],
  ["bytes of another kind", Buffer.from("GIF89a..........."), undefined],
])("the size of a picture: %s", (_, bytes, size) => {
  expect(imageSize(bytes)).toEqual(size);
});
