/** Tests waiting lists on both engines: who is on one, who is told and when, and that addresses go. */
import { expect, test } from "vitest";
import type { FormSettings } from "../../../generated/types.ts";
import { confirmEmail, ensureAccount } from "../../accounts/accounts.ts";
import { deleteForm } from "../../forms/delete.ts";
import { insertVersion, lockForm } from "../../forms/forms.ts";
import { removeForm } from "../../forms/remove-form.ts";
import { shareForm } from "../../forms/sharing/share.ts";
import { type FormEdit, updateForm } from "../../forms/update/update.ts";
import { UNCONFIRMED_RESPONSES } from "../../platform/config/uploads.ts";
import { claimJob } from "../../platform/jobs/jobs.ts";
import type { Letter } from "../../platform/mail/letter.ts";
import { refusal } from "../../test/support/domain.ts";
import { addTextField } from "../../test/support/one-field-form.ts";
import { DAY_MS, MINUTE_MS, respondents } from "../../test/support/respondents.ts";
import { signUp } from "../../test/support/sign-up-form.ts";
import { deleteAccount } from "../retention/delete-account.ts";
import { deleteResponses } from "../retention/deleted-responses.ts";
import { eraseFromForm, eraseRespondent } from "../retention/erase-respondent.ts";
import { removeExpired } from "../retention/remove-expired.ts";
import { markSpam } from "../spam.ts";
import { askToWait, confirmWaiting, findWaiting, leaveWaiting } from "./join.ts";
import { waitingJobs } from "./waiting-jobs.ts";
import {
  clearWaitingList,
  listWaiting,
  MAX_WAITING,
  readWaitingList,
  setWaitingList,
} from "./waiting-list.ts";

type World = Awaited<ReturnType<typeof world>>;

const NETWORK = "203.0.113.9";

/** A form with a list, and a worker that runs when the test says so. */
async function world(settings: FormSettings = { response_limit: 1 }) {
  const people = await respondents();
  const { storage, time, clock, publish, verified, later } = people;
  const form = await publish(signUp, settings);
  await confirmEmail(storage.db, form.owner_id);
  await setWaitingList(people, form.owner_id, form.id, true);
  const letters: Letter[] = [];
  const parts = {
    storage,
    clock,
    mailer: { send: async (letter: Letter) => void letters.push(letter) },
    publicUrl: () => "https://forms.example.org",
  };
  const ask = (email: string, network = NETWORK, formId = form.id) =>
    askToWait(people, { formId, email, language: "en", network });

  async function join(email: string): Promise<string> {
    const asked = await ask(email);
    if (typeof asked === "string") throw new Error(`Not asked: ${asked}`);
    expect(await confirmWaiting(people, asked.secret)).toBe(true);
    later(1_000);
    return asked.secret;
  }

  let count = 0;
  return {
    ...people,
    form,
    letters,
    parts,
    ask,
    join,
    /** Takes a place. @returns the id of the response */
    async respond() {
      count += 1;
      return verified(form, { name: "Bo" }, `person${count}@example.net`);
    },
    async setLimit(limit: number | undefined) {
      await storage.db.transaction().execute(async (transaction) => {
        const version = (await lockForm(transaction, form.id))!.version + 1;
        const structure = { ...signUp, settings: limit === undefined ? {} : { response_limit: limit } };
        await insertVersion(transaction, { id: form.id, version }, structure, time.now);
        await transaction.updateTable("forms").set({ version }).where("id", "=", form.id).execute();
      });
    },
    edit: (edit: FormEdit) =>
      updateForm(
        { ...people, editForm: addTextField },
        form.owner_id,
        { formId: form.id, edit, expectedRevision: undefined, dryRun: false },
        AbortSignal.timeout(10_000),
      ),
    /** Does all jobs that are due after a time. @returns who got a letter */
    async work(after = 11 * MINUTE_MS, handler = waitingJobs(parts)) {
      later(after);
      const before = letters.length;
      for (;;) {
        const job = await claimJob(storage, time.now, ["waiting_list"]);
        if (job === undefined) return letters.slice(before).map(({ to }) => to);
        await handler.run(job, AbortSignal.timeout(60_000));
      }
    },
    waiting: async () => (await listWaiting(storage.db, form.owner_id, form.id)).map(({ email }) => email),
    jobs: () => storage.db.selectFrom("jobs").selectAll().where("kind", "=", "waiting_list").execute(),
    rows: () => storage.db.selectFrom("waiting_people").selectAll().orderBy("id").execute(),
    async counted() {
      const rows = await storage.db.selectFrom("unconfirmed_usage").selectAll().execute();
      const used = rows.map(({ id, bytes }) => [id, Number(bytes)] as const);
      return Object.fromEntries(used.filter(([, bytes]) => bytes !== 0));
    },
  };
}

