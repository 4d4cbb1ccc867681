/** What an agent makes and what people see of it are one: a form from its draft to a question that is retired, and a lesson that is refused. */
import { outputOf } from "@toolwright/runtime/client";
import { expect, test } from "vitest";
import { type Client, createClient } from "../../generated/client.ts";
import { builtInEditor, builtInGenerator } from "../ai/built-in.ts";
import { builtinWriter } from "../lessons/builtin/writer.ts";
import { barriers, keepPicture, openPage, PHONE } from "./support/browser.ts";
import { saved } from "./support/editors.ts";
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
      prompt: "Sign-up for a rowing course with name, email and level (new, trained)",
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
  await page!.locator("[data-name=retire]").click();
  await saved(page!, "unpublished");
  await page!.locator("[data-name=publish-changes]").click();
  await saved(page!);
  await show("retired", urls.edit);
  const { structure } = outputOf(await agent.getForm({ form_id, include_structure: true }));
  expect(JSON.stringify(structure)).toContain('"retired":true');
  await show("responses", `${service.publicUrl}/forms/${form_id}/responses`);
});

test("a lesson that the built-in writer has nothing for is refused before anything is charged, to agent and owner alike", async () => {
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

/** As a respondent on a phone, who confirms the address. */
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
  await phone.click(".entry .main");
  await phone.waitForURL("**/done/**");
  await keepPicture(phone, "done");
}
