import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { insertVersion, lockForm } from "../forms/forms.ts";
import { newId } from "../platform/ids.ts";
import { openEngine } from "../test/support/engine.ts";
import { MINUTE_MS, respondents } from "../test/support/respondents.ts";
import { isNothingLeft, placesLeft } from "./capacity.ts";
import { confirmByCode } from "./confirm.ts";
import { eraseRespondent } from "./retention/erase-respondent.ts";
import { submit } from "./submit.ts";
import { issueVerification } from "./verification.ts";

type Capacities = Readonly<Record<string, number | undefined>>;

const choice = (id: string, capacity: number | undefined) => ({
  id,
  label: { en: `Slot ${id}` },
  ...(capacity !== undefined && { capacity }),
});

/** A slot to choose, and workshops with several choices. */
function slots({ a, b, x, y }: Capacities): FormStructure {
  return {
    title: { en: "Slots" },
    default_language: "en",
    languages: ["en"],
    pages: [
      {
        id: "page_1",
        fields: [
          {
            id: "slot",
            type: "single_choice",
            label: { en: "Slot" },
            required: true,
            allow_other: true,
            choices: [choice("a", a), choice("b", b), choice("c", undefined)],
          },
          {
            id: "workshops",
            type: "multiple_choice",
            label: { en: "Workshops" },
            allow_other: true,
            choices: [choice("x", x), choice("y", y)],
          },
        ],
      },
    ],
  };
}

async function slotForm(capacities: Capacities = { a: 1 }) {
  const service = await respondents();
  const { storage, time, publish } = service;
  let structure = slots(capacities);
  const form = await publish(structure);
  let version = form.version;
  return {
    ...service,
    form,
    current: () => ({ ...form, version, structure }),
    async change(next: Capacities) {
      structure = slots(next);
      version += 1;
      await storage.db.transaction().execute(async (transaction) => {
        await lockForm(transaction, form.id);
        await insertVersion(transaction, { id: form.id, version }, structure, time.now);
        await transaction.updateTable("forms").set({ version }).where("id", "=", form.id).execute();
      });
    },
    left: async () => {
      const left = await placesLeft(storage.db, form.id, structure, time.now);
      return Object.fromEntries([...left.values()].flatMap((choices) => [...choices]));
    },
    setStatus: (id: string, status: "verified" | "spam" | "deleted") =>
      storage.db.updateTable("responses").set({ status }).where("id", "=", id).execute(),
  };
}

test("a response holds its place for half an hour, and keeps it once it is confirmed", async () => {
  const { current, send, sent, mailed, confirmCode, later, left } = await slotForm({ a: 1, b: 1 });
  const refused = { problems: new Map([["slot", { code: "choice_full", choice: { en: "Slot a" } }]]) };
  const first = await sent(current(), { slot: "a" });
  expect(await left()).toEqual({ a: 0, b: 1 });
  expect(await send(current(), { slot: "a" })).toMatchObject(refused);
  const { code } = await mailed(first);
  later(30 * MINUTE_MS);
  expect(await left()).toEqual({ a: 1, b: 1 });
  const second = await sent(current(), { slot: "a" });
  expect(await confirmCode(first, code)).toEqual({ state: "expired" });
  expect(await confirmCode(first, (await mailed(first)).code)).toEqual({
    state: "choice_full",
    choice: { en: "Slot a" },
  });
  expect(await confirmCode(second, (await mailed(second)).code)).toMatchObject({ state: "verified" });
  later(60 * MINUTE_MS);
  expect(await left()).toEqual({ a: 0, b: 1 });
  expect(await send(current(), { slot: "a" })).toMatchObject(refused);
  expect(await sent(current(), { slot: "b" })).toMatch(/^rsp_/);
});

test("a place that is still free is given to a response that is confirmed late", async () => {
  const { current, sent, mailed, confirmCode, later, left } = await slotForm();
  const id = await sent(current(), { slot: "a" });
  later(31 * MINUTE_MS);
  expect(await confirmCode(id, (await mailed(id)).code)).toMatchObject({ state: "verified" });
  expect(await left()).toEqual({ a: 0 });
});