test("as many are told as there are places, in the order in which they confirmed, each once, and then forgotten", async () => {
  const { join, ask, respond, setLimit, work, waiting, letters, jobs, rows } = await world();
  await respond();
  for (const name of ["ada", "bo", "eve", "kim"]) await join(`${name}@example.com`);
  await ask("unconfirmed@example.com");
  expect(await work()).toEqual([]);
  expect(await waiting()).toEqual(["ada", "bo", "eve", "kim"].map((name) => `${name}@example.com`));
  await setLimit(3);
  expect(await work()).toEqual(["ada@example.com", "bo@example.com"]);
  expect(letters[0]).toMatchObject({ subject: "A place is free" });
  expect(letters[0]!.text).toContain(
    "the form “Sign up” of owner@example.org on forms.example.org takes answers",
  );
  expect(letters[0]!.text).toContain("The place is not reserved");
  expect(await waiting()).toEqual(["eve@example.com", "kim@example.com"]);
  // The two have the places for themselves among those who wait, for a day.
  expect(await work(23 * 60 * MINUTE_MS)).toEqual([]);
  expect(await work(2 * 60 * MINUTE_MS)).toEqual(["eve@example.com", "kim@example.com"]);
  expect([await work(DAY_MS), await jobs()]).toEqual([[], []]);
  expect((await rows()).map(({ email }) => email)).toEqual(["unconfirmed@example.com"]);
});

test("a place that comes free later is for the next person at once, also while others still think", async () => {
  const { join, respond, setLimit, work, form, ...rest } = await world();
  const first = await respond();
  for (const name of ["ada", "bo", "eve"]) await join(`${name}@example.com`);
  await deleteResponses(rest, form.owner_id, form.id, [first]);
  expect(await work()).toEqual(["ada@example.com"]);
  await setLimit(2);
  expect(await work()).toEqual(["bo@example.com"]);
  // Ada and Bo answer, and both places are taken.
  await respond();
  await respond();
  expect(await work()).toEqual([]);
  await setLimit(3);
  expect(await work()).toEqual(["eve@example.com"]);
});

/** Ways in which a place comes free, each done by the owner of a form that is full with one response. */
const freeing = {
  "a response is deleted": (world: World, first: string) =>
    deleteResponses(world, world.form.owner_id, world.form.id, [first]),
  "a response is marked as spam": (world: World, first: string) =>
    markSpam(world, world.form.owner_id, world.form.id, [first]),
  "a response is erased for its respondent": (world: World) => eraseRespondent(world, "person1@example.net"),
  "the limit is raised": (world: World) =>
    world.edit({ operations: [{ op: "change_form", settings: { response_limit: 2 } }] }),
  "a paused form goes on": async (world: World) => {
    await world.edit({ action: "pause" });
    await world.edit({ operations: [{ op: "change_form", settings: { response_limit: 2 } }] });
    expect(await world.work(0)).toEqual([]);
    await world.edit({ action: "publish" });
  },
} satisfies Record<string, (world: World, first: string) => Promise<unknown>>;

test.for(Object.entries(freeing))("people are told at once when %s", async ([_, free]) => {
  const waiting = await world();
  const first = await waiting.respond();
  await waiting.join("ada@example.com");
  expect(await waiting.work()).toEqual([]);
  await free(waiting, first);
  expect(await waiting.work(0)).toEqual(["ada@example.com"]);
});

test("a place that comes free while mails are sent is not missed", async () => {
  const waiting = await world({ response_limit: 2 });
  const [first, second] = [await waiting.respond(), await waiting.respond()];
  for (const name of ["ada", "bo"]) await waiting.join(`${name}@example.com`);
  const remove = (id: string) => deleteResponses(waiting, waiting.form.owner_id, waiting.form.id, [id]);
  await remove(first);
  const told: string[] = [];
  const mailer = {
    send: async ({ to }: Letter) => {
      if (told.push(to) === 1) await remove(second);
    },
  };
  await waiting.work(0, waitingJobs({ ...waiting.parts, mailer }));
  expect(told).toEqual(["ada@example.com", "bo@example.com"]);
});

test("a form without a limit tells everybody, in steps of twenty", async () => {
  const { join, work, form, storage, letters } = await world({});
  await storage.db.updateTable("forms").set({ status: "paused" }).where("id", "=", form.id).execute();
  const all = Array.from({ length: 45 }, (_, n) => `person${String(n).padStart(2, "0")}@example.com`);
  for (const email of all) await join(email);
  expect(await work()).toEqual([]);
  await storage.db.updateTable("forms").set({ status: "published" }).where("id", "=", form.id).execute();
  expect(await work()).toEqual(all);
  expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(45);
});

