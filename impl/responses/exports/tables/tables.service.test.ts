/** Tests the thread that writes tables: what it writes, and that a table that takes too long costs its account the answer alone. */
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { FormStructure } from "../../../../generated/types.ts";
import { WorkFailed } from "../../../platform/threads/work-thread.ts";
import { answeredForm } from "../../../test/support/answered-form.ts";
import { oneField } from "../../../test/support/one-field-form.ts";
import { startService } from "../../../test/support/service.ts";
import { unzip } from "../../../test/support/unzip.ts";
import type { FileNames } from "../file-reference.ts";
import { openSheet, type TableRequest } from "./sheet.ts";
import { type RunTable, tablesHere, tableThread } from "./table-thread.ts";

const failing = new URL("../../../test/support/hanging-table-program.ts", import.meta.url);

function openThread(options: Parameters<typeof tableThread>[0] = {}) {
  const thread = tableThread(options);
  onTestFinished(() => thread.stop());
  return thread;
}

/** A form of Ada's with answers, whose table can be written for any account. */
async function answeredService(structure?: FormStructure) {
  const service = await startService();
  await service.mint();
  const answered = await answeredForm(service, structure);
  const { form } = answered;
  const open = (run: RunTable, account: string, more: Partial<TableRequest> = {}, names?: FileNames) => {
    const filter = { formId: form.id, status: "verified" as const, period: {} };
    const request = { format: "csv" as const, filter, withAddresses: true, ...more };
    return openSheet(
      service.storage.db,
      run,
      { ...form, owner_id: account },
      request,
      names ?? { kind: "described" },
    );
  };
  const read = async (...table: Parameters<typeof open>) => {
    const { content } = await open(...table);
    return buffer(content);
  };
  const add = (name: string) => answered.respond({ name });
  const only = async (id: string) => ({
    filter: { formId: form.id, status: "verified" as const, period: {}, ids: [id] },
  });
  return { ...service, ...answered, open, read, add, only };
}

/** Notes which tasks go to a thread. */
function noted(run: RunTable): { readonly run: RunTable; readonly tasks: string[] } {
  const tasks: string[] = [];
  const noting: RunTable = (name, input, account) => {
    tasks.push(`${account} ${name}`);
    return run(name, input, account);
  };
  return { run: noting, tasks };
}

const one = oneField("Club", ["en"]);

test("the thread writes the tables that this thread writes", async () => {
  const { read, respond, respondOften, storage, form } = await answeredService();
  const file = {
    id: `file_${"a".repeat(22)}`,
    name: "a b.pdf",
    size_bytes: 3,
    content_type: "application/pdf",
  };
  await respond({ name: "=1+1", email: "alan@example.org", cv: [file] } as never);
  const structure = JSON.stringify(one);
  await storage.db
    .insertInto("form_versions")
    .values({ form_id: form.id, version: 2, structure, created_at: form.created_at })
    .execute();
  await respond({ name: "Grace <&>" }, { form_version: 2 });
  await respondOften(450, (n) => ({ name: `Person ${n} ${"ä".repeat(n % 50)}`, email: `p${n}@example.org` }));
  const { run } = openThread();
  const linked = {
    kind: "linked",
    signing: { publicUrl: "http://localhost", key: Buffer.alloc(32, 1) },
    expiresAt: new Date("2030-01-01"),
  } as const;
  for (const format of ["csv", "live_csv", "xlsx"] as const)
    for (const names of [{ kind: "described" }, { kind: "archived" }, linked] as const)
      for (const withAddresses of [true, false]) {
        const request = { format, withAddresses, language: "de", zone: "Europe/Berlin" } as const;
        const [there, here] = await Promise.all([
          read(run, "ada", request, names),
          read(tablesHere, "ada", request, names),
        ]);
        expect([format, names.kind, withAddresses, there.equals(here)]).toEqual([
          format,
          names.kind,
          withAddresses,
          true,
        ]);
        if (format === "csv") expect(here.toString().split("\r\n")).toHaveLength(454);
        if (!withAddresses && format !== "xlsx") expect(here.toString()).not.toContain("@");
      }
});