test("spam, deletion and erasure free a place; a response restored from spam takes it again", async () => {
  const { storage, files, current, sent, verified, send, left, setStatus } = await slotForm();
  await sent(current(), { slot: "a" }, { isSpam: true });
  expect(await left()).toEqual({ a: 1 });
  const pending = await sent(current(), { slot: "a" });
  await setStatus(pending, "spam");
  expect(await left()).toEqual({ a: 1 });
  const id = await verified(current(), { slot: "a" }, "ada@example.org");
  await setStatus(id, "spam");
  expect(await left()).toEqual({ a: 1 });
  await setStatus(id, "verified");
  expect(await left()).toEqual({ a: 0 });
  expect(
    (await eraseRespondent({ storage, files, clock: () => new Date() }, "ada@example.org")).responses,
  ).toBeGreaterThan(0);
  expect(await left()).toEqual({ a: 1 });
  const last = await verified(current(), { slot: "a" }, "eva@example.org");
  expect(await send(current(), { slot: "a" })).toHaveProperty("problems");
  await storage.db.deleteFrom("responses").where("id", "=", last).execute();
  expect(await left()).toEqual({ a: 1 });
});

test("a later capacity counts existing responses; typed answers never count", async () => {
  const { current, verified, left, change } = await slotForm({});
  await verified(current(), { slot: "a", workshops: ["x", "y"] });
  await verified(current(), { slot: "a", workshops: ["y", { other: "x" }] });
  await verified(current(), { slot: { other: "a" }, workshops: [{ other: "y" }] });
  expect(await left()).toEqual({});
  await change({ a: 3, x: 2, y: 2 });
  expect(await left()).toEqual({ a: 1, x: 1, y: 0 });
  await verified(current(), { slot: { other: "a" }, workshops: ["x"] });
  expect(await left()).toEqual({ a: 1, x: 0, y: 0 });
  await change({ a: 1, b: 0 });
  expect(await left(), "below what is taken").toEqual({ a: 0, b: 0 });
  await change({});
  await verified(current(), { slot: "a" });
  await change({ a: 4 });
  expect(await left()).toEqual({ a: 1 });
  await change({ a: 3 });
  expect(await left()).toEqual({ a: 0 });
});

test("a form is full when a required question has no free choice and accepts no text", () => {
  const structure = slots({});
  const [slot] = structure.pages[0]!.fields;
  const none = { a: 0, b: 0, c: 0 };
  const full = new Map([["slot", new Map(Object.entries(none))]]);
  const one = new Map([["slot", new Map(Object.entries({ ...none, c: 1 }))]]);
  expect(isNothingLeft(structure, full)).toBe(false);
  Object.assign(slot!, { allow_other: false });
  expect(isNothingLeft(structure, full)).toBe(true);
  expect(isNothingLeft(structure, one)).toBe(false);
  expect(isNothingLeft(structure, new Map([["slot", new Map([["a", 0]])]]))).toBe(false);
  Object.assign(slot!, { visible_if: { field: "workshops", op: "answered" } });
  expect(isNothingLeft(structure, full)).toBe(false);
});

test("exactly as many simultaneous respondents at two nodes get a place as there are places", async () => {
  const { folder, storage, files, clock, key, current, later, left } = await slotForm({ a: 3, x: 2 });
  const other = await openEngine(folder);
  onTestFinished(() => other.close());
  const nodes = [storage, other].map((of) => ({ storage: of, files, clock, key }));
  const { id: formId, version, structure } = current();
  const submission = (n: number, version_ = version) => ({
    fill: {
      id: newId("fill"),
      formId,
      version: version_,
      rawAnswers: { slot: "a", workshops: n % 2 ? ["x"] : [] },
    },
    structure,
    current: { version, structure },
    language: "en" as const,
    email: `p${n}@example.org`,
    isSpam: false,
    network: "203.0.113.9",
  });
  const people = Array.from({ length: 10 }, (_, n) => n);
  const send = () => Promise.all(people.map((n) => submit(nodes[n % 3 ? 0 : 1]!, submission(n))));
  const ids = (sent: Awaited<ReturnType<typeof send>>) =>
    sent.flatMap((one) => ("responseId" in one ? [one.responseId] : []));
  const early = ids(await send());
  expect(early).toHaveLength(3);
  later(31 * MINUTE_MS);
  const late = ids(await send());
  expect(late).toHaveLength(3);
  const confirmed = await Promise.all(
    [...early, ...late].map(async (id, n) => {
      const issued = await issueVerification(nodes[0]!, id);
      if (typeof issued === "string" || !("proof" in issued)) throw new Error("no code");
      return confirmByCode(nodes[n % 2]!, id, issued.proof.code);
    }),
  );
  const states = confirmed.map(({ state }) => state).sort();
  expect(states).toEqual([...Array(3).fill("choice_full"), ...Array(3).fill("verified")]);
  expect(await left()).toMatchObject({ a: 0 });
});

