import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Transaction } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { limits } from "../../../generated/limits.ts";
import { ensureAccount } from "../../accounts/accounts.ts";
import { newId } from "../../platform/ids.ts";
import { signedUrls } from "../../platform/signing/signed-urls.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import { openExports } from "../../responses/exports/exports.ts";
import type { ExportRequest } from "../../responses/exports/request.ts";
import { requestKey } from "../../responses/exports/request.ts";
import { completeExport, enterExport } from "../../responses/exports/table.ts";
import { addUpload, fillUploads, findFill, lockOpenFill, updateFill } from "../../responses/fills.ts";
import { parseAnswers } from "../../responses/responses.ts";
import { eraseRespondent } from "../../responses/retention/erase-respondent.ts";
import { removeExpired } from "../../responses/retention/remove-expired.ts";
import { issueVerification } from "../../responses/verification.ts";
import { addTextField, oneField } from "../../test/support/one-field-form.ts";
import { quiet } from "../../test/support/postgres.ts";
import { cv, DAY_MS, MINUTE_MS, respondents } from "../../test/support/respondents.ts";
import { signUp } from "../../test/support/sign-up-form.ts";
import { atOnce } from "../../test/support/standstill.ts";
import type { RawAnswers, StoredFile } from "../answers/answer.ts";
import { directories } from "../directory/directories.ts";
import { findFormsByName } from "../find.ts";
import { type Form, lockForm } from "../forms.ts";
import { shareForm } from "../sharing/share.ts";
import { updateForm } from "./update.ts";

const ada = { name: "Ada" };

test("confirms a response once by simultaneous code and link, even if there is room for only one", async () => {
  const { publish, sent, mailed, confirmCode, confirmLink, folder } = await respondents();
  const form = await publish(signUp, { response_limit: 1, one_response_per_email: true });
  const id = await sent(form, ada);
  const { code, linkSecret } = await mailed(id);
  const results: Promise<unknown>[] = [];
  await atOnce(folder, locking(form), (race) => {
    for (let n = 0; n < 2; n += 1) results.push(race(confirmCode(id, code)), race(confirmLink(linkSecret)));
  });
  expect(await Promise.all(results)).toEqual(Array(4).fill({ state: "verified", responseId: id }));
});

test("counts one of two simultaneously confirmed responses of the same address", async () => {
  const { publish, sent, mailed, confirmCode, folder } = await respondents();
  const form = await publish(signUp, { one_response_per_email: true });
  const ids = [await sent(form, ada), await sent(form, ada)];
  const codes = [(await mailed(ids[0]!)).code, (await mailed(ids[1]!)).code];
  const results: Promise<{ state: string }>[] = [];
  await atOnce(folder, locking(form), (race) => {
    ids.forEach((id, n) => {
      results.push(race(confirmCode(id, codes[n]!)));
    });
  });
  const states = (await Promise.all(results)).map(({ state }) => state);
  expect(states.toSorted()).toEqual(["answered_before", "verified"]);
});

test("a form continued in two windows keeps the answers of both", async () => {
  const { publish, storage, folder, time } = await respondents();
  const form = await publish();
  const fill = { id: newId("fill"), formId: form.id, version: form.version };
  const add = (more: RawAnswers) => (before: RawAnswers) => ({ rawAnswers: { ...before, ...more } });
  await updateFill({ db: storage.db }, fill, add({ name: "Ada", city: "Paris" }), time.now);
  const locking = (transaction: Transaction<Schema>) => lockOpenFill(transaction, fill.id);
  await atOnce(folder, locking, async (race, stuck) => {
    race(updateFill(storage, fill, add({ name: "Eve" }), time.now));
    await stuck();
    race(updateFill(storage, fill, add({ city: "Rome" }), time.now));
    await stuck();
    race(updateFill(storage, fill, add({ zip: "00100" }), time.now));
  });
  expect((await findFill(storage.db, fill.id))?.rawAnswers).toEqual({
    name: "Eve",
    city: "Rome",
    zip: "00100",
  });
});