test("while a table is written that never ends, health answers; others get theirs in the next thread", async () => {
  const { read, add, only, respondOften, endpoint } = await answeredService(one);
  const endless = await only(await add("never ends"));
  const deadly = await only(await add("ends its thread"));
  await respondOften(900, (n) => ({ name: `Person ${n}` }), new Date(Date.now() + 60_000));
  const others = {
    filter: {
      formId: endless.filter.formId,
      status: "verified" as const,
      period: { from: new Date(Date.now() + 30_000).toISOString() },
    },
  };
  const { run } = openThread({ program: failing, longestMs: 1_000 });
  const wanted = await read(tablesHere, "bob", others);
  for (const broken of [endless, deadly]) {
    // Bob's table has begun, so the thread that ends knows it.
    const { run: noting, tasks } = noted(run);
    const bobs = read(noting, "bob", others);
    await expect.poll(() => tasks.filter((task) => task === "bob writeRows").length).toBeGreaterThan(1);
    let isAnswered = false;
    const adas = read(run, "ada", broken).finally(() => {
      isAnswered = true;
    });
    const failed = expect(adas).rejects.toThrow(WorkFailed);
    expect((await fetch(new URL("/healthz", endpoint))).status).toBe(200);
    if (broken === endless) expect(isAnswered).toBe(false);
    await failed;
    expect((await bobs).equals(wanted)).toBe(true);
  }
});

test.each(["csv", "xlsx"] as const)(
  "a table as %s whose reader leaves is closed and written no further",
  async (format) => {
    const { open, respondOften } = await answeredService(one);
    await respondOften(2_000, (n) => ({ name: `${n}`.repeat(200) }));
    const { run } = openThread();
    const { run: noting, tasks } = noted(run);
    const { content } = await open(noting, "ada", { format });
    await new Promise((resolve) => content.once("readable", resolve));
    content.destroy();
    await expect.poll(() => tasks.at(-1)).toBe("ada close");
    expect(tasks.filter((task) => task === "ada writeRows").length).toBeLessThan(10);
  },
);

test("ten tables at once are all written", async () => {
  const { read, respondOften } = await answeredService(one);
  await respondOften(1_000, (n) => ({ name: `Person ${n}` }));
  const { run } = openThread();
  const wanted = await read(tablesHere, "ada");
  const all = await Promise.all(Array.from({ length: 10 }, (_, n) => read(run, `account ${n}`)));
  expect(all.map((table) => table.equals(wanted))).toEqual(all.map(() => true));
});

test("a table that is far longer than its answers comes in pieces", async () => {
  const choices = Array.from({ length: 20 }, (_, n) => ({
    id: `c${n}`,
    label: { en: `${n} `.padEnd(150, "long ") },
  }));
  const fields = Array.from({ length: 100 }, (_, n) => ({
    id: `q${n}`,
    type: "multiple_choice" as const,
    label: { en: `Question ${n}` },
    choices,
  }));
  const structure = { ...one, pages: [{ id: "page", fields }] } as unknown as FormStructure;
  const { read, respondOften } = await answeredService(structure);
  const answer = choices.map(({ id }) => id);
  await respondOften(150, () => Object.fromEntries(fields.map(({ id }) => [id, answer])));
  const sizes: number[] = [];
  const measuring: RunTable = (name, input, account) => {
    const result = tablesHere(name, input, account);
    result.then((written) => {
      if (typeof written === "object" && "content" in written) sizes.push(written.content.length);
    });
    return result;
  };
  const csv = await read(measuring, "ada");
  expect(csv.toString().split("\r\n")).toHaveLength(152);
  expect(sizes.length).toBeGreaterThan(1);
  const xlsx = await unzip(await read(measuring, "ada", { format: "xlsx" }));
  expect(
    xlsx
      .get("xl/worksheets/sheet1.xml")!
      .toString()
      .match(/<row r="\d+"/g),
  ).toEqual(Array.from({ length: 151 }, (_, n) => `<row r="${n + 1}"`));
});
