/** Tests pictures beside questions: on the page, in the editor, in a conversation, and for strangers. */
import { expect, test } from "vitest";
import type { FormStructure, Picture } from "../../generated/types.ts";
import { ensureAccount } from "../accounts/accounts.ts";
import { formViews } from "../mcp/apps/form-views.ts";
import { barriers, keepPicture, openPage, PHONE } from "../test/support/browser.ts";
import { editors, previewOf, saved, small } from "../test/support/editors.ts";
import { png } from "../test/support/pictures.ts";
import { fileOf, uploadPicture } from "../test/support/upload-picture.ts";
import { visit } from "../test/support/visitor.ts";
import { cloneForm } from "./create/clone.ts";
import { createFromStructure } from "./create/create-from-structure.ts";
import { updateForm } from "./update/update.ts";

const firstField = ({ pages }: FormStructure) => pages[0]?.fields[0];

type Editors = Awaited<ReturnType<typeof editors>>;

/** The form with pictures of its questions, by id. */
function pictured(pictures: Readonly<Record<string, Picture>>): FormStructure {
  const pages = small.pages.map((page) => ({
    ...page,
    fields: page.fields.map((field) => {
      const image = pictures[field.id];
      return image === undefined ? field : { ...field, image };
    }),
  }));
  return { ...small, languages: ["en", "de"], pages: pages as unknown as FormStructure["pages"] };
}

async function uploaded(service: Editors, formId: string, bytes: Buffer): Promise<string> {
  const sent = await uploadPicture(service, service.ada.cookie("session")!, formId, fileOf(bytes, "a.png"));
  return sent.reply.id!;
}

/** A published form: a wide picture of its first question, a tall one of the second, and decoration beside the third. */
async function publishPictured(service: Editors) {
  const id = await service.create(small, true);
  const wide = await uploaded(service, id, png(1_600, 400));
  const tall = await uploaded(service, id, png(600, 1_200, [20, 120, 90]));
  const structure = pictured({
    name: { image_id: wide, alt: { en: 'The "lake" <b>', de: "Der See" } },
    course: { image_id: tall, alt: { en: "A tower" } },
    age: { image_id: wide },
  });
  const parts = { storage: service.storage, clock: service.now, editForm: () => Promise.reject(new Error()) };
  const update = { formId: id, edit: { structure }, expectedRevision: undefined, dryRun: false };
  const updated = await updateForm(parts, service.accountId, update, AbortSignal.timeout(10_000));
  return { id, wide, tall, structure, parts, updated, url: `${service.publicUrl}/f/${id}` };
}

test("pictures have their size and words, and those further down are loaded late", async () => {
  const service = await editors();
  const { wide, tall, updated, url } = await publishPictured(service);
  expect(updated.changes.map(({ kind, impact, path }) => [kind, impact, path])).toEqual([
    ["language_added", "safe", "/languages"],
    ["property_changed", "safe", "/pages/0/fields/0/image"],
    ["property_changed", "safe", "/pages/0/fields/1/image"],
    ["property_changed", "safe", "/pages/0/fields/2/image"],
  ]);
  expect(updated.warnings.map(({ code }) => code)).not.toContain("unknown_image");
  const { html } = await visit(url);
  expect(html).toMatch(/<link rel="stylesheet" href="\/assets\/media-\w+\.css">/);
  expect(html).toContain(
    `<img src="/images/${wide}" width="1600" height="400" class="picture" alt="The &quot;lake&quot; &lt;b&gt;">`,
  );
  expect(html).toContain(
    `<img src="/images/${tall}" width="240" height="480" class="picture" loading="lazy" alt="A tower">`,
  );
  expect(html).toContain(
    `<img src="/images/${wide}" width="1600" height="400" class="picture" loading="lazy" alt="">`,
  );
  const german = (await visit(`${url}?lang=de`)).html;
  expect(german).toContain('alt="Der See"');
  expect(german).toContain('alt="A tower" lang="en"');
});

test("a page with pictures keeps its layout while they are loaded, fits phones, and has no barriers", async () => {
  const service = await editors();
  const { url } = await publishPictured(service);
  for (const [name, options] of [
    ["desktop", {}],
    ["phone", { viewport: PHONE, colorScheme: "dark" as const, locale: "de" }],
    ["narrow", { viewport: { width: 320, height: 640 } }],
  ] as const) {
    const page = await openPage(options);
    await page.route("**/images/*", (route) => route.abort());
    await page.goto(url);
    const heights = () => page.evaluate("document.documentElement.scrollHeight");
    const before = await heights();
    await page.unroute("**/images/*");
    await page.reload();
    await page.locator(".picture").last().scrollIntoViewIfNeeded();
    await page.waitForFunction("[...document.images].every((one) => one.complete && one.naturalWidth > 0)");
    expect(await heights(), name).toBe(before);
    expect(await barriers(page), name).toEqual([]);
    await keepPicture(page, `pictures-${name}`);
  }
});