test("a response erased during its confirmation stays erased", async () => {
  const { publish, sent, mailed, confirmCode, response, folder, ...parts } = await respondents();
  const form = await publish();
  const id = await sent(form, ada);
  const { code } = await mailed(id);
  await atOnce(folder, locking(form), async (race, stuck) => {
    race(confirmCode(id, code));
    await stuck();
    race(eraseRespondent(parts, "ada@example.org"));
  });
  expect(await response(id)).toMatchObject({ status: "deleted", email: null, answers: "{}" });
});

test("sends one of simultaneously requested mails", async () => {
  const { publish, sent, mailed, later, folder, ...parts } = await respondents();
  const id = await sent(await publish(), ada);
  await mailed(id);
  later(MINUTE_MS);
  const issued: Promise<object | string>[] = [];
  await atOnce(folder, lockingProof(id), (race) => {
    for (let n = 0; n < 4; n += 1) issued.push(race(issueVerification(parts, id)));
  });
  const made = (await Promise.all(issued)).filter((one) => typeof one === "object" && "proof" in one);
  expect(made).toHaveLength(1);
});

test("keeps a response confirmed during the cleanup, with its files", async () => {
  const { publish, fillWithFile, sent, response, later, storedKeys, folder, ...parts } = await respondents();
  const form = await publish();
  const id = await sent(form, ada, await fillWithFile(form));
  later(7 * DAY_MS);
  const confirming: Parameters<typeof atOnce>[1] = (transaction) =>
    transaction.updateTable("responses").set({ status: "verified" }).where("id", "=", id).execute();
  await atOnce(folder, confirming, (race) => {
    race(removeExpired(parts));
  });
  expect((await response(id))?.status).toBe("verified");
  expect(await storedKeys()).toHaveLength(1);
});

test("accepts as many simultaneous files as a field has room for", async () => {
  const { publish, fillWithFile, storage, time, folder } = await respondents();
  const { fillId } = await fillWithFile(await publish());
  const most = 2 * limits.files_per_field.max;
  const file = { name: "cv.pdf", size: 10, contentType: "application/pdf" };
  const added: ReturnType<typeof addUpload>[] = [];
  await atOnce(folder, lockingFill(fillId), (race) => {
    // Fewer than a process has connections: they all wait.
    for (let n = 0; n < 8; n += 1)
      added.push(race(addUpload(storage, fillId, "cv", { ...file, key: `one/${n}` }, time.now)));
  });
  for (let n = 0; n < 4; n += 1)
    added.push(addUpload(storage, fillId, "cv", { ...file, key: `two/${n}` }, time.now));
  const kept = (await Promise.all(added)).filter((one) => one && "file" in one);
  expect(kept).toHaveLength(most - 1);
  expect((await fillUploads(storage.db, fillId)).cv).toHaveLength(most);
  const positions = await storage.db.selectFrom("files").select("position").orderBy("position").execute();
  expect(positions.map(({ position }) => position)).toEqual(Array.from({ length: most }, (_, n) => n));
});

test("together they are no larger than 50 MB", async () => {
  const { publish, fillWithFile, storage, time, folder } = await respondents();
  const { fillId } = await fillWithFile(await publish());
  const file = { name: "cv.pdf", size: 10_000_000, contentType: "application/pdf" };
  const added: ReturnType<typeof addUpload>[] = [];
  await atOnce(folder, lockingFill(fillId), (race) => {
    for (let n = 0; n < 8; n += 1)
      added.push(race(addUpload(storage, fillId, `f${n % 2}`, { ...file, key: `one/${n}` }, time.now)));
  });
  const outcomes = (await Promise.all(added)).map((one) =>
    one && "file" in one ? "kept" : one?.problem.code,
  );
  // Four of 10 MB and the few bytes that were there.
  expect(outcomes.toSorted()).toEqual([...Array(4).fill("files_total"), ...Array(4).fill("kept")]);
});

