/** Proof: a visit whose process is killed before any of its statements counts once after all requests were repeated, and never twice. */
import { expect, test } from "vitest";
import { amount, drawSample } from "../../.ci/draw.ts";
import { ensureAccount } from "../accounts/accounts.ts";
import { insertForm } from "../forms/forms.ts";
import { newId } from "../platform/ids.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { readVisitFigures } from "../responses/visits/figures.ts";
import { killedDatabase } from "./support/killed-program.ts";
import type { Said } from "./support/killed-visits-program.ts";
import { signUp } from "./support/sign-up-form.ts";

test.each([
  ["SQLite", amount({ proof: 6, soak: 1_000 })],
  ["PostgreSQL", amount({ proof: 6, soak: 1_000 })],
] as const)(
  "on %s, killed before at most %i statements",
  async (engine, most) => {
    const database = await killedDatabase(engine);
    const formId = await database.opened(publish);
    const run = async (fillId: string, kill: number) => {
      const { said, signal } = await database.run<Said>("killed-visits-program.ts", [
        formId,
        fillId,
        String(kill),
      ]);
      expect(signal).toBe(kill === 0 ? null : "SIGKILL");
      return said[0]?.statements ?? 0;
    };
    const figures = () => database.opened((storage) => readVisitFigures(storage.db, formId));
    const statements = await run(newId("fill"), 0);
    const all = Array.from({ length: statements }, (_, index) => index + 1);
    const moments = drawSample(all, most);
    for (const [at, moment] of moments.entries()) {
      const fillId = newId("fill");
      await run(fillId, moment);
      const { started, sent, left } = await figures();
      // The visit is in one place, or nowhere.
      expect(started - sent).toBe([...left.values()].reduce((sum, visits) => sum + visits, 0));
      expect(started - sent).toBeLessThanOrEqual(1);
      await run(fillId, 0);
      const whole = { opened: at + 2, started: at + 2, sent: at + 2, medianSeconds: 61 };
      expect(await figures()).toMatchObject({
        ...whole,
        left: new Map(),
        languages: [{ language: "de", ...whole }],
      });
    }
    console.log(JSON.stringify({ engine, statements, kills: moments.length }));
  },
  1_800_000,
);

async function publish({ db }: Storage): Promise<string> {
  const now = new Date("2026-03-15T12:00:00.000Z");
  const { id } = await ensureAccount(db, "ada@example.org", "business", now);
  const form = await db
    .transaction()
    .execute((transaction) => insertForm(transaction, id, signUp, "published", now));
  return form.id;
}
