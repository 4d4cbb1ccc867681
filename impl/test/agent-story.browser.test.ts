/** Tests that users see what an agent makes: a form from its draft to a retired question, a lesson in Spanish, and a rejected one. */
import { outputOf } from "@toolwright/runtime/client";
import { expect, test } from "vitest";
import { type Client, createClient } from "../../generated/client.ts";
import { builtInEditor, builtInGenerator } from "../ai/built-in.ts";
import { builtinWriter } from "../lessons/builtin/writer.ts";
import { barriers, keepPicture, openPage, PHONE } from "./support/browser.ts";
import { saved } from "./support/editors.ts";
import { modelServer } from "./support/model-server.ts";
import { ownerPages } from "./support/owner.ts";
import { ownerWindows } from "./support/owner-windows.ts";
import { connect } from "./support/service.ts";
import { webhookReceiver } from "./support/webhook-receiver.ts";

type Service = Awaited<ReturnType<typeof ownerPages>>;

const ada = "ada@example.org";

test("an agent makes a draft, its owner publishes it by its link, a respondent answers, the webhook arrives, a question is retired", async () => {
  const environment = { WEBHOOK_NETWORKS: "127.0.0.1" };
  const service = await ownerPages({ generateForm: builtInGenerator, editForm: builtInEditor, environment });
  const show = await ownerWindows(service, ada);
  const agent = await agentOf(service);
  const { form_id, urls } = outputOf(
    await agent.createForm({
      prompt: "Sign-up for a rowing course with name (required), email (required) and level (New | Trained)",
    }),
  );

  // The same link, of the draft and of the form.
  const [page] = await show("draft", urls.public);
  await page!.getByRole("button", { name: "Publish" }).first().click();
  await page!.getByText("takes answers.").waitFor();

  const receiver = await webhookReceiver();
  await page!.goto(`${service.publicUrl}/forms/${form_id}/connections`);
  await page!.fill("#in-url", receiver.url);
  await page!.locator(".panel .main").click();
  const secret = await page!.locator(".secret code").innerText();
  await answer(service, urls.public);
  await expect.poll(() => receiver.received.length).toBe(1);
  const [event] = receiver.received;
  expect(event!.body.type).toBe("response.verified");
  expect(event!.isSignedWith(secret)).toBe(true);
  expect(JSON.stringify(event!.body.data)).toContain("Grace Hopper");
  await show("connections", `${service.publicUrl}/forms/${form_id}/connections`);

  await page!.goto(urls.edit);
  await page!.locator(".ed-item-name", { hasText: "Level" }).click();
  await page!.locator("[data-name=remove]:not(.menu *)").click();
  await page!.locator("[data-name=keep]").click();
  await saved(page!, "unpublished");
  await page!.locator("[data-name=publish-changes]").click();
  await saved(page!);
  await show("retired", urls.edit);
  const { structure } = outputOf(await agent.getForm({ form_id, include_structure: true }));
  expect(JSON.stringify(structure)).toContain('"retired":true');
  await show("responses", `${service.publicUrl}/forms/${form_id}/responses`);
});

/** Answers like a language model: three parts with a picture each, and a task of each kind. */
const spanish = {
  title: "Por qué sube el pan",
  summary: "La levadura produce gas y la masa lo retiene.",
  sections: [
    {
      heading: "Lo que hace la levadura",
      paragraphs: ["La levadura se alimenta del azúcar de la masa y produce dióxido de carbono."],
    },
    {
      heading: "Por qué la masa retiene el gas",
      paragraphs: ["Al amasar, el gluten forma una red que se estira y no deja salir las burbujas."],
    },
    {
      heading: "Lo que pasa en el horno",
      paragraphs: ["Con el calor las burbujas crecen, y después la corteza se pone firme y dorada."],
    },
  ],
  tasks: [
    {
      kind: "choice",
      question: "¿Qué gas hace subir la masa?",
      options: ["Dióxido de carbono", "Oxígeno", "Nitrógeno"],
      correct: ["Dióxido de carbono"],
      explanation: "Lo produce la levadura.",
    },
    {
      kind: "number",
      question: "¿Cuántos gramos hay en 2 kg de harina?",
      answer: 2000,
      unit: "g",
      explanation: "Un kilogramo tiene 1000 gramos.",
    },
    {
      kind: "order",
      question: "Ponga los pasos en orden.",
      items: ["Mezclar la masa", "Dejarla subir", "Hornearla"],
      explanation: "La masa sube antes de ir al horno.",
    },
    {
      kind: "gap",
      question: "Al amasar, el ___ forma una red.",
      accepted: ["gluten"],
      explanation: "Se explica en la segunda parte.",
    },
    {
      kind: "open",
      question: "¿Por qué la masa fría sube despacio?",
      points: ["La levadura trabaja despacio en el frío", "Se produce menos gas"],
      explanation: "La levadura está viva.",
    },
  ],
  pictures: [
    {
      section: 1,
      alt: "Los pasos del pan: mezclar, subir, hornear",
      description: "Un cuenco con masa sobre una mesa de madera",
      diagram: { layout: "flow", steps: ["Mezclar", "Subir", "Hornear"] },
    },
    {
      section: 2,
      alt: "El gluten y lo que forma",
      description: "Burbujas en una red de gluten",
      diagram: { layout: "hub", middle: "Gluten", around: ["Red", "Burbujas", "Elástico"] },
    },
    {
      section: 3,
      alt: "Lo que pasa en el horno: calor, burbujas, corteza",
      description: "Un pan dorado en el horno",
      diagram: { layout: "flow", steps: ["Calor", "Burbujas", "Corteza"] },
    },
  ],
  left_out: [],
};