test("a file uploaded while its form is sent is in the response or discarded", async () => {
  const { publish, fillWithFile, send, storage, time, response, folder } = await respondents();
  const several = { ...cv, validation: { max_files: 5 } };
  const form = await publish({ ...signUp, pages: [{ id: "p", fields: [several] }] });
  const { fillId } = await fillWithFile(form);
  const late = { key: "late/file", name: "late.pdf", size: 10, contentType: "application/pdf" };
  const results: Promise<unknown>[] = [];
  await atOnce(folder, lockingFill(fillId), (race) => {
    results.push(race(addUpload(storage, fillId, "cv", late, time.now)), race(send(form, {}, { fillId })));
  });
  const [added, submitted] = (await Promise.all(results)) as [object | undefined, { responseId: string }];
  const stored = await storage.db.selectFrom("files").select(["id", "response_id"]).execute();
  const answer = parseAnswers((await response(submitted.responseId))!).cv as readonly StoredFile[];
  expect(answer.map(({ id }) => id).toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
  expect(stored).toHaveLength(added === undefined ? 1 : 2);
  expect(await addUpload(storage, fillId, "cv", late, time.now)).toBeUndefined();
});

test("a response erased during an export is in no export", async () => {
  const { publish, verified, fillWithFile, folder, ...parts } = await respondents();
  const { storage, files } = parts;
  const form = await publish();
  await verified(form, ada);
  await verified(form, { name: "Grace" }, "grace@example.org");
  const { fillId } = await fillWithFile(form);
  await storage.db.updateTable("fills").set({ given: '{"mail":"ada@example.org"}' }).execute();
  const { exports, request } = exporting(parts, form);
  let exported: ReturnType<typeof exports.export> | undefined;
  // The erasure has done nearly all of its work and has not committed.
  await atOnce(folder, lockingFill(fillId), async (race, stuck) => {
    race(eraseRespondent(parts, "ada@example.org"));
    await stuck();
    exported = race(exports.export(form.owner_id, form, request, AbortSignal.timeout(60_000)));
  });
  const { row } = await exported!;
  const sheet = await text(await files.open(row.storage_key!));
  expect([sheet.includes("grace@example.org"), sheet.includes("ada@example.org")]).toEqual([true, false]);
});

test("simultaneous equal calls share an export, and the next call gets a new one", async () => {
  const { publish, verified, ...parts } = await respondents();
  const form = await publish();
  await verified(form, ada);
  const { exports, request } = exporting(parts, form);
  const ask = () => exports.export(form.owner_id, form, request, AbortSignal.timeout(60_000));
  const together = await Promise.all([ask(), ask(), ask()]);
  const others = [await ask(), await ask()];
  expect(new Set(together.map(({ downloadUrl }) => downloadUrl)).size).toBe(1);
  expect(new Set([...together, ...others].map(({ row }) => row.id)).size).toBe(3);
});

test("a caller that gives up does not affect others waiting for the same export", async () => {
  const { publish, ...parts } = await respondents();
  const form = await publish();
  const { exports, request } = exporting(parts, form);
  const leaving = new AbortController();
  const ask = (signal: AbortSignal) => exports.export(form.owner_id, form, request, signal);
  const [left, stayed] = [ask(leaving.signal), ask(AbortSignal.timeout(60_000))];
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  expect((await stayed).row.row_count).toBe(0);
});

test("a call joins an export that another process makes", async () => {
  const { publish, ...parts } = await respondents();
  const { storage, files, clock } = parts;
  const form = await publish();
  const { exports, request } = exporting(parts, form);
  const entry = { form_id: form.id, file_name: "theirs.csv", content_type: "text/csv; charset=utf-8" };
  const open_request = requestKey(form.owner_id, request);
  await enterExport(storage, { id: `exp_${"1".repeat(22)}`, open_request, ...entry }, clock());
  const asked = exports.export(form.owner_id, form, request, AbortSignal.timeout(60_000));
  const key = await files.put(Readable.from([Buffer.from("theirs")]));
  const written = {
    key,
    rowCount: 0,
    totalMatching: 0,
    nextDateFrom: null,
    batchSize: 1,
    size: 6,
    sha256: "",
  };
  await completeExport(storage.db, `exp_${"1".repeat(22)}`, written, clock());
  expect((await asked).row).toMatchObject({ file_name: "theirs.csv", storage_key: key });
});

test("finds a form by its new name if access is granted during the rename", async () => {
  const { publish, storage, clock, time, folder } = await respondents();
  const form = await publish(oneField("Zebra", ["en"]));
  const bob = await ensureAccount(storage.db, "bob@example.org", "trial", time.now);
  const index = directories(storage.db);
  const find = async (name: string) =>
    (await findFormsByName(storage.db, index, bob.id, name)).map(({ title }) => title);
  expect(await find("zebra")).toEqual([]);
  const holdingDirectory: Parameters<typeof atOnce>[1] = (transaction) =>
    transaction
      .updateTable("directories")
      .set(({ ref }) => ({ version: ref("version") }))
      .execute();
  await atOnce(folder, holdingDirectory, async (race, stuck) => {
    const edit = { structure: oneField("Giraffe", ["en"]) };
    const wanted = { formId: form.id, edit, expectedRevision: undefined, dryRun: false };
    const parts = { storage, clock, editForm: addTextField };
    race(updateForm(parts, form.owner_id, wanted, AbortSignal.timeout(60_000)));
    await stuck();
    race(shareForm({ storage, clock }, form.owner_id, form.id, { email: bob.email, permission: "view" }));
    await stuck();
    race(find("zebra"));
  });
  expect(await find("giraffe")).toEqual(["Giraffe"]);
});

test("only one of concurrent shares with the same account is new", async () => {
  const { publish, storage, clock, time, folder } = await respondents();
  const form = await publish();
  await ensureAccount(storage.db, "bob@example.org", "trial", time.now);
  const shared: ReturnType<typeof shareForm>[] = [];
  await atOnce(folder, locking(form), (race) => {
    for (let n = 0; n < 4; n += 1) {
      const wish = { email: "bob@example.org", permission: "edit" } as const;
      shared.push(race(shareForm({ storage, clock }, form.owner_id, form.id, wish)));
    }
  });
  const results = (await Promise.all(shared)).map(({ result }) => result);
  expect(results.toSorted()).toEqual(["granted", "unchanged", "unchanged", "unchanged"]);
});

function locking({ id }: Pick<Form, "id">): Parameters<typeof atOnce>[1] {
  return (transaction) => lockForm(transaction, id);
}

function lockingProof(responseId: string): Parameters<typeof atOnce>[1] {
  return (transaction) =>
    transaction
      .updateTable("verifications")
      .set(({ ref }) => ({ sent_at: ref("sent_at") }))
      .where("response_id", "=", responseId)
      .execute();
}

function lockingFill(id: string): Parameters<typeof atOnce>[1] {
  return (transaction) =>
    transaction
      .updateTable("fills")
      .set(({ ref }) => ({ given: ref("given") }))
      .where("id", "=", id)
      .execute();
}

function exporting(parts: Omit<Parameters<typeof openExports>[0], "links" | "log">, form: Form) {
  const links = signedUrls(Buffer.alloc(32), () => "http://localhost", parts.clock);
  const exports = openExports({ ...parts, links, log: quiet });
  onTestFinished(() => exports.stop());
  const filter = { formId: form.id, status: "verified" as const, period: {} };
  const request: ExportRequest = { format: "csv", filter, withAddresses: true };
  return { exports, request };
}
