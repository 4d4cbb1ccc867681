/** Tests the log and the metrics: a line and a number for every tool call, without any text of callers. */
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { get, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { lineOutput } from "../../platform/log/line-output.ts";
import { jsonLog } from "../../platform/log/log.ts";
import { dataDir } from "../../test/support/data-dir.ts";
import { startServerProcess } from "../../test/support/program.ts";
import { startService } from "../../test/support/service.ts";
import { shortLessons } from "../../test/support/short-lessons.ts";
import { callTool } from "../../test/support/wire.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe("the log has a line for each call of a tool", () => {
  test("with caller, tool, result and duration; writing calls are the audit trail", async () => {
    const { call, mint, logged } = await startService();
    const [{ token, tokenId: id }, reader] = [await mint(), await mint({ scopes: ["forms:read"] })];
    const { structuredContent } = await call(token, "service_create_form", {
      prompt: "Birthday party registration",
    });
    await call(token, "service_get_form", { form_id: structuredContent.form_id });
    await call(reader.token, "service_update_form", { form_id: structuredContent.form_id });
    const lines = logged.filter(({ event }) => event === "tool_call");
    const facts = { event: "tool_call", account: expect.stringMatching(/^acc_/), ms: expect.any(Number) };
    // Clocks of whole milliseconds say 0 of most calls.
    for (const { ms } of lines) expect(ms).toBeGreaterThan(0);
    const requestId = expect.stringMatching(uuid);
    expect(lines).toEqual([
      { ...facts, requestId, token: id, kind: "audit", tool: "service_create_form", outcome: "ok" },
      { ...facts, requestId, token: id, kind: "access", tool: "service_get_form", outcome: "ok" },
      {
        ...facts,
        requestId,
        token: reader.tokenId,
        kind: "audit",
        tool: "service_update_form",
        outcome: "insufficient_scope",
      },
    ]);
  });

  test("without arguments, answers and tokens; lines of reads are delayed, but not forever, and not beyond the end", async () => {
    const server = await startServerProcess({ DATA_DIR: dataDir() });
    await callTool(server.endpoint, server.token!, "service_create_form", {
      prompt: "Birthday party registration",
    });
    await callTool(server.endpoint, "twp_wrong", "service_ping").catch(() => undefined);
    const line = server
      .stderr()
      .split("\n")
      .find((text) => text.includes('"tool_call"'))!;
    expect(JSON.parse(line)).toMatchObject({
      level: "info",
      event: "tool_call",
      kind: "audit",
      outcome: "ok",
    });
    expect(server.stderr()).not.toMatch(/birthday|twp_/i);
    const pings = () => server.stderr().match(/"tool":"service_ping"/g)?.length;
    await callTool(server.endpoint, server.token!, "service_ping");
    await expect.poll(pings).toBe(1);
    await callTool(server.endpoint, server.token!, "service_ping");
    server.process.kill("SIGTERM");
    await server.ended;
    expect(pings()).toBe(2);
  });
});

test("logs an error with its causes and its stack, without additional properties of libraries", () => {
  const file = join(dataDir(), "log");
  const fd = openSync(file, "w");
  const refused = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(ana@example.org) already exists.",
    parameters: ["ana@example.org"],
  });
  const cause = Object.assign(new Error("no room"), { values: ["ana@example.org"] });
  const log = jsonLog(fd);
  log.error({ event: "broke", error: refused });
  log.error({ event: "broke", error: new AggregateError([refused], "all of it", { cause }) });
  log.error({ event: "broke", error: "a text" });
  closeSync(fd);
  const [one, two, three] = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).error);
  expect(one).toEqual({
    type: "Error",
    message: "duplicate key",
    code: "23505",
    stack: expect.stringContaining("observability.process.test"),
  });
  expect(two).toEqual({
    type: "AggregateError",
    message: "all of it: no room",
    stack: expect.stringMatching(/observability\.process\.test[\s\S]*caused by: Error: no room/),
  });
  expect(three).toBe("a text");
});

