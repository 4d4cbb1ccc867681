/** The page that asks for a form's password: it has the title of the form if the owner wants that. */
import { expect, test } from "vitest";
import { builtInGenerator } from "../../../ai/built-in.ts";
import { ownerPages } from "../../../test/support/owner.ts";
import { visit } from "../../../test/support/visitor.ts";

test("shows the title once the owner has turned it on, and never a question or a preview for other sites", async () => {
  const service = await ownerPages({ generateForm: builtInGenerator });
  const ada = await service.signIn();
  const prompt = "Secret garden party\nOnly for friends.\nFavourite flower *";
  const made = await ada.send(await ada.open("/forms/new"), "/forms/new", { prompt });
  const id = /frm_\w+/.exec(made.url)![0];
  const act = async (page: string, action: string, entries: Record<string, string>) =>
    ada.send(await ada.open(`/forms/${id}${page}`), `/forms/${id}/${action}`, entries);
  await act("", "status", { action: "publish" });
  await act("/settings", "password", { password: "rosebush 1987" });
  const respondent = async () => (await visit(`${service.publicUrl}/f/${id}`)).html;

  expect(await respondent()).not.toContain("garden");
  expect((await act("/settings", "password-page", { shows_title: "on" })).html).toContain(
    "People see the title",
  );
  const page = await respondent();
  expect(page).toContain('<p class="eyebrow">Secret garden party</p>');
  for (const hidden of ["Only for friends", "Favourite flower", "og:title"])
    expect(page).not.toContain(hidden);
  await act("/settings", "password-page", { shows_title: "off" });
  expect(await respondent()).not.toContain("garden");
});
