/** Right answers on the wire: not shown before a response counts. */
import { expect, test } from "vitest";
import { ownerPages } from "../../test/support/owner.ts";
import { publicForms } from "../../test/support/public-forms.ts";
import { quiz, quizWith } from "../../test/support/quiz.ts";
import { type Page, sendForm, visit } from "../../test/support/visitor.ts";

const answers = { "a.name": "Ada", "a.capital": "sydney", "a.planets": ["mars", "venus"] };
const TITLE = "Your result";

const words = ({ html }: Page) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

async function start(structure = quiz) {
  const forms = await publicForms();
  const url = await forms.publish(structure);
  const first = await visit(url);
  forms.later(5_000);
  const send = () => sendForm(first, { ...answers, address: "ada@example.org", go: "send" });
  return { forms, url, first, send };
}

test("earlier pages reveal neither right answers nor points", async () => {
  const { first, send, forms } = await start();
  const updated = await sendForm(first, { ...answers, go: "update" });
  const sent = await send();
  const done = await visit(sent.url.replace("/sent/", "/done/"));
  expect(done.url).toBe(sent.url);
  for (const page of [first, updated, sent, done]) {
    expect([page.status, page.html.includes(TITLE)]).toEqual([200, false]);
    expect(page.html).not.toMatch(/score|&quot;points&quot;|data-show="(points|percent|moons)"/);
  }
  expect(words(updated)).toContain("… points so far, … per cent");
  expect(words(updated)).toContain("Ada , what is the capital");
  const { code, text } = await forms.mail();
  expect(text).not.toMatch(/right|points/i);
  expect(words(await sendForm(sent, { code }))).toContain(TITLE);
});

test("a counted response shows its respondent the right answers, in the language of the page", async () => {
  const { forms, url, send } = await start();
  const sent = await send();
  const done = await sendForm(sent, { code: (await forms.mail()).code });
  const shown = words(done);
  expect(shown).toContain("3 points, Ada");
  expect(shown).toContain(
    `${TITLE} Points: 3 of 5 Ada, what is the capital of Australia? Partly right Points: 1 of 2 Your answer Sydney Right answer Canberra`,
  );
  expect(shown).toContain("Which of these are planets? Right Points: 2 of 2 Your answer Mars Venus How many");
  expect(shown).toContain("How many moons has Mars? Not answered Points: 0 of 1 Right answer Two");
  const german = await visit(`${done.url.split("?")[0]}?lang=de`);
  expect(words(german)).toContain(
    "Zum Teil richtig Punkte: 1 von 2 Ihre Antwort Sydney Richtige Antwort Canberra",
  );
  expect(german.html).toContain('<span lang="en">Two</span>');
  const ticket = done.url.split("/done/")[1]!;
  const other = await forms.publish(quiz);
  for (const address of [`${other}/done/${ticket}`, `${url}/done/x${ticket}`, `${url}/done/none`])
    expect([address, (await visit(address)).status]).toEqual([address, 404]);
});

test("the current setting of the owner decides, and the answered version defines the right answers", async () => {
  const { forms, url, send } = await start(quizWith(({ settings }) => delete settings!.answer_key));
  const done = await sendForm(await send(), { code: (await forms.mail()).code });
  expect(words(done)).not.toContain(TITLE);
  const changed = quizWith(({ calculations }) => {
    calculations![1]!.formula = "score(capital, 'sydney': 7)";
  });
  await forms.change(url, changed);
  expect(words(await visit(done.url))).toContain("Points: 3 of 5");
  await forms.change(url, { ...changed, settings: {} });
  expect(words(await visit(done.url))).not.toContain(TITLE);
});

test("a second response of the same address does not count and shows nothing", async () => {
  const { forms, url, send } = await start();
  await sendForm(await send(), { code: (await forms.mail()).code });
  const again = await visit(url);
  forms.later(120_000);
  const sent = await sendForm(again, { ...answers, address: "ada@example.org", go: "send" });
  const refused = await sendForm(sent, { code: (await forms.mail()).code });
  expect([refused.status, refused.html.includes(TITLE)]).toEqual([410, false]);
  expect((await visit(sent.url.replace("/sent/", "/done/"))).html).not.toContain(TITLE);
});

test("an agent sets and removes the key like any setting, and owners see what respondents will see", async () => {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { token } = await service.mint();
  const { answer_key, ...settings } = quiz.settings!;
  const created = await service.call(token, "service_create_form", { structure: { ...quiz, settings } });
  const { form_id } = created.structuredContent as { form_id: string };
  const set = (key: string | null) =>
    service.call(token, "service_update_form", {
      form_id,
      operations: [{ op: "change_form", settings: { answer_key: key } }],
    });
  expect(JSON.stringify(await set("capital"))).toContain(
    "which does not have right answers: take a calculation",
  );
  expect(JSON.stringify(await set("pionts"))).toContain("did you mean points?");
  expect((await set(answer_key!)).structuredContent).toMatchObject({
    changes: [{ kind: "settings_changed", impact: "safe", path: "/settings/answer_key" }],
    warnings: [{ code: "untranslated" }, { code: "mention" }, { code: "mention" }],
  });
  const path = `/forms/${form_id}`;
  const preview = await ada.open(`${path}/preview`);
  const [, action = ""] = /action="([^"]*preview[^"]*)"/.exec(preview.html) ?? [];
  const end = await ada.send(preview, action, { "a.capital": "canberra", go: "send" });
  expect(end.html).toContain(TITLE);
  const gone = await service.call(token, "service_update_form", {
    form_id,
    operations: [{ op: "change_form", calculations: [] }],
  });
  expect(JSON.stringify(gone)).toContain("/settings/answer_key is points, which the form does not have");
  await set(null);
  const read = await service.call(token, "service_get_form", { form_id, include_structure: true });
  expect(read.structuredContent).toMatchObject({ structure: { settings } });
  expect(JSON.stringify(read)).not.toContain("answer_key");
});