describe("a log that cannot be written", () => {
  test("on a full disk loses its lines, without other effects", () => {
    const fd = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(fd));
    const log = jsonLog(fd);
    log.error({ event: "one" });
    log.info({ event: "two" });
  });

  test("loses lines of a closed reader, and counts them", () => {
    const { output, written } = scripted([
      "all",
      "all",
      "ENOSPC",
      "half",
      "ENOSPC",
      "EPIPE",
      "half",
      "all",
      "all",
    ]);
    for (const line of ["one\n", "two\n", "three\nfour\n", "five\n", "six\n", "seven\n", "eight\n"])
      output.write(line);
    expect(written()).toBe("one\ntwo\nlost 2\nlost 4\nseven\neight\n");
  });

  test("keeps lines for a reader that is behind, in their order", async () => {
    const { output, written } = scripted(["half", "EAGAIN", "EAGAIN", "all"]);
    output.write("one\n");
    output.write("two\n");
    await expect.poll(written).toBe("one\ntwo\n");
  });

  test("writes what is pending when the process ends, if the reader catches up", () => {
    const { output, written } = scripted(["EAGAIN", "EAGAIN", "all"]);
    output.write("one\n");
    output.end();
    expect(written()).toBe("one\n");
  });

  test("limits the lines kept for a slow reader", () => {
    const { output, written, answer } = scripted([], "EAGAIN");
    const line = `${"x".repeat(999)}\n`;
    for (let n = 0; n < 10_000; n += 1) output.write(line);
    answer("all");
    output.write("last\n");
    expect(written().split("\n").length).toBeLessThan(4_100);
    expect(written()).toMatch(/x\nlost (5999|6000)\nlast\n$/);
  });
});

/** An output whose writes succeed, succeed by half or fail, as listed; afterwards all as `otherwise`. */
function scripted(answers: string[], otherwise = "all") {
  let text = "";
  let rest = otherwise;
  const output = lineOutput(
    (bytes) => {
      const answer = answers.shift() ?? rest;
      if (answer.startsWith("E")) throw Object.assign(new Error(answer), { code: answer });
      const taken = answer === "half" ? bytes.subarray(0, bytes.length / 2) : bytes;
      text += taken.toString();
      return taken.length;
    },
    (lines) => `lost ${lines}\n`,
  );
  return { output, written: () => text, answer: (next: string) => (rest = next) };
}

