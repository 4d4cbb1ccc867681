import { execFileSync, spawn } from "node:child_process";
import { closeSync, constants, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { dataDir } from "../../test/support/data-dir.ts";
import { jsonLog } from "./log.ts";

const call = { event: "tool_call", tool: 'service_"get"_form', outcome: "ok", ms: 0.5, none: undefined };

test("lines of reads may wait, and are written ahead of the next line that may not", () => {
  const { log, written } = openLog();
  log.info({ ...call, kind: "access" });
  const before = written();
  log.info({ ...call, kind: "audit" });
  expect([before, written().map(({ kind }) => kind)]).toEqual([[], ["access", "audit"]]);
});

test("lines of reads are written when there are many, whole and in their order", () => {
  const { log, written } = openLog();
  for (let ms = 0; ms < 1_000; ms++) log.info({ ...call, kind: "access", ms });
  const lines = written();
  expect(lines.length).toBeGreaterThan(500);
  expect(lines.map(({ ms }) => ms)).toEqual(lines.map((_, at) => at));
});

test("a line has the same format whether it is buffered or not", () => {
  const { log, written } = openLog();
  log.info({ ...call, kind: "access" });
  log.info({ ...call, kind: "audit" });
  const [access, audit] = written();
  expect(Object.keys(access!)).toEqual(Object.keys(audit!));
  expect({ ...access, kind: "audit", time: audit!.time }).toEqual(audit);
  expect(access!.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

/** Writes more lines than a pipe or a socket holds. */
const program = `
  const { stderrLog } = await import(${JSON.stringify(new URL("log.ts", import.meta.url))});
  const log = stderrLog();
  for (let n = 0; n < 20_000; n += 1) log.info({ event: "line", n });
  process.stdout.write("still here");`;
const options = ["--conditions=toolwright-source", "--input-type=module", "--eval", program];

test("a reader of the log that stalls does not stop the process", () => {
  const pipe = join(dataDir(), "pipe");
  execFileSync("mkfifo", [pipe]);
  const [reader, writer] = [openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK), openSync(pipe, "w")];
  const output = execFileSync(process.execPath, options, {
    stdio: ["ignore", "pipe", writer],
    timeout: 60_000,
    encoding: "utf8",
  });
  expect(output).toBe("still here");
  const first = Buffer.alloc(100);
  readSync(reader, first);
  expect(first.toString()).toContain('"n":0}');
  for (const fd of [reader, writer]) closeSync(fd);
});

test("a stalled socket, such as systemd's journal, does not stop the process", async () => {
  // The pipes of Node.js are sockets.
  const child = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "pipe"] });
  expect(await text(child.stdout)).toBe("still here");
  child.kill("SIGKILL");
});

/** A log on a file, and its lines so far. */
function openLog() {
  const file = join(dataDir(), "log");
  const log = jsonLog(openSync(file, "a"));
  const written = () =>
    readFileSync(file, "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { log, written };
}
