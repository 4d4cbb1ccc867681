/** Bodies that are broken off, too large, or read differently by two parsers. */
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FormStructure } from "../../generated/types.ts";
import { callTool } from "../../impl/test/support/wire.ts";
import { type Attack, judgeResults } from "./attack.ts";
import { healthMs, sendRaw, type World } from "./world.ts";

const withFile: FormStructure = {
  title: { en: "File" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "file", type: "file_upload", label: { en: "File" } },
        { id: "name", type: "short_text", label: { en: "Name" } },
      ],
    },
  ],
};

async function descriptors(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
}

async function storedFiles({ folder }: World): Promise<number> {
  const all = await readdir(`${folder}/files`, { recursive: true, withFileTypes: true }).catch(() => []);
  return all.filter((entry) => entry.isFile()).length;
}

const BROKEN_OFF = 120;

export const brokenOff: Attack = {
  name: "bodies broken off",
  async run(world) {
    const form = await world.publish(await world.mint("broken@example.org"), withFile);
    const html = await (await fetch(`${world.origin}/f/${form}`)).text();
    const ticket = / name="ticket" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const before = await descriptors(world.pid);
    // Such as exports of other attacks.
    const stored = await storedFiles(world);
    await Promise.all(
      Array.from({ length: BROKEN_OFF }, (_, at) => breakOff(world, form, ticket, at % 2 === 0)),
    );
    let [after, parts] = [await descriptors(world.pid), await storedFiles(world)];
    for (let waited = 0; waited < 100 && (after > before + 5 || parts > stored); waited += 1) {
      await delay(100);
      [after, parts] = [await descriptors(world.pid), await storedFiles(world)];
    }
    const health = await healthMs(world.origin);
    return {
      tried: BROKEN_OFF,
      broken: [
        ...(after > before + 5 ? [`${after - before} descriptors stay open`] : []),
        ...(parts > stored ? [`${parts - stored} files stay`] : []),
      ],
      note: `descriptors ${before} -> ${after}, health check ${Math.round(health)} ms`,
    };
  },
};

function breakOff({ origin }: World, form: string, ticket: string, politely: boolean): Promise<void> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const part = (name: string, more: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const head = `POST /f/${form} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000000\r\n\r\n`;
  const body = `${part("ticket", "")}${ticket}\r\n${part("a.file", '; filename="a.pdf"\r\nContent-Type: application/pdf')}%PDF-1.7 ${"x".repeat(70_000)}`;
  socket.on("error", () => {});
  socket.resume();
  return new Promise((resolve) => {
    socket.once("close", () => resolve());
    socket.write(head + body, () => {
      if (politely) socket.end();
      else socket.resetAndDestroy();
    });
    setTimeout(() => socket.destroy(), 5_000).unref();
  });
}

export const oversized: Attack = {
  name: "bodies too large",
  async run(world) {
    const token = await world.mint("large@example.org");
    const form = await world.publish(token, withFile);
    const rpc = (body: string) =>
      fetch(world.endpoint, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
        body,
      });
    const page = (body: FormData) =>
      fetch(`${world.origin}/f/${form}`, { method: "POST", body, headers: { Origin: world.origin } });
    const fields = (count: number, length: number) => {
      const body = new FormData();
      for (let at = 0; at < count; at += 1) body.append(`a.unknown${at}`, "x".repeat(length));
      return body;
    };
    const cases: readonly (readonly [string, () => Promise<Response>, readonly number[]])[] = [
      ["a message of 5 MB", () => rpc(`{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(5_000_000)}"}`), [413]],
      ["a message of 100,000 levels", () => rpc(`${"[".repeat(100_000)}${"]".repeat(100_000)}`), [400]],
      ["an argument of 100,000 levels", () => rpc(nestedCall(100_000)), [200, 400]],
      ["19 MB of fields that the form does not have", () => page(fields(300, 65_000)), [413, 422]],
      ["20,000 fields", () => page(fields(20_000, 1)), [413, 422]],
      ["an address of 20 kB", () => fetch(`${world.origin}/f/${form}?source=${"x".repeat(20_000)}`), [431]],
    ];
    const results = await Promise.all(
      cases.map(async ([name, send, expected]) => {
        const status = await send().then(
          (response) => response.arrayBuffer().then(() => response.status),
          () => 0,
        );
        // 0: the server closed the connection before all was sent.
        return [name, status === 0 || expected.includes(status), status] as const;
      }),
    );
    const flood = await Promise.all(
      Array.from({ length: 45 }, () =>
        page(fields(300, 65_000)).then(
          (r) => r.status,
          () => 0,
        ),
      ),
    );
    const bad = flood.filter((status) => ![0, 413, 422, 429, 503].includes(status));
    const health = await healthMs(world.origin);
    return judgeResults(
      [...results, ["45 of them at once", bad.length === 0, bad]],
      `health check after them ${Math.round(health)} ms`,
    );
  },
};

