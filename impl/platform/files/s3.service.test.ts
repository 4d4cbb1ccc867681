/** Files in a bucket: the same promises as files on the disk, mistakes in S3_* at the start. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answeredForm } from "../../test/support/answered-form.ts";
import { runCommand } from "../../test/support/command.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { engineEnvironment } from "../../test/support/engine.ts";
import { type S3Server, startS3Server } from "../../test/support/s3-server.ts";
import { startService } from "../../test/support/service.ts";
import { readConfig } from "../config/config.ts";
import { openConfiguredFiles } from "./open.ts";

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.stop());

function open(folder: string, changes: Record<string, string> = {}) {
  return openConfiguredFiles(readConfig({ ...server.environment, DATA_DIR: folder, ...changes }));
}

async function keysOf(store: Awaited<ReturnType<typeof open>>): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.sort();
}

test("reads, lists and removes on one machine files stored on another", async () => {
  const [here, there] = [await open(dataDir()), await open(dataDir())];
  const large = Buffer.alloc(9_000_000, "forms ");
  const keys = [await here.put(Readable.from([large])), await here.put(Readable.from([]))];
  expect(await keysOf(there)).toEqual([...keys].sort());
  expect((await buffer(await there.open(keys[0]!))).equals(large)).toBe(true);
  expect(await buffer(await there.open(keys[1]!))).toHaveLength(0);
  for await (const { writtenAt } of there.list()) expect(writtenAt.getTime()).toBeGreaterThan(0);
  await there.remove([...keys, "aa/not-there"]);
  expect(await keysOf(here)).toEqual([]);
});

test("an aborted upload leaves nothing, here or in the bucket", async () => {
  const folder = dataDir();
  const store = await open(folder);
  const breaks = new Readable({ read() {} });
  breaks.push("half");
  const stored = store.put(breaks);
  setImmediate(() => breaks.destroy(new Error("the line broke")));
  await expect(stored).rejects.toThrow("the line broke");
  expect(await keysOf(store)).toEqual([]);
  expect(readdirSync(join(folder, "arriving"))).toEqual([]);
});

test("a missing file only makes its reader fail", async () => {
  const store = await open(dataDir());
  await expect(buffer(await store.open("aa/aaaa"))).rejects.toThrow(/key does not exist|NoSuchKey/i);
  const lost = await store.open("aa/aaaa");
  await new Promise((resolve) => lost.once("close", resolve));
});

test("the service keeps uploads and exports in the bucket, and erases them there", async () => {
  const service = await startService({ environment: server.environment });
  const { token } = await service.mint({ plan: "business" });
  const { form, respond, upload } = await answeredForm(service);
  const { file, key, attach } = await upload("cv.pdf", "%PDF");
  await attach(await respond({ name: "Alan", slides: [file] }), "slides");
  const { structuredContent } = await service.call(token, "service_export_responses", {
    form_id: form.id,
    format: "csv_with_links",
  });
  const sheet = await text((await fetch(structuredContent.download_url)).body!);
  const [link] = /http[^",;]+\/files\/[^",;\r]+/.exec(sheet)!;
  expect(await text((await fetch(link)).body!)).toBe("%PDF");
  expect(existsSync(join(service.folder, "files"))).toBe(false);
  expect(await keysOf(await open(dataDir()))).toContain(key);
  const environment = { ...(await engineEnvironment(service.folder)), ...server.environment };
  const erased = await runCommand("erase", ["alan@example.org"], environment);
  expect(erased).toMatchObject({ code: 0, stderr: "" });
  expect((await fetch(link)).status).toBe(404);
  expect(await keysOf(await open(dataDir()))).toEqual([]);
});

describe("mistakes", () => {
  test.each<[what: string, changes: Record<string, string>, message: RegExp]>([
    [
      "a bucket that does not exist",
      { S3_BUCKET: "another" },
      /S3_BUCKET is another at http.*create it first/,
    ],
    [
      "an unknown key",
      { S3_ACCESS_KEY_ID: "unknown" },
      /S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY may not use it/,
    ],
    ["no service", { S3_ENDPOINT: "http://127.0.0.1:9" }, /the service did not answer/],
    ["a missing key", { S3_SECRET_ACCESS_KEY: "" }, /S3_SECRET_ACCESS_KEY is missing beside S3_BUCKET/],
    ["a bucket with a path", { S3_BUCKET: "a/b" }, /S3_BUCKET is "a\/b", which is not a bucket name/],
    ["an endpoint with a password", { S3_ENDPOINT: "https://a:secret@b" }, /S3_ENDPOINT is not an http/],
  ])("%s", async (_, changes, message) => {
    const error = await (async () => open(dataDir(), changes))().then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(error?.name).toBe("ConfigError");
    expect(error?.message).toMatch(message);
    expect(error?.message).not.toMatch(/secret@|S3RVER/);
  });
});
