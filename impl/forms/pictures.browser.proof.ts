/** Tests pictures of questions, choices, welcome pages and endings: on the page, in the editor, in a conversation, and for strangers. */
import { expect, test } from "vitest";
import type { FormField, FormStructure, Picture } from "../../generated/types.ts";
import { ensureAccount } from "../accounts/accounts.ts";
import { formViews } from "../mcp/apps/form-views.ts";
import { barriers, keepPicture, openPage, PHONE } from "../test/support/browser.ts";
import { editors, previewOf, saved, small } from "../test/support/editors.ts";
import { png } from "../test/support/pictures.ts";
import { fileOf, uploadPicture } from "../test/support/upload-picture.ts";
import { sendForm, visit } from "../test/support/visitor.ts";
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

/** A question whose two choices have pictures, another one with three of four, and one that is full. */
async function publishChoices(service: Editors, display?: "one_question") {
  const id = await service.create(small, true);
  const [red, blue] = [
    await uploaded(service, id, png(400, 300, [190, 40, 40])),
    await uploaded(service, id, png(300, 500, [30, 60, 170])),
  ];
  const choice = (key: string, image_id: string, more: object = {}) => ({
    id: key,
    label: { en: `The ${key} one` },
    image: { image_id, ...more },
  });
  const colour: FormField = {
    id: "colour",
    type: "single_choice",
    label: { en: "Which colour?" },
    required: true,
    choices: [choice("red", red, { alt: { en: "A red field" } }), choice("blue", blue)],
  };
  const several: FormField = {
    id: "several",
    type: "multiple_choice",
    label: { en: "And which of these?" },
    choices: [
      choice("first", blue),
      choice("second", red),
      { ...choice("third", red), capacity: 0 },
      { id: "fourth", label: { en: "None of them, and a long text beside it" } },
    ],
    allow_other: true,
  };
  const structure: FormStructure = {
    ...small,
    pages: [{ id: "one", fields: [colour, several] }],
    ...(display && { settings: { display } }),
  };
  const parts = { storage: service.storage, clock: service.now, editForm: () => Promise.reject(new Error()) };
  const update = { formId: id, edit: { structure }, expectedRevision: undefined, dryRun: false };
  await updateForm(parts, service.accountId, update, AbortSignal.timeout(10_000));
  return { url: `${service.publicUrl}/f/${id}`, structure };
}

test("choices with pictures are cards, chosen by a click on the picture, by keys, and without scripts", async () => {
  const service = await editors();
  const { url, structure } = await publishChoices(service);
  const page = await openPage({});
  await page.goto(url);
  await page.locator(".card img").first().click();
  expect(await page.getByRole("radio", { name: "A red field The red one" }).isChecked()).toBe(true);
  await page.keyboard.press("ArrowDown");
  expect(await page.getByRole("radio", { name: "The blue one", exact: true }).isChecked()).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  expect(await page.getByRole("checkbox", { name: "The first one" }).isChecked()).toBe(true);
  expect(await page.getByRole("checkbox", { name: /The third one/ }).isDisabled()).toBe(true);

  const plain = await openPage({ javaScriptEnabled: false, viewport: PHONE });
  await plain.goto(url);
  await plain.locator(".card img").nth(1).click();
  expect(await plain.getByRole("radio", { name: "The blue one", exact: true }).isChecked()).toBe(true);
  const [[, view] = []] = formViews(structure, service.now());
  expect(`${view}`).toContain('<span class="picture-place">Picture: <span>A red field</span></span><input');
});

test("cards with pictures fit every window, in the dark and one at a time, and have no barriers", async () => {
  const service = await editors();
  const { url } = await publishChoices(service);
  const { url: stepped } = await publishChoices(service, "one_question");
  for (const [name, options, address] of [
    ["desktop", {}, url],
    ["phone-dark", { viewport: PHONE, colorScheme: "dark" as const }, url],
    ["narrow", { viewport: { width: 320, height: 640 } }, url],
    ["one", { viewport: PHONE }, stepped],
  ] as const) {
    const page = await openPage(options);
    await page.goto(address);
    await page.locator(".card img").nth(1).click();
    await keepPicture(page, `choices-${name}`);
    expect(await barriers(page), name).toEqual([]);
  }
});

