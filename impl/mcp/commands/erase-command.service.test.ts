import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { outbox } from "../../platform/mail/outbox.ts";
import { backUpDatabase } from "../../platform/storage/sqlite/backup.ts";
import { answeredForm } from "../../test/support/answered-form.ts";
import { runCommand } from "../../test/support/command.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { engineEnvironment, onPostgres } from "../../test/support/engine.ts";
import { startService } from "../../test/support/service.ts";

/** A running server with a form that Alan and Grace answered, Alan with a file; and Alan's mail in the outbox. */
async function answered() {
  const service = await startService();
  const { token } = await service.mint({ plan: "business" });
  const { form, respond, upload } = await answeredForm(service);
  const { file, key, attach } = await upload("cv.pdf", "%PDF");
  const alan = await respond({ name: "Alan", slides: [file] });
  await attach(alan, "slides");
  const grace = await respond({ name: "Grace", email: "alan@example.org" }, { email: "grace@example.org" });
  const mails = outbox(service.folder, () => "forms@example.org", service.now);
  for (const to of ["alan@example.org", "grace@example.org"])
    await mails.send({ to, subject: "Confirm", text: "code", html: "code" });
  const ask = (tool: string, args: object = {}) =>
    service.call(token, `service_${tool}`, { form_id: form.id, ...args });
  const environment = await engineEnvironment(service.folder);
  const erase = (...args: string[]) => runCommand("erase", args, environment);
  return { ...service, ask, erase, mails, respond, alan, grace, key };
}

test("deleting an account takes the mails to it and its respondents, and no others", async () => {
  const { mails, folder } = await answered();
  for (const to of ["ada@example.org", "stranger@example.org"])
    await mails.send({ to, subject: "Hello", text: "hello", html: "hello" });
  const args = ["delete", "--account", "ada@example.org", "--confirm", "ada@example.org"];
  const { code, stderr } = await runCommand("account", args, await engineEnvironment(folder));
  expect([code, stderr]).toEqual([0, ""]);
  expect((await mails.list()).map(({ to }) => to)).toEqual(["stranger@example.org"]);
});

test("erase takes responses, files, exports and mails of an address, while the server runs", async () => {
  const { ask, erase, mails, alan, grace, key, folder, files, storage } = await answered();
  const exported = await Promise.all(
    ["csv", "csv_with_links", "zip"].map(
      async (format) => (await ask("export_responses", { format })).structuredContent,
    ),
  );
  const sheet = await text((await fetch(exported[1].download_url)).body!);
  const [fileLink] = /http[^",;]+\/files\/[^",;\r]+/.exec(sheet)!;
  expect((await fetch(fileLink)).status).toBe(200);

  const erased = await erase(" Alan@Example.org", "--json");
  expect(erased).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(erased.stdout)).toEqual({
    email: "alan@example.org",
    responses: 1,
    fills: 0,
    files: 4,
    waiting: 0,
    mails: 1,
    unreached: [],
  });

  for (const { download_url } of exported) expect((await fetch(download_url)).status).toBe(410);
  expect((await fetch(fileLink)).status).toBe(404);
  expect(existsSync(join(folder, "files", key))).toBe(false);
  const stored: string[] = [];
  for await (const { key } of files.list()) stored.push(key);
  expect(stored).toEqual([]);
  const { responses } = (await ask("get_responses")).structuredContent;
  expect(responses.map(({ response_id }: { response_id: string }) => response_id)).toEqual([grace]);
  const { responses: deleted } = (await ask("get_responses", { status: "deleted" })).structuredContent;
  expect(deleted).toMatchObject([{ response_id: alan, answers: {} }]);
  expect(deleted[0]).not.toHaveProperty("email");
  expect((await mails.list()).map(({ to }) => to)).toEqual(["grace@example.org"]);
  expect((await erase("alan@example.org")).stdout).toBe("There is nothing under alan@example.org.\n");
  const again = (await ask("export_responses", { format: "csv" })).structuredContent;
  expect(await text((await fetch(again.download_url)).body!)).not.toContain("Alan");
  // Answers of other respondents about this person are kept: they belong to those respondents.
  const tables = JSON.stringify(await storage.db.selectFrom("responses").selectAll().execute());
  expect(tables.match(/alan@example\.org/g)).toHaveLength(1);
  expect(await erase("grace@example.org")).toEqual({
    code: 0,
    stdout:
      "Erased of grace@example.org: 1 response, 0 unsubmitted forms, 1 file, 0 places on waiting lists, 1 mail.\n",
    stderr: "",
  });
});