function nestedCall(levels: number): string {
  const tree = `${'{"not":'.repeat(levels)}1${"}".repeat(levels)}`;
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"service_create_form","arguments":{"structure":${tree}}}}`;
}

const HEADS = 200;

export const heads: Attack = {
  name: "HEAD of what is read from files",
  async run(world) {
    const token = await world.mint("heads@example.org");
    const form_id = await world.publish(token, withFile);
    const args = { form_id, format: "csv" };
    const exported = await callTool(world.endpoint, token, "service_export_responses", args);
    const addresses = [exported.structuredContent.download_url as string, `${world.origin}/f/${form_id}`];
    const before = await descriptors(world.pid);
    const statuses: number[] = [];
    for (let n = 0; n < HEADS; n += 1)
      statuses.push((await fetch(addresses[n % addresses.length]!, { method: "HEAD" })).status);
    let after = await descriptors(world.pid);
    for (let waited = 0; waited < 100 && after > before + 5; waited += 1) {
      await delay(100);
      after = await descriptors(world.pid);
    }
    return judgeResults(
      [
        ...statuses.map((status) => ["a HEAD", status === 200, status] as const),
        ["no descriptor stays open", after <= before + 5, after - before],
      ],
      `descriptors ${before} -> ${after}`,
    );
  },
};

const AMBIGUOUS: readonly (readonly [name: string, lines: string, body?: string])[] = [
  ["a length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n"],
  ["chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 4", "0\r\n\r\n"],
  ["two lengths", "Content-Length: 0\r\nContent-Length: 60"],
  ["a list of lengths", "Content-Length: 0, 60"],
  ["a length with a sign", "Content-Length: +0"],
  ["a length in hexadecimal", "Content-Length: 0x0"],
  ["a negative length", "Content-Length: -1"],
  ["chunks that are not last", "Transfer-Encoding: chunked, identity", "0\r\n\r\n"],
  ["an unknown coding", "Transfer-Encoding: xchunked", "0\r\n\r\n"],
  ["a blank before the colon", "Transfer-Encoding : chunked", "0\r\n\r\n"],
  ["a folded header", "Transfer-Encoding:\r\n chunked", "0\r\n\r\n"],
  ["a lone LF", "X-One: 1\nContent-Length: 4"],
  ["a lone CR", "X-One: 1\rContent-Length: 4"],
  ["a NUL", "X-One: 1\0\r\nContent-Length: 4"],
  ["a chunk size that is none", "Transfer-Encoding: chunked", "0x0\r\n\r\n"],
  ["a chunk size that overflows", "Transfer-Encoding: chunked", "10000000000000000\r\n\r\n"],
];

export const smuggling: Attack = {
  name: "request smuggling",
  async run(world) {
    const { host } = new URL(world.origin);
    const hidden = `GET /healthz?smuggled HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    const targets = ["/api/mcp", "/f/frm_0000000000000000000000", "/sign-in"];
    const results = await Promise.all(
      targets.flatMap((target) =>
        AMBIGUOUS.map(async ([name, lines, body = ""]) => {
          const request = `POST ${target} HTTP/1.1\r\nHost: ${host}\r\n${lines}\r\n\r\n${body}${hidden}`;
          const received = await sendRaw(world.origin, request);
          const held = /^HTTP\/1\.1 4\d\d /.test(received) && !received.includes('"status":"ok"');
          return [`${name} to ${target}`, held, received.slice(0, 200)] as const;
        }),
      ),
    );
    return judgeResults(results);
  },
};