test("a copy shows the pictures, and a stranger's form with their ids does not", async () => {
  const service = await editors();
  const { storage, now, publicUrl, accountId, ada } = service;
  const { id, wide, structure, parts } = await publishPictured(service);
  const { form: copy } = await cloneForm(parts, accountId, id, undefined);
  expect((await ada.open(`/forms/${copy.id}/preview`)).html).toContain(`src="/images/${wide}"`);

  const mallory = await ensureAccount(storage.db, "mallory@example.org", "trial", now());
  const unknown = "img_0000000000000000000000";
  const stolen = async (image_id: string) => {
    const options = { publish: true, title: undefined, languages: undefined };
    const { id: made, warnings } = await createFromStructure(parts, mallory.id, {
      ...options,
      structure: pictured({ name: { image_id, alt: { en: "Mine" } } }),
      defaultLanguage: undefined,
      idempotencyKey: undefined,
    });
    const { html } = await visit(`${publicUrl}/f/${made}`);
    expect(html).not.toContain("/images/");
    return warnings.map(({ code, message, path }) => [code, message.replace(image_id, "ID"), path]);
  };
  const reported = await stolen(wide);
  expect(reported).toContainEqual([
    "unknown_image",
    expect.stringContaining("no picture"),
    "/pages/0/fields/0/image/image_id",
  ]);
  expect(reported).toEqual(await stolen(unknown));
  expect(firstField(structure)).toHaveProperty("image");
});

test("a page in a conversation loads nothing, and says what the pictures show", async () => {
  const service = await editors();
  const { structure, wide } = await publishPictured(service);
  const [[, english] = [], [, german] = []] = formViews(structure, service.now());
  expect(`${english}`).not.toContain(wide);
  expect(`${english}`).not.toContain("<img");
  expect(`${english}`).toContain(
    '<p class="picture-place">Picture: <span>The &quot;lake&quot; &lt;b&gt;</span></p>',
  );
  expect(`${german}`).toContain('<p class="picture-place">Bild: <span lang="en">A tower</span></p>');
  expect(`${german}`).toContain('<p class="picture-place">Bild</p>');
});

test("a picture is chosen or dropped in the editor, made smaller, described and removed", async () => {
  const service = await editors();
  const { create, openWindow, edit, stored, storage } = service;
  const id = await create(small);
  const page = await openWindow();
  await edit(page, id);
  await page.locator(".ed-outline .ed-item-name", { hasText: "Name" }).click();
  await page.locator("summary", { hasText: "Picture" }).click();
  const file = { name: "large.png", mimeType: "image/png", buffer: png(3_200, 800) };
  await page.setInputFiles("[data-image=picture]", file);
  await page.locator(".ed-image-picture").waitFor();
  await page.getByLabel("What the picture shows").fill("The lake");
  await saved(page);
  const first = firstField(await stored(id));
  expect(first?.image).toEqual({ image_id: expect.stringMatching(/^img_/), alt: { en: "The lake" } });
  const size = await storage.db.selectFrom("images").select(["width", "height"]).execute();
  expect(size).toEqual([{ width: 1_600, height: 400 }]);
  await previewOf(page).getByRole("img", { name: "The lake" }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "pictures-editor");

  const dropped = await page.evaluateHandle(`(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 60, height: 30 });
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg"));
    const transfer = new DataTransfer();
    transfer.items.add(new File([blob], "photo.jpg", { type: "image/jpeg" }));
    return transfer;
  })()`);
  await page.dispatchEvent("[data-drop=picture]", "drop", { dataTransfer: dropped });
  await previewOf(page).locator('img.picture[width="60"]').waitFor();
  await saved(page);
  const second = firstField(await stored(id));
  expect(second?.image).not.toEqual(first?.image);
  expect(second?.image?.alt, "the words were those of the other picture").toBeUndefined();
  await page.locator("[data-name=remove-picture]").click();
  await saved(page);
  expect(firstField(await stored(id))).not.toHaveProperty("image");
});
