import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { outbox } from "../mail/outbox.ts";
import { answeredForm } from "./answered.ts";
import { dataDir } from "./data-dir.ts";
import { engineEnvironment } from "./engine.ts";
import { run } from "./program.ts";
import { startService } from "./service.ts";

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
  const erase = (...args: string[]) => run("commands/erase.ts", args, environment);
  return { ...service, ask, erase, mails, alan, grace, key };
}

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
    mails: 1,
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
  // What somebody else said of them is that person's answer.
  const tables = JSON.stringify(await storage.db.selectFrom("responses").selectAll().execute());
  expect(tables.match(/alan@example\.org/g)).toHaveLength(1);
  expect(await erase("grace@example.org")).toEqual({
    code: 0,
    stdout: "Erased of grace@example.org: 1 response, 0 unsubmitted forms, 1 file, 1 mail.\n",
    stderr: "",
  });
});

test.each([
  [["a@example.org", "b@example.org"], "takes one address"],
  [["nobody"], '"nobody" is not an email address'],
])("erase %j is told what is wrong", async (args, message) => {
  const { code, stdout, stderr } = await run("commands/erase.ts", args, { DATA_DIR: dataDir() });
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
  expect(stderr).toContain("npm run -s erase -- --help");
});

test("erase --help teaches", async () => {
  const { code, stdout } = await run("commands/erase.ts", ["--help"], { DATA_DIR: dataDir() });
  expect([code, stdout]).toEqual([0, expect.stringContaining("npm run -s erase -- EMAIL [--json]")]);
});

test("a folder that cannot be used is a failure", async () => {
  const { code, stderr } = await run("commands/erase.ts", ["a@example.org"], { DATA_DIR: "/proc/none" });
  expect([code, stderr]).toEqual([1, expect.stringContaining("cannot be written")]);
});