test("a page in a conversation loads nothing, and says what the pictures show", async () => {
  const service = await editors();
  const { structure, wide } = await publishPictured(service);
  const [[, english] = [], [, german] = []] = formViews(structure, service.now());
  expect(`${english}`).not.toContain(wide);
  expect(`${english}`).not.toContain("<img");
  expect(`${english}`).toContain(
    '<span class="picture-place">Picture: <span>The &quot;lake&quot; &lt;b&gt;</span></span>',
  );
  expect(`${german}`).toContain('<span class="picture-place">Bild: <span lang="en">A tower</span></span>');
  expect(`${german}`).toContain('<span class="picture-place">Bild</span>');
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

test("choices get pictures in the editor, and lose them in a menu", async () => {
  const { create, openWindow, edit, stored } = await editors();
  const id = await create(small);
  const page = await openWindow();
  await edit(page, id);
  await page.locator(".ed-outline .ed-item-name", { hasText: "Course" }).click();
  await page.locator("summary", { hasText: "Pictures of the choices" }).click();
  const file = { name: "a.png", mimeType: "image/png", buffer: png(80, 60) };
  await page.locator("[data-image=choice]").first().setInputFiles(file);
  await page.getByLabel("What the picture of “Painting” shows").fill("A brush");
  await previewOf(page).getByRole("img", { name: "A brush" }).waitFor();
  await saved(page);
  const course = async () => (await stored(id)).pages[0]?.fields[1];
  expect(await course()).toMatchObject({
    choices: [{ id: "c1", image: { alt: { en: "A brush" } } }, { id: "c2" }],
  });
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "choices-editor");
  await page.getByLabel("Type").selectOption("dropdown");
  await saved(page);
  expect(JSON.stringify(await course())).toMatch(/"dropdown"(?!.*image)/);
});

/** A published form whose welcome page and ending have a picture. */
async function publishFrame(service: Editors, display?: "one_question") {
  const id = await service.create(small, true);
  const lake = await uploaded(service, id, png(1_200, 500, [30, 90, 140]));
  const structure: FormStructure = {
    ...small,
    languages: ["en", "de"],
    welcome: {
      title: { en: "A week by the lake", de: "Eine Woche am See" },
      text: { en: "It takes two minutes." },
      image: { image_id: lake, alt: { en: "The lake", de: "Der See" } },
    },
    pages: [{ id: "one", fields: [{ id: "email", type: "email", label: { en: "Email" }, required: true }] }],
    endings: [
      {
        id: "done",
        title: { en: "See you there" },
        message: { en: "Bring a towel." },
        image: { image_id: lake, alt: { en: "The lake in the evening" } },
      },
    ],
    ...(display && { settings: { display } }),
  };
  const parts = { storage: service.storage, clock: service.now, editForm: () => Promise.reject(new Error()) };
  const update = { formId: id, edit: { structure }, expectedRevision: undefined, dryRun: false };
  const updated = await updateForm(parts, service.accountId, update, AbortSignal.timeout(10_000));
  return { id, lake, structure, parts, updated, url: `${service.publicUrl}/f/${id}` };
}

test.for([
  { name: "desktop", locale: "en", javaScriptEnabled: true, display: undefined },
  {
    name: "phone-dark",
    locale: "de",
    viewport: PHONE,
    colorScheme: "dark",
    javaScriptEnabled: true,
    display: "one_question",
  },
  { name: "no-script", locale: "en", viewport: PHONE, javaScriptEnabled: false, display: undefined },
] as const)("the welcome page has a picture ($name)", async ({ name, display, ...options }) => {
  const service = await editors();
  const { url } = await publishFrame(service, display);
  const page = await openPage(options);
  await page.goto(url);
  const picture = page.getByRole("img", { name: options.locale === "de" ? "Der See" : "The lake" });
  await picture.waitFor();
  if (options.javaScriptEnabled) expect(await barriers(page)).toEqual([]);
  await keepPicture(page, `welcome-picture-${name}`);
  await page.emulateMedia({ media: "print" });
  await keepPicture(page, `welcome-picture-${name}-print`);
});

test("the ending shows its picture to respondents, in the preview and in a copy", async () => {
  const service = await editors();
  const { id, lake, structure, parts, url } = await publishFrame(service);
  const shown = 'class="picture" alt="The lake in the evening"';
  const done = await reachEnding(service, url);
  expect(done).toContain(shown);
  expect(done).toMatch(/<link rel="stylesheet" href="\/assets\/media-\w+\.css">/);

  const page = await service.openWindow();
  await service.edit(page, id);
  await page.locator(".ed-outline .ed-item-name", { hasText: "See you there" }).click();
  await previewOf(page).getByRole("img", { name: "The lake in the evening" }).waitFor();
  await page.getByLabel("What the picture shows").fill("The lake at night");
  await previewOf(page).getByRole("img", { name: "The lake at night" }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "ending-picture-editor");

  const { form: copy } = await cloneForm(parts, service.accountId, id, undefined);
  expect((await service.ada.open(`/forms/${copy.id}/preview`)).html).toContain(`src="/images/${lake}"`);
  const [[, english] = []] = formViews(structure, service.now());
  expect(`${english}`).toContain('<span class="picture-place">Picture: <span>The lake</span></span>');
});

/** Fills in the form and confirms the answers. @returns the page of the ending */
async function reachEnding({ time, nextMail }: Editors, url: string): Promise<string> {
  const question = await sendForm(await visit(url), { go: "next" });
  time.now = new Date(time.now.getTime() + 61_000);
  const sent = await sendForm(question, { "a.email": "bob@example.org", go: "send" });
  const [, code = ""] = /\b(\d{6})\b/.exec((await nextMail("bob@example.org")).text) ?? [];
  return (await sendForm(sent, { code })).html;
}

test("the welcome page gets a picture and a video in the editor, and pictures of both pages stay when others go", async () => {
  const { create, openWindow, edit, stored } = await editors();
  const id = await create(small);
  const page = await openWindow();
  await edit(page, id);
  await page.getByRole("button", { name: "Welcome page" }).click();
  await page.locator("[data-name=add-welcome]").click();
  await page.locator("summary", { hasText: "Picture or video" }).click();
  const file = { name: "a.png", mimeType: "image/png", buffer: png(900, 300) };
  await page.setInputFiles("[data-image=picture]", file);
  await page.locator(".ed-image-picture").waitFor();
  await page.getByLabel("What the picture shows").fill("The lake");
  await previewOf(page).getByRole("img", { name: "The lake" }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, "welcome-picture-editor");
  await saved(page);
  expect((await stored(id)).welcome).toMatchObject({ image: { alt: { en: "The lake" } } });
  await page.locator("[data-name=remove-picture]").click();
  await page.getByLabel("Address of a video").fill("https://vimeo.com/76979871");
  await saved(page);
  expect((await stored(id)).welcome).toEqual({ image: { video: "https://vimeo.com/76979871" } });
});
