/** Proof: a process that is killed before any of its statements loses no unpublished change that it answered as kept, and leaves nothing half. */
import { expect, test } from "vitest";
import { amount, drawSample } from "../../.ci/draw.ts";
import { ensureAccount } from "../accounts/accounts.ts";
import { insertForm, loadStructure } from "../forms/forms.ts";
import type { Storage } from "../platform/storage/storage.ts";
import type { Said } from "./support/killed-changes-program.ts";
import { killedDatabase } from "./support/killed-program.ts";
import { type State, statesOf, structureOf } from "./support/pending-steps.ts";

const EMAIL = "ada@example.org";

test.each([
  ["SQLite", amount({ proof: 8, soak: 1_000 })],
  ["PostgreSQL", amount({ proof: 8, soak: 1_000 })],
] as const)(
  "on %s, killed before at most %i statements",
  async (engine, most) => {
    const database = await killedDatabase(engine);
    const { id } = await database.opened(publish);
    let runs = 0;
    let state: State = { published: "First", pending: undefined };
    async function run(kill: number) {
      runs += 1;
      const args = [id, EMAIL, String(runs), String(kill)];
      const { said, signal } = await database.run<Said>("killed-changes-program.ts", args);
      expect(signal).toBe(kill === 0 ? null : "SIGKILL");
      const states = statesOf(runs, state);
      const answered = said.filter((one) => "step" in one).length;
      state = await database.opened((storage) => readState(storage, id));
      // The step in which it was killed is done, or was not begun.
      expect(states.slice(answered, answered + 2)).toContainEqual(state);
      return said.flatMap((one) => ("statements" in one ? one.statements : []))[0];
    }
    const statements = (await run(0))!;
    const moments = drawSample(
      Array.from({ length: statements }, (_, index) => index + 1),
      most,
    );
    for (const moment of moments) await run(moment);
    await run(0);
    console.log(JSON.stringify({ engine, statements, kills: moments.length }));
  },
  1_800_000,
);

async function publish({ db }: Storage) {
  const now = new Date();
  const { id } = await ensureAccount(db, EMAIL, "business", now);
  return db
    .transaction()
    .execute((transaction) => insertForm(transaction, id, structureOf("First"), "published", now));
}

/** Each part agrees with the others: versions, the title in lists, and how many bytes are counted. */
async function readState({ db }: Storage, formId: string): Promise<State> {
  const form = await db.selectFrom("forms").selectAll().where("id", "=", formId).executeTakeFirstOrThrow();
  const versions = await db.selectFrom("form_versions").select("structure").execute();
  const kept = await db.selectFrom("pending_changes").selectAll().execute();
  const usage = await db.selectFrom("account_usage").select("structure_bytes").executeTakeFirstOrThrow();
  expect(form.version).toBe(versions.length);
  expect(await loadStructure(db, form)).toEqual(structureOf(form.title));
  const bytes = [...versions, ...kept].reduce((sum, { structure }) => sum + Buffer.byteLength(structure), 0);
  expect(Number(usage.structure_bytes)).toBe(bytes);
  const [changes, ...more] = kept;
  expect(more).toEqual([]);
  if (changes === undefined) return { published: form.title, pending: undefined };
  const structure = JSON.parse(changes.structure);
  expect(structure).toEqual(structureOf(structure.title.en));
  expect(changes.base_version).toBe(form.version);
  return { published: form.title, pending: structure.title.en };
}