const step = fc.oneof(
  fc.record({
    do: fc.constant("send" as const),
    slot: fc.constantFrom("a", "b", "c"),
    workshops: fc.subarray(["x", "y"]),
  }),
  fc.record({
    do: fc.constantFrom("confirm" as const, "spam" as const, "delete" as const, "remove" as const),
    at: fc.nat(8),
  }),
  fc.record({ do: fc.constant("wait" as const), minutes: fc.constantFrom(10, 31) }),
  fc.record({ do: fc.constant("unlimit" as const) }),
);

test("after any events, no choice exceeds its capacity, the places left are those that a response gets, and the totals match the responses", async () => {
  const service = await slotForm({});
  const { storage, left, send, mailed, confirmCode, later, change, current, setStatus, form } = service;
  const capacities = { a: 1, b: 2, x: 2, y: 1 };
  const law = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
    await storage.db.deleteFrom("responses").where("form_id", "=", form.id).execute();
    await change(capacities);
    const ids: string[] = [];
    for (const one of steps) {
      if (one.do === "send") {
        const before = await placesTaken();
        const chosen = [one.slot, ...one.workshops] as (keyof typeof capacities)[];
        const hasRoom = chosen.every(
          (id) => (before[id] ?? 0) < (capacities[id] ?? Number.POSITIVE_INFINITY),
        );
        const result = await send(current(), { slot: one.slot, workshops: one.workshops });
        expect("responseId" in result).toBe(hasRoom);
        if ("responseId" in result) ids.push(result.responseId);
      } else if (one.do === "wait") later(one.minutes * MINUTE_MS);
      else if (one.do === "unlimit") {
        await change({});
        await change(capacities);
      } else await act(one.do, ids[one.at]);
      const taken = await placesTaken();
      const free = Object.entries(capacities).map(([id, places]) => [id, places - (taken[id] ?? 0)] as const);
      for (const [id, places] of free) expect(places, id).toBeGreaterThanOrEqual(0);
      expect(await left()).toEqual(Object.fromEntries(free));
      expect(await totals()).toEqual(await recounted());
    }
  });
  await fc.assert(law, { numRuns: 12 });

  async function act(what: "confirm" | "spam" | "delete" | "remove", id: string | undefined) {
    if (id === undefined) return;
    if (what === "confirm") {
      later(MINUTE_MS);
      const row = await service.response(id);
      if (row?.status === "pending_verification") await confirmCode(id, (await mailed(id)).code);
    } else if (what === "spam") await setStatus(id, "spam");
    else if (what === "delete") await setStatus(id, "deleted");
    else await storage.db.deleteFrom("responses").where("id", "=", id).execute();
  }
  async function responsesOf(id: readonly string[]) {
    const rows = await storage.db
      .selectFrom("responses")
      .selectAll()
      .where("form_id", "=", form.id)
      .where("status", "in", id as ("verified" | "pending_verification")[])
      .execute();
    return rows.map(({ answers, ...row }) => {
      const { slot, workshops = [] } = JSON.parse(answers) as { slot: string; workshops?: string[] };
      return { ...row, chosen: [slot, ...workshops] };
    });
  }
  /** Counts places by the answers of verified responses, and of responses sent within the last half hour. */
  async function placesTaken(): Promise<Record<string, number>> {
    const since = new Date(service.time.now.getTime() - 30 * MINUTE_MS).toISOString();
    const rows = await responsesOf(["verified", "pending_verification"]);
    return count(rows.filter(({ status, submitted_at }) => status === "verified" || submitted_at > since));
  }
  async function recounted() {
    const counts = count(await responsesOf(["verified"]));
    return Object.fromEntries(Object.keys(capacities).map((id) => [id, counts[id] ?? 0]));
  }
  async function totals() {
    const rows = await storage.db
      .selectFrom("choice_totals")
      .selectAll()
      .where("form_id", "=", form.id)
      .execute();
    return Object.fromEntries(rows.map(({ choice_id, chosen }) => [choice_id, chosen]));
  }
});

function count(rows: readonly { readonly chosen: readonly string[] }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of rows.flatMap(({ chosen }) => chosen)) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}