test.skipIf(onPostgres)(
  "erased data remains neither in the files of the database nor in later backups",
  async () => {
    const { respond, erase, folder } = await answered();
    const marks = Array.from({ length: 60 }, (_, n) => `Respondent-${n}-${"x".repeat(n * 40)}`);
    for (const name of marks) await respond({ name }, { email: "alan@example.org" });
    expect(occurrences(folder, "Respondent-")).toBeGreaterThanOrEqual(marks.length);
    expect((await erase("alan@example.org")).code).toBe(0);
    const copy = join(dataDir(), "copy.db");
    await backUpDatabase(folder, copy);
    expect([occurrences(folder, "Respondent-"), occurrences(dirname(copy), "Respondent-")]).toEqual([0, 0]);
  },
);

/**
 * How often a text stands in the files of a folder, the write-ahead log included. A process of its own reads them: closing
 * a file of the database would release the locks that SQLite holds on it in this process.
 */
function occurrences(folder: string, text: string): number {
  const program = `
    const fs = require("node:fs");
    const [folder, text] = process.argv.slice(1);
    const files = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    const contents = files.map(({ name }) => fs.readFileSync(folder + "/" + name, "latin1"));
    console.log(contents.reduce((sum, content) => sum + content.split(text).length - 1, 0));`;
  return Number(execFileSync(process.execPath, ["-e", program, folder, text], { encoding: "utf8" }));
}

test("names data that cannot be removed, with a failing exit code", async () => {
  const { erase, folder, key } = await answered();
  // A folder in place of the file: not even an administrator's rights remove it like a file.
  rmSync(join(folder, "files", key));
  mkdirSync(join(folder, "files", key, "full"), { recursive: true });
  const broken = join(folder, "outbox", "2026-01-01T00-00-00-000Z-AAAAAAAA.eml");
  mkdirSync(broken);
  const { code, stdout, stderr } = await erase("alan@example.org");
  expect([code, stdout]).toEqual([1, expect.stringContaining("Erased of alan@example.org: 1 response")]);
  expect(stderr).toContain(join("files", key));
  expect(stderr).toContain(broken);
});

test("erases all mails of an address in any number, including an incomplete one", async () => {
  const { erase, mails, folder } = await answered();
  const one = (await mails.list()).find(({ to }) => to === "alan@example.org")!;
  const file = join(folder, "outbox", `${one.id}.eml`);
  for (let n = 0; n < 1_500; n += 1)
    copyFileSync(file, join(folder, "outbox", `${one.id.slice(0, -8)}${String(n).padStart(8, "0")}.eml`));
  renameSync(file, join(folder, "outbox", `${one.id}.part`));
  expect(JSON.parse((await erase("alan@example.org", "--json")).stdout)).toMatchObject({ mails: 1_501 });
  expect(readdirSync(join(folder, "outbox"))).toHaveLength(1);
});

test.each([
  [["a@example.org", "b@example.org"], "takes one address"],
  [["nobody"], '"nobody" is not an email address'],
])("erase %j fails with an explanation", async (args, message) => {
  const { code, stdout, stderr } = await runCommand("erase", args, { DATA_DIR: dataDir() });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
  expect(stderr).toContain("npm run -s erase -- --help");
});

test("erase --help explains", async () => {
  const { code, stdout } = await runCommand("erase", ["--help"], { DATA_DIR: dataDir() });
  expect([code, stdout]).toEqual([0, expect.stringContaining("npm run -s erase -- EMAIL [--json]")]);
});

test("a folder that cannot be used is a failure", async () => {
  const { code, stderr } = await runCommand("erase", ["a@example.org"], { DATA_DIR: "/proc/none" });
  expect([code, stderr]).toEqual([1, expect.stringContaining("cannot be written")]);
});