describe("metrics", () => {
  const token = "0123456789abcdef";
  const bearer = { Authorization: `Bearer ${token}` };

  test("are off unless there is a port or a token for them", async () => {
    const { metrics, publicUrl } = await startService();
    expect(metrics).toBeUndefined();
    expect((await fetch(`${publicUrl}/metrics`)).status).toBe(404);
  });

  test("count calls by tool and outcome, on a port of their own", async () => {
    const { call, mint, metrics } = await startService({ environment: { METRICS_PORT: "0" } });
    const made = await mint();
    await call(made.token, "service_ping");
    await call(made.token, "service_ping");
    await call(made.token, "service_get_form", {});
    const response = await fetch(metrics!);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      expect.stringContaining("text/plain; version=0.0.4"),
    ]);
    const text = await response.text();
    expect(text).toContain('tool_calls_total{tool="service_ping",outcome="ok"} 2\n');
    expect(text).toContain('tool_calls_total{tool="service_get_form",outcome="invalid_input"} 1\n');
    expect(text).toContain('tool_call_duration_seconds_count{tool="service_ping"} 2\n');
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(text).not.toMatch(/acc_|tok_|twp_/);
    expect((await fetch(new URL("/", metrics))).status).toBe(404);
    expect((await fetch(metrics!, { method: "POST" })).status).toBe(405);
  });

  test("count attempts of jobs by kind and outcome", async () => {
    const illustrate = () => Promise.reject(new Error("the model is down"));
    const { call, mint, metrics, logged } = await startService({
      environment: { METRICS_PORT: "0" },
      writer: shortLessons({ illustrate }),
    });
    const { token } = await mint();
    const wish = { prompt: "Rivers", languages: ["en"], illustration_count: 1 };
    const { structuredContent: quote } = await call(token, "service_quote_lesson_generation", wish);
    await call(token, "service_create_lesson", { quote_id: quote.quote_id });
    await expect.poll(() => logged.filter(({ event }) => event === "job")).toHaveLength(2);
    const text = await (await fetch(metrics!)).text();
    expect(text).toContain('job_attempts_total{kind="lesson",outcome="done"} 1\n');
    expect(text).toContain('job_attempts_total{kind="lesson",outcome="retried"} 1\n');
    expect(text).toContain('job_attempt_duration_seconds_count{kind="lesson"} 2\n');
    expect(text).not.toMatch(/lsn_|="job_/);
    expect(logged).toContainEqual(
      expect.objectContaining({ event: "job", attempt: 1, outcome: "retried", error: expect.any(Error) }),
    );
    // The prompt is in no line.
    expect(JSON.stringify(logged)).not.toContain("Rivers");
  });

  test("count rejected requests by status, and measure calls below a millisecond", async () => {
    const { endpoint, call, mint, metrics } = await startService({ environment: { METRICS_PORT: "0" } });
    await call((await mint()).token, "service_ping");
    for (const headers of [{}, { Authorization: "Bearer wrong" }, { Origin: "https://evil.example" }])
      await fetch(endpoint, { method: "POST", headers });
    await fetch(endpoint);
    const text = await (await fetch(metrics!)).text();
    expect(text.split("\n").filter((line) => line.startsWith("http_refusals_total"))).toEqual([
      'http_refusals_total{status="401"} 2',
      'http_refusals_total{status="403"} 1',
      'http_refusals_total{status="405"} 1',
    ]);
    expect(text).toContain('tool_call_duration_seconds_bucket{le="0.0005",tool="service_ping"} ');
    expect(text).not.toMatch(/^tool_call_duration_seconds_sum\{tool="service_ping"\} 0$/m);
  });

  test("need the token on the main port", async () => {
    const { metrics, publicUrl } = await startService({ environment: { METRICS_TOKEN: token } });
    expect(metrics).toBe(`${publicUrl}/metrics`);
    const statuses = await Promise.all(
      [{}, { Authorization: "Bearer wrong" }, { Authorization: token }, bearer].map(
        async (headers) => (await fetch(metrics!, { headers })).status,
      ),
    );
    expect(statuses).toEqual([401, 401, 401, 200]);
  });

  test("on their own port need the token too, and are not on the main port", async () => {
    const environment = { METRICS_PORT: "0", METRICS_TOKEN: token };
    const { metrics, publicUrl } = await startService({ environment });
    expect((await fetch(metrics!)).status).toBe(401);
    expect((await fetch(metrics!, { headers: bearer })).status).toBe(200);
    expect((await fetch(`${publicUrl}/metrics`, { headers: bearer })).status).toBe(404);
  });

  test("on loopback are served only for its names, so that no page of another name can read them", async () => {
    const environment = {
      METRICS_PORT: "0",
      ALLOWED_HOSTS: "metrics.internal",
      PUBLIC_URL: "https://f.example",
    };
    const { metrics } = await startService({ environment });
    const statuses = await Promise.all(
      [
        {},
        { Host: "localhost" },
        { Host: "[::1]:1" },
        { Host: "metrics.internal" },
        { Host: "f.example" },
        { Origin: "http://localhost:8080" },
        { Host: "rebound.example" },
        { Host: `rebound.example:${new URL(metrics!).port}` },
        { Host: "127.0.0.1.rebound.example" },
        { Origin: "https://rebound.example" },
      ].map((headers) => statusOf(metrics!, headers)),
    );
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 403, 403, 403, 403]);
  });

  test("on other addresses are served for any name: access to the port decides", async () => {
    const { metrics } = await startService({ environment: { METRICS_PORT: "0", HOST: "0.0.0.0" } });
    expect(await statusOf(metrics!, { Host: "forms:9464" })).toBe(200);
  });

  test("end with the server", async () => {
    const { metrics, stop } = await startService({ environment: { METRICS_PORT: "0" } });
    await stop();
    await expect(new Promise((_, reject) => get(metrics!).on("error", reject))).rejects.toThrow(
      "ECONNREFUSED",
    );
  });
});

/** Sends a request with a given Host, which `fetch` does not allow. */
async function statusOf(url: string, headers: OutgoingHttpHeaders): Promise<number | undefined> {
  const [response] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}
