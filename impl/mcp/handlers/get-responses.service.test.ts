import { expect, test } from "vitest";
import type { Answers } from "../../forms/answers/answer.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { startService } from "../../test/support/service.ts";
import { failureCode } from "../../test/support/wire.ts";

async function reading(scopes?: readonly string[]) {
  const service = await startService();
  service.time.now = new Date("2026-03-15T12:00:00.000Z");
  const { token } = await service.mint({ plan: "business", ...(scopes && { scopes }) });
  const answered = await answeredForm(service);
  const read = (args: object = {}) =>
    service.call(token, "service_get_responses", { form_id: answered.form.id, ...args });
  const ids = async (args: object = {}): Promise<string[]> =>
    (await read(args)).structuredContent.responses.map((one: { response_id: string }) => one.response_id);
  return { ...service, ...answered, token, read, ids };
}

const answers: Answers = {
  name: "Alan",
  email: "friend@example.org",
  bio: "Write to alan@example.org.",
  website: "https://example.org/",
  track: { other: "ALAN@example.org" },
  interests: ["ai", { other: "Chess" }],
  sessions: { rows: { morning: ["talk"], evening: ["talk", "workshop"] } },
  source: " Alan@Example.org ",
  terms: true,
  age: 42,
  score: 14,
};

test("reads a response as it was answered, with addresses for those who may see them", async () => {
  const { read, respond, upload } = await reading();
  const { file } = await upload("slides.pdf", "%PDF-1.7");
  const id = await respond({ ...answers, slides: [file] });
  const { id: _id, ...named } = file;
  expect((await read()).structuredContent).toEqual({
    responses: [
      {
        response_id: id,
        status: "verified",
        submitted_at: "2026-03-15T12:00:00.000Z",
        verified_at: "2026-03-15T12:00:00.000Z",
        language: "en",
        form_version: 1,
        email: "alan@example.org",
        answers: { ...answers, slides: [named] },
      },
    ],
    total_count: 1,
    next_cursor: null,
  });
});

test("without responses:read:pii no address is shown anywhere", async () => {
  const { read, respond } = await reading(["responses:read"]);
  await respond(answers);
  const [response] = (await read()).structuredContent.responses;
  const { email: _email, track: _track, source: _source, ...shown } = answers;
  expect(response).not.toHaveProperty("email");
  expect(response.answers).toEqual(shown);
});

test("hides answers to fields that were email fields in the answered version", async () => {
  const { read, respond, storage, form } = await reading(["responses:read"]);
  const { structure } = await storage.db
    .selectFrom("form_versions")
    .select("structure")
    .executeTakeFirstOrThrow();
  const changed = structure.replace('"id":"email","type":"email"', '"id":"email","type":"short_text"');
  const version = { form_id: form.id, version: 2, structure: changed, created_at: form.created_at };
  await storage.db.insertInto("form_versions").values(version).execute();
  await respond({ email: "friend@example.org" });
  await respond({ email: "friend@example.org" }, { form_version: 2 });
  const shown = (await read()).structuredContent.responses.map(
    (one: { form_version: number; answers: object }) => [one.form_version, one.answers],
  );
  expect(new Map(shown)).toEqual(
    new Map([
      [1, {}],
      [2, { email: "friend@example.org" }],
    ]),
  );
});

test("pages neither repeat nor skip a response while others come in", async () => {
  const { read, respond, respondOften } = await reading();
  await respondOften(7, (n) => ({ age: n }));
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const { structuredContent: page } = await read({ limit: 3, ...(cursor && { cursor }) });
    seen.push(...page.responses.map((one: { answers: { age: number } }) => one.answers.age));
    cursor = page.next_cursor ?? undefined;
    await respond({ age: 99 }, { submitted_at: "2026-04-01T00:00:00.000Z" });
  } while (cursor !== undefined);
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0]);
});