test("an owner makes a lesson in Spanish with three pictures: what is charged is seen, in Spanish", async () => {
  const model = await modelServer("openai-compatible", [spanish]);
  const service = await ownerPages({ writer: builtinWriter, environment: model.environment });
  const show = await ownerWindows(service, ada);
  const [page, phone] = await show("lessons", `${service.publicUrl}/lessons`);
  await page!.fill("#prompt", "Por qué sube el pan");
  await page!.locator("details.choose summary").click();
  await page!.check("[name=languages][value=es]");
  await page!.selectOption("#pictures", "3");
  await page!.locator("form[action='/lessons/quotes'] .main").click();
  await page!.locator("form [name=task_mode]").first().waitFor();
  expect(await barriers(page!)).toEqual([]);
  await keepPicture(page!, "spanish-quote");
  await page!.locator("form:has([name=task_mode]) .main").click();
  await page!.waitForURL(/\/lessons\/lsn_/);
  const jobs = () => service.storage.db.selectFrom("jobs").select("id").execute();
  await expect.poll(jobs, { timeout: 30_000 }).toEqual([]);
  const made = await service.storage.db
    .selectFrom("lessons")
    .select(["id", "status"])
    .executeTakeFirstOrThrow();
  expect(made.status).toBe("completed");
  await show("spanish-made", page!.url());
  for (const learner of [page!, phone!]) {
    await learner.goto(`${service.publicUrl}/l/${made.id}`);
    expect(await learner.locator("html").getAttribute("lang")).toBe("es");
    expect(await learner.getByText("La levadura se alimenta").count()).toBe(1);
    const pictures = learner.locator("main img");
    expect(await pictures.count()).toBe(3);
    for (const [at, { alt }] of spanish.pictures.entries()) {
      await pictures.nth(at).scrollIntoViewIfNeeded();
      expect(await pictures.nth(at).getAttribute("alt")).toBe(alt);
    }
    expect(await barriers(learner)).toEqual([]);
    await keepPicture(learner, `spanish-lesson-${learner === page ? "desktop" : "phone"}`);
  }
});

test("refuses a lesson that the built-in writer cannot write before charging, to agent and owner alike", async () => {
  const service = await ownerPages({ writer: builtinWriter });
  const show = await ownerWindows(service, ada);
  const agent = await agentOf(service);
  const before = outputOf(await agent.getSubscriptionStatus());
  const refused = await agent.quoteLessonGeneration({
    prompt: "The water cycle",
    languages: ["es"],
    illustration_count: 3,
  });
  expect(refused).toMatchObject({ ok: false, message: expect.stringContaining("no text in Spanish") });
  for (const page of await show("new-lesson", `${service.publicUrl}/lessons`)) {
    await page.fill("#prompt", "The water cycle");
    await page.locator("details.choose summary").click();
    await page.check("[name=languages][value=es]");
    await page.locator("form[action='/lessons/quotes'] .main").click();
    await page.locator(".refusal").waitFor();
    expect(await barriers(page)).toEqual([]);
    await keepPicture(page, `lesson-refused-${await page.locator("html").getAttribute("lang")}`);
  }
  expect(outputOf(await agent.getSubscriptionStatus())).toEqual(before);
});

async function agentOf(service: Service): Promise<Client> {
  return createClient(await connect(service.endpoint, (await service.mint({ email: ada })).token));
}

/** Acts as a respondent on a phone, who confirms the address. */
async function answer(service: Service, url: string): Promise<void> {
  const phone = await openPage({ viewport: PHONE, hasTouch: true, locale: "en" });
  await phone.goto(url);
  service.time.now = new Date(service.time.now.getTime() + 5_000);
  await phone.getByLabel("Name").fill("Grace Hopper");
  await phone.getByLabel("Email").fill("grace@example.org");
  await phone.getByText("Trained", { exact: true }).click();
  await keepPicture(phone, "answering");
  await phone.click("#form .actions .main");
  await phone.waitForURL("**/sent/**");
  await keepPicture(phone, "code");
  const { subject } = await service.nextMail("grace@example.org");
  await phone.fill("#f-code", /\d{6}/.exec(subject)![0]);
  await phone.waitForURL("**/done/**");
  await keepPicture(phone, "done");
}