test("an address is on no list before its confirmation, and goes after a day", async () => {
  const { ask, form, storage, setLimit, work, waiting, rows, counted, ...service } = await world();
  const asked = (await ask("ada@example.com")) as { secret: string };
  expect([await waiting(), await work(), (await rows())[0]!.network]).toEqual([[], [], NETWORK]);
  expect(await counted()).toEqual({ "": 500, [form.id]: 500, [NETWORK]: 500 });
  service.later(DAY_MS);
  expect(await findWaiting(storage.db, asked.secret, service.clock())).toBeUndefined();
  expect(await confirmWaiting({ storage, clock: service.clock }, asked.secret)).toBe(false);
  await removeExpired({ storage, clock: service.clock, files: service.files });
  expect([await rows(), await counted()]).toEqual([[], {}]);
});

test("an address that is on the list gets the same mail as any other, keeps its place, and no secret tells more", async () => {
  const { ask, join, waiting, later, rows, counted, storage, clock } = await world();
  const first = await join("ada@example.com");
  await join("bo@example.com");
  expect([await counted(), (await rows()).map(({ network }) => network)]).toEqual([{}, [null, null]]);
  // Within a minute no further mail is written, for a known address and for a new one.
  expect([await ask("cy@example.com"), await ask("cy@example.com")]).toEqual([
    { secret: expect.any(String) },
    "sent",
  ]);
  later(MINUTE_MS);
  const again = (await ask("ada@example.com")) as { secret: string };
  expect(again).toEqual({ secret: expect.any(String) });
  expect(await waiting()).toEqual(["ada@example.com", "bo@example.com"]);
  expect(await confirmWaiting({ storage, clock }, first)).toBe(false);
  expect(await confirmWaiting({ storage, clock }, again.secret)).toBe(true);
  expect(await waiting()).toEqual(["ada@example.com", "bo@example.com"]);
  await leaveWaiting({ storage }, again.secret);
  expect(await waiting()).toEqual(["bo@example.com"]);
});

test.for(["form", "network", "all"] as const)(
  "addresses without confirmation are bounded with unconfirmed responses, by %s, and a refusal tells nothing",
  async (bound) => {
    const { ask, join, form, storage, later } = await world();
    await join("known@example.com");
    later(MINUTE_MS);
    const id = { form: form.id, network: NETWORK, all: "" }[bound];
    const bytes = UNCONFIRMED_RESPONSES[bound] - 600;
    await storage.db.deleteFrom("unconfirmed_usage").where("id", "=", id).execute();
    await storage.db.insertInto("unconfirmed_usage").values({ id, bytes }).execute();
    expect(await ask("new@example.com")).toEqual({ secret: expect.any(String) });
    expect([await ask("other@example.com"), await ask("known@example.com")]).toEqual(["full", "full"]);
    const elsewhere = await ask("other@example.com", "198.51.100.7");
    expect(elsewhere).toEqual(bound === "network" ? { secret: expect.any(String) } : "full");
  },
);

test("a list has at most 5,000 people, and a refusal of one more does not depend on the address", async () => {
  const { ask, storage, form, clock } = await world();
  const at = clock().toISOString();
  for (let from = 0; from < MAX_WAITING; from += 1_000) {
    const people = Array.from({ length: 1_000 }, (_, n) => ({
      id: `wtp_${from + n}`,
      form_id: form.id,
      email: `person${from + n}@example.com`,
      language: "en" as const,
      network: null,
      link_hash: `hash ${from + n}`,
      asked_at: at,
      confirmed_at: at,
      failed_at: null,
    }));
    await storage.db.insertInto("waiting_people").values(people).execute();
  }
  expect([await ask("new@example.com"), await ask("person7@example.com")]).toEqual(["full", "full"]);
  await storage.db.deleteFrom("waiting_people").where("id", "=", "wtp_8").execute();
  expect(await ask("new@example.com")).toEqual({ secret: expect.any(String) });
});

