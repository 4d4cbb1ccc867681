/** Tests waiting for full choices on both engines: who is told, when, and that addresses go. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { confirmEmail } from "../../accounts/accounts.ts";
import { insertVersion, lockForm } from "../../forms/forms.ts";
import { claimJob } from "../../platform/jobs/jobs.ts";
import type { Letter } from "../../platform/mail/letter.ts";
import { MINUTE_MS, respondents } from "../../test/support/respondents.ts";
import { deleteResponses } from "../retention/deleted-responses.ts";
import { eraseRespondent } from "../retention/erase-respondent.ts";
import { askToWait, confirmWaiting } from "./join.ts";
import { waitingJobs } from "./waiting-jobs.ts";
import { listWaiting, setWaitingList } from "./waiting-list.ts";

function workshops(drones: number | undefined): FormStructure {
  return {
    title: { en: "Holiday club" },
    default_language: "en",
    languages: ["en"],
    pages: [
      {
        id: "p",
        fields: [
          {
            id: "workshop",
            type: "single_choice",
            label: { en: "Workshop" },
            choices: [
              { id: "drones", label: { en: "Drones" }, ...(drones !== undefined && { capacity: drones }) },
              { id: "robots", label: { en: "Robots" }, capacity: 1 },
              { id: "music", label: { en: "Music" } },
            ],
          },
        ],
      },
    ],
  };
}

async function world() {
  const people = await respondents();
  const { storage, time, clock, publish, verified, later } = people;
  const form = await publish(workshops(1));
  await confirmEmail(storage.db, form.owner_id);
  await setWaitingList(people, form.owner_id, form.id, true);
  const letters: Letter[] = [];
  const parts = {
    storage,
    clock,
    mailer: { send: async (letter: Letter) => void letters.push(letter) },
    publicUrl: () => "https://forms.example.org",
  };
  let count = 0;
  return {
    ...people,
    form,
    letters,
    async join(name: string, choice_id?: string) {
      const choice = choice_id === undefined ? undefined : { field_id: "workshop", choice_id };
      const wish = {
        formId: form.id,
        email: `${name}@example.com`,
        language: "en",
        network: "203.0.113.9",
        choice,
      } as const;
      const asked = await askToWait(people, wish);
      if (typeof asked === "string") throw new Error(`Not asked: ${asked}`);
      expect(await confirmWaiting(people, asked.secret)).toBe(true);
      later(1_000);
    },
    respond(workshop: string) {
      count += 1;
      return verified(form, { workshop }, `person${count}@example.net`);
    },
    async setStructure(structure: FormStructure) {
      await storage.db.transaction().execute(async (transaction) => {
        const version = (await lockForm(transaction, form.id))!.version + 1;
        await insertVersion(transaction, { id: form.id, version }, structure, time.now);
        await transaction.updateTable("forms").set({ version }).where("id", "=", form.id).execute();
      });
    },
    async work(after = 11 * MINUTE_MS) {
      later(after);
      const before = letters.length;
      for (;;) {
        const job = await claimJob(storage, time.now, ["waiting_list"]);
        if (job === undefined) return letters.slice(before).map(({ to }) => to.replace("@example.com", ""));
        await waitingJobs(parts).run(job, AbortSignal.timeout(60_000));
      }
    },
    waiting: async () =>
      (await listWaiting(storage.db, form.owner_id, form.id)).map(({ email, choice }) => [
        email.replace("@example.com", ""),
        choice?.en,
      ]),
  };
}

test("people who wait for a choice are told when it has a place, each choice in its own order", async () => {
  const { join, respond, work, waiting, letters, form, ...rest } = await world();
  const [drone] = [await respond("drones"), await respond("robots")];
  await join("ada", "drones");
  await join("bo", "robots");
  await join("eve", "drones");
  await join("ada", "robots");
  expect(await work()).toEqual([]);
  expect(await waiting()).toEqual([
    ["ada", "Drones"],
    ["bo", "Robots"],
    ["eve", "Drones"],
    ["ada", "Robots"],
  ]);
  await deleteResponses(rest, form.owner_id, form.id, [drone]);
  // The deletion wakes the job.
  expect(await work(0)).toEqual(["ada"]);
  expect(letters[0]!.text).toContain(
    "in the form “Holiday club” of owner@example.org on forms.example.org a place is free",
  );
  expect(letters[0]!.text).toContain("Waiting list for “Drones”");
  // The place is Ada's among those who wait, until somebody has taken it.
  expect(await work()).toEqual([]);
  await respond("drones");
  expect(await work()).toEqual([]);
  expect(await waiting()).toEqual([
    ["bo", "Robots"],
    ["eve", "Drones"],
    ["ada", "Robots"],
  ]);
});

test("more places, or no limit any more, are told to as many people", async () => {
  const { join, respond, work, setStructure } = await world();
  await respond("drones");
  for (const name of ["ada", "bo", "eve", "kim"]) await join(name, "drones");
  await setStructure(workshops(3));
  expect(await work()).toEqual(["ada", "bo"]);
  await setStructure(workshops(undefined));
  expect(await work()).toEqual(["eve", "kim"]);
});

test("a closed form tells nobody about its choices, and erasing a person takes the address from all lists", async () => {
  const { join, respond, work, waiting, setStructure, ...service } = await world();
  await respond("drones");
  await join("ada", "drones");
  await join("bo", "drones");
  await setStructure({ ...workshops(5), settings: { closes_at: "2020-01-01T00:00:00Z" } });
  expect(await work()).toEqual([]);
  expect(await eraseRespondent(service, "ada@example.com")).toMatchObject({ waiting: 1 });
  expect(await waiting()).toEqual([["bo", "Drones"]]);
  await setStructure(workshops(5));
  expect(await work()).toEqual(["bo"]);
});
