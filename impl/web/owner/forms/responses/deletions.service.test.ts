/** The list of responses after a deletion: it says what has happened, and offers to undo it. Without scripts. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../../generated/types.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";
import type { Page } from "../../../../test/support/visitor.ts";

const structure: FormStructure = {
  title: { en: "Trip" },
  languages: ["en"],
  default_language: "en",
  pages: [{ id: "page", fields: [{ id: "name", type: "short_text", label: { en: "Name" } }] }],
};

async function start() {
  const service = await ownerPages();
  const ada = await service.signIn();
  const answered = await answeredForm(service, structure);
  const path = `/forms/${answered.form.id}/responses`;
  const statuses = async () => {
    const rows = await service.storage.db.selectFrom("responses").select("status").orderBy("id").execute();
    return rows.map(({ status }) => status).sort();
  };
  /** Sends the form of the list with an action for some responses. */
  const act = (page: Page, action: string, response: readonly string[]) => {
    const list = page.html.slice(page.html.indexOf('id="shown-table"'));
    return ada.send({ ...page, html: list }, `${path}/selected`, { action, response });
  };
  /** Sends the form in the message above the list. */
  const undo = (page: Page) => ada.send(page, `${path}/selected`, { action: "restore" });
  return { service, ada, ...answered, path, statuses, act, undo };
}

/** The message above the list, and what stands in the place of the table. */
function saidBy({ html }: Page) {
  const [, notice = ""] = /<p role="status">([^<]*)</.exec(html) ?? [];
  const [, none] = /<span data-news>([^<]*)<\/span>/.exec(html) ?? [];
  const [, back] = /class="empty">.*?href="([^"]+)"/s.exec(html) ?? [];
  return { notice, none, back };
}

test("a deletion of all that matched says so, leads to all responses, and is undone by a button", async () => {
  const { ada, respond, path, statuses, act, undo } = await start();
  const ids = [await respond({ name: "Zoë" }), await respond({ name: "Zoë 2" })];
  await respond({ name: "Bo" });
  const deleted = await act(await ada.open(`${path}?text=zoe`), "delete", ids);
  expect(saidBy(deleted)).toEqual({
    notice: expect.stringContaining("Deleted."),
    none: "No responses are left in this list.",
    back: path,
  });
  expect(await statuses()).toEqual(["deleted", "deleted", "verified"]);
  const restored = await undo(deleted);
  expect(new URL(restored.url).search).toBe("?text=zoe&done=counts_again");
  expect(restored.html.match(/class="person"/g)).toHaveLength(2);
  expect(await statuses()).toEqual(["verified", "verified", "verified"]);
  // The page of the deletion, opened again, no longer offers it.
  expect((await ada.open(deleted.url)).html).not.toContain(">Restore<");
});

test("a search that never matched says so, and leads to all responses", async () => {
  const { ada, respond, path } = await start();
  await respond({ name: "Bo" });
  expect(saidBy(await ada.open(`${path}?text=zoe`))).toMatchObject({
    none: "Nothing matches. 1 response was searched.",
    back: path,
  });
  expect(saidBy(await ada.open(`${path}?status=spam`)).back).toBe(path);
});

test.each([
  ["spam", ""],
  ["not_spam", "status=spam"],
  ["restore", "status=deleted"],
])("after the action %s the list says that none are left", async (action, query) => {
  const { ada, respond, path, act } = await start();
  const id = await respond({ name: "Zoë" }, { status: query === "status=spam" ? "spam" : "verified" });
  if (action === "restore") await act(await ada.open(path), "delete", [id]);
  const page = await act(await ada.open(`${path}?${query}`), action, [id]);
  expect(saidBy(page).none).toBe("No responses are left in this list.");
});

test("a whole page of responses is restored at once", async () => {
  const { ada, respondOften, path, statuses, act, undo } = await start();
  await respondOften(40, (n) => ({ name: `Person ${n}` }));
  const ticked = await ada.open(`${path}?select=page`);
  const some = await act(ticked, "delete", idsIn(ticked.html));
  expect((await statuses()).filter((status) => status === "deleted")).toHaveLength(25);
  await undo(some);
  expect(new Set(await statuses())).toEqual(new Set(["verified"]));
});

test("only those who may change the form undo a deletion, and only one of this form", async () => {
  const { service, ada, form, respond, path, act } = await start();
  const id = await respond({ name: "Zoë" });
  const deleted = await act(await ada.open(path), "delete", [id]);
  const search = new URL(deleted.url).search;
  await service.signIn("bob@example.org");
  await ada.send(await ada.open(`/forms/${form.id}`), `/forms/${form.id}/share`, {
    email: "bob@example.org",
    permission: "view",
  });
  const bob = await service.signIn("bob@example.org");
  expect((await bob.open(path + search)).html).not.toContain(">Restore<");
  const other = await answeredForm(service, structure);
  expect((await ada.open(`/forms/${other.form.id}/responses${search}`)).html).not.toContain(">Restore<");
  expect((await ada.open(`${path}?done=responses_deleted&left=%27.x`)).html).not.toContain(">Restore<");
  expect((await ada.open(path + search)).html).toContain(">Restore<");
});

function idsIn(html: string): string[] {
  return [...html.matchAll(/name="response" value="([^"]+)"/g)].map(([, id]) => id!);
}