test("a cursor works for its own form, filters and account only", async () => {
  const { read, respondOften, mint, call, form } = await reading();
  await respondOften(3, () => ({}));
  const cursor = (await read({ limit: 1 })).structuredContent.next_cursor;
  for (const args of [{ status: "spam" }, { date_from: "2026-01-01" }, { date_to: "2026-12-31" }]) {
    expect(failureCode(await read({ limit: 1, cursor, ...args }))).toBe("invalid_input");
  }
  const bob = await mint({ email: "bob@example.org" });
  const shared = { form_id: form.id, email: "bob@example.org", permission: "view" };
  await call((await mint()).token, "service_share_form", shared);
  const asBob = await call(bob.token, "service_get_responses", { form_id: form.id, limit: 1, cursor });
  expect(failureCode(asBob)).toBe("invalid_input");
});

const filters: [args: object, days: number[]][] = [
  [{}, [5, 4, 3, 2, 1]],
  [{ date_from: "2026-03-04" }, [5, 4]],
  [{ date_to: "2026-03-02" }, [2, 1]],
  [{ date_from: "2026-03-02", date_to: "2026-03-03" }, [3, 2]],
  [{ date_from: "2026-03-03T23:59:59.999Z" }, [5, 4, 3]],
  [{ date_to: "2026-03-03T23:59:59.999Z" }, [2, 1]],
  [{ date_from: "2026-03-04T00:59:59.999+01:00" }, [5, 4, 3]],
  [{ date_from: "2026-03-04t00:00:00z" }, [5, 4]],
  [{ date_from: "2026-03-05", date_to: "2026-03-05T00:00:00Z" }, []],
  [{ date_to: "9999-12-31" }, [5, 4, 3, 2, 1]],
  [{ date_from: "0000-01-01" }, [5, 4, 3, 2, 1]],
];

test.each(filters)("%j: days %j", async (args, days) => {
  const { read, respond } = await reading();
  for (const day of [1, 2, 3, 4, 5]) {
    await respond({ age: day }, { submitted_at: `2026-03-0${day}T23:59:59.999Z` });
  }
  const { structuredContent: page } = await read(args);
  expect(page.responses.map((one: { answers: { age: number } }) => one.answers.age)).toEqual(days);
  expect(page.total_count).toBe(days.length);
});

test("rejects an impossible time", async () => {
  const { read } = await reading();
  for (const time of ["9999-12-31T23:59:59-01:00", "2026-03-15T12:00:00+25:00"]) {
    expect(failureCode(await read({ date_from: time }))).toBe("invalid_input");
  }
});

test("refuses a period that ends before it begins, since nothing could match, as the export does", async () => {
  const { read, call, mint, form } = await reading();
  const { token } = await mint();
  for (const period of [
    { date_from: "2026-03-05", date_to: "2026-03-04" },
    { date_from: "2026-03-05T10:00:00+02:00", date_to: "2026-03-05T07:59:59Z" },
  ]) {
    const refused = await read(period);
    expect(failureCode(refused)).toBe("invalid_input");
    expect(JSON.stringify(refused)).toContain("no response can match");
    const exported = { form_id: form.id, format: "csv", ...period };
    expect(failureCode(await call(token, "service_export_responses", exported))).toBe("invalid_input");
  }
});

test("only verified responses are read unless another status is requested", async () => {
  const { ids, respond } = await reading();
  const statuses = ["verified", "pending_verification", "spam", "deleted"] as const;
  const made = new Map<string, string>();
  for (const status of statuses)
    made.set(status, await respond({}, { status, verified_at: null, email: null }));
  expect(await ids()).toEqual([made.get("verified")]);
  for (const status of statuses) expect(await ids({ status })).toEqual([made.get(status)]);
});

test("cuts a page of very long answers, and the next one continues there", async () => {
  const { read, respondOften } = await reading();
  const long = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`text_${n}`, "x".repeat(10_000)]));
  await respondOften(5, (n) => ({ ...long, age: n }));
  const pages: number[][] = [];
  let cursor: string | undefined;
  do {
    const { structuredContent: page } = await read(cursor ? { cursor } : {});
    pages.push(page.responses.map((one: { answers: { age: number } }) => one.answers.age));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(pages).toEqual([[4, 3], [2, 1], [0]]);
});