test("a mail server that refuses one person holds nobody up, and gives up after a day", async () => {
  const { join, setLimit, work, parts, rows, letters, waiting } = await world({ response_limit: 1 });
  for (const name of ["gone", "ada", "bo"]) await join(`${name}@example.com`);
  const refusing = waitingJobs({
    ...parts,
    mailer: {
      async send(letter) {
        if (letter.to === "gone@example.com") throw new Error("550 No such user");
        letters.push(letter);
      },
    },
  });
  expect(await work(11 * MINUTE_MS, refusing)).toEqual([]);
  expect(await work(11 * MINUTE_MS, refusing)).toEqual(["ada@example.com"]);
  await setLimit(undefined);
  expect(await work(11 * MINUTE_MS, refusing)).toEqual(["bo@example.com"]);
  expect(await waiting()).toEqual(["gone@example.com"]);
  await work(25 * 60 * MINUTE_MS, refusing);
  expect(await rows()).toEqual([]);
});

test("the list of an archived form is deleted, since the form does not open again", async () => {
  const { join, respond, work, rows, jobs, storage, form } = await world();
  await respond();
  await join("ada@example.com");
  expect(await work()).toEqual([]);
  await storage.db.updateTable("forms").set({ status: "archived" }).where("id", "=", form.id).execute();
  expect([await work(), await rows(), await jobs()]).toEqual([[], [], []]);
});

test("a worker that dies after sending leaves the same message", async () => {
  const { join, letters, parts, storage, time } = await world();
  const claimed = () => claimJob(storage, time.now, ["waiting_list"]);
  await join("ada@example.com");
  const job = (await claimed())!;
  const dying = waitingJobs({
    ...parts,
    mailer: {
      async send(letter) {
        letters.push(letter);
        if (letters.length === 1)
          await storage.db.updateTable("jobs").set({ lease: null, leased_until: null }).execute();
      },
    },
  });
  await expect(dying.run(job, AbortSignal.timeout(60_000))).rejects.toThrow("Somebody else has");
  await dying.run((await claimed())!, AbortSignal.timeout(60_000));
  expect(letters).toHaveLength(2);
  expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(1);
});

test("only accounts that may change the form turn its list on and clear it; others with access see it", async () => {
  const { join, storage, clock, form, time, waiting, jobs, work, setLimit } = await world();
  await join("ada@example.com");
  const bob = await ensureAccount(storage.db, "bob@example.org", "business", time.now);
  const parts = { storage, clock };
  const tries = [
    () => setWaitingList(parts, bob.id, form.id, false),
    () => clearWaitingList(storage, bob.id, form.id),
  ];
  for (const one of tries) await expect(one()).rejects.toEqual(refusal("not_found"));
  await expect(listWaiting(storage.db, bob.id, form.id)).rejects.toEqual(refusal("not_found"));
  await expect(readWaitingList(storage.db, bob.id, form.id)).rejects.toEqual(refusal("not_found"));
  await shareForm(parts, form.owner_id, form.id, { email: bob.email, permission: "view" });
  for (const one of tries) await expect(one()).rejects.toEqual(refusal("forbidden"));
  expect(await readWaitingList(storage.db, bob.id, form.id)).toMatchObject({ isOn: true, count: 1 });
  // Turned off, the list takes nobody, and those on it are still told.
  await setWaitingList(parts, form.owner_id, form.id, false);
  expect(
    await askToWait(parts, { formId: form.id, email: "b@example.com", language: "en", network: "n" }),
  ).toBe("off");
  await clearWaitingList(storage, form.owner_id, form.id);
  await setLimit(9);
  expect([await waiting(), await work(), await jobs()]).toEqual([[], [], []]);
});

test("addresses go when their person is erased, with the form, and with the account", async () => {
  const { join, rows, form, counted, publish, ...service } = await world();
  await join("ada@example.com");
  await join("bo@example.com");
  const other = await publish(signUp, { response_limit: 1 });
  await setWaitingList(service, form.owner_id, other.id, true);
  const wish = { email: "ada@example.com", language: "en", network: NETWORK } as const;
  await askToWait(service, { ...wish, formId: other.id });
  expect(await eraseFromForm(service, form.owner_id, form.id, "ada@example.com")).toMatchObject({
    waiting: 1,
  });
  expect((await rows()).map(({ form_id }) => form_id).toSorted()).toEqual([form.id, other.id].toSorted());
  expect(await eraseRespondent(service, "ada@example.com")).toMatchObject({ waiting: 1 });
  expect((await rows()).map(({ email }) => email)).toEqual(["bo@example.com"]);
  await deleteForm(service, form.owner_id, form.id, service.clock());
  await removeForm(service, form.id);
  expect([await rows(), await counted()]).toEqual([[], {}]);
  await askToWait(service, { ...wish, formId: other.id });
  await deleteAccount(service, form.owner_id, service.clock());
  const lists = await service.storage.db.selectFrom("waiting_lists").selectAll().execute();
  expect([await rows(), lists, await counted()]).toEqual([[], [], {}]);
});
