/** Eleven hostile things at once, at a service with a small heap, beside somebody who works. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { filledIn, visit } from "../../impl/test/support/visitor.ts";
import { callTool, post } from "../../impl/test/support/wire.ts";
import { makeForm } from "./account-fillers.ts";
import { type Attack, judgeResults } from "./attack.ts";
import { inWorld } from "./circumstances.ts";
import { ask, story, write } from "./drafts.ts";
import { prepareEditor } from "./editor.ts";
import { largestForm } from "./floods.ts";
import { EXPENSIVE } from "./large.ts";
import { listen } from "./listen.ts";
import { makeBody, SHAPES, sendBody } from "./members.ts";
import { trickle } from "./slow.ts";
import { upload } from "./storage.ts";
import { healthMs, type World } from "./world.ts";

const HEAP_MB = 256;
/** With the buffers of sockets, files and the database, which are outside of the heap. */
const MOST_RESIDENT_MB = 800;
const SECONDS = 45;
const MOST_HEALTH_SECONDS = 10;
/** Faster than this only programs fill in a form. */
const FILL_TIME_MS = 2_000;

/** Does one hostile thing once. */
type Hostile = () => Promise<unknown>;

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

async function sendLink({ origin }: World): Promise<void> {
  const page = await visit(`${origin}/sign-in`);
  const email = `${randomBytes(6).toString("hex")}@example.net`;
  const { address, body } = filledIn(page, { email, go: "link" });
  const headers = { Origin: origin };
  await (await fetch(address, { method: "POST", body, headers })).arrayBuffer();
}

function trickleOnce(world: World): Promise<number> {
  const { host } = new URL(world.origin);
  const head = `POST /sign-in HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${world.origin}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n`;
  return trickle(world, head);
}

async function listenOnce(world: World, token: string): Promise<void> {
  const { socket } = await listen(world.endpoint, token);
  socket.destroy();
}

/** Returns the attacks, with the number of simultaneous attackers. */
async function prepare(world: World): Promise<Readonly<Record<string, readonly [Hostile, atOnce: number]>>> {
  const mint = () => world.mint("hostile@example.org");
  const publish = async (structure: Parameters<World["publish"]>[1]) =>
    `${world.origin}/f/${await world.publish(await mint(), structure)}`;
  const [message, parsed, exporting, listening] = await Promise.all([mint(), mint(), mint(), mint()]);
  const [stories, pages] = [await publish(story), await publish(largestForm())];
  const files = await publish(makeForm(0));
  // Bytes, since texts would be encoded for each request.
  const large = Object.values(EXPENSIVE).map((structure) => Buffer.from(makeBody(structure)));
  const deep = ["deep objects", "texts of all languages"].map((name) =>
    Buffer.from(makeBody(SHAPES[name]!())),
  );
  const editor = await prepareEditor(world, "editor@example.org");
  let count = 0;
  const next = () => (count += 1);
  return {
    "messages of 4 MB": [() => sendBody(world, message, large[next() % large.length]!), 6],
    "deep messages": [() => sendBody(world, parsed, deep[next() % deep.length]!), 4],
    "slow peers": [() => trickleOnce(world), 100],
    "uploads that are never sent": [async () => upload(await visit(files)), 3],
    drafts: [() => write(stories, "127.0.0.2"), 3],
    "expensive pages": [() => ask(pages, "127.0.0.3"), 4],
    exports: [
      () =>
        callTool(world.endpoint, exporting, "service_export_responses", {
          form_id: files.slice(files.lastIndexOf("/") + 1),
          format: "zip",
          date_from: new Date(Date.UTC(2020, 0, 1, 0, next())).toISOString(),
        }),
      4,
    ],
    "previews of a large form": [editor, 3],
    "clients that listen": [() => listenOnce(world, listening), 10],
    "random tokens": [
      async () => (await post(world.endpoint, `twp_${randomBytes(24).toString("hex")}`, ping)).arrayBuffer(),
      10,
    ],
    "mails with links": [() => sendLink(world), 2],
  };
}

/** Somebody who makes forms and answers one, and keeps what was acknowledged. */
async function startWork(world: World) {
  const token = await world.mint("works@example.org");
  const contact = {
    ...makeForm(0, "Contact"),
    pages: [{ id: "p", fields: makeForm(0).pages[0]!.fields.filter(({ id }) => id !== "file") }],
  };
  const form = await world.publish(token, contact);
  const [made, sent]: [string[], string[]] = [[form], []];
  return {
    form,
    made,
    sent,
    async makeForm(n: number) {
      const outcome = await callTool(world.endpoint, token, "service_create_form", {
        structure: makeForm(0, `Form ${n}`),
      });
      if (outcome.isError !== true) made.push(outcome.structuredContent.form_id as string);
    },
    async respond(n: number) {
      const url = `${world.origin}/f/${form}`;
      const { html } = await ask(url, "127.0.0.9");
      await delay(FILL_TIME_MS);
      const email = `person${n}@example.net`;
      const { address, body } = filledIn(
        { html, url },
        { "a.email": email, "a.text": `Answer ${n}`, go: "send" },
      );
      const entries = [...body].map(([name, value]): [string, string] => [name, String(value)]);
      const { status } = await ask(address.href, "127.0.0.9", String(new URLSearchParams(entries)));
      if (status === 303) sent.push(email);
    },
  };
}

type Work = Awaited<ReturnType<typeof startWork>>;

/** Repeats something until the time is over. A refusal is what an attacker gets, and an answer all the same. */
async function repeat(until: number, run: (n: number) => Promise<unknown>, pauseMs = 0): Promise<number> {
  let count = 0;
  while (performance.now() < until) {
    count += 1;
    const isAnswered = await run(count).then(
      () => true,
      () => false,
    );
    await delay(isAnswered ? pauseMs : 200);
  }
  return count;
}

/** Returns acknowledged work that is missing. */
async function lost(world: World, { form, made, sent }: Work): Promise<string[]> {
  const token = await world.mint("works@example.org");
  const found = new Set<string>();
  const read = async (tool: string, args: object, keep: (result: never) => void) => {
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const { structuredContent, content } = await callTool(world.endpoint, token, tool, {
        ...args,
        limit: 100,
        ...(cursor !== undefined && { cursor }),
      });
      if (structuredContent === undefined) throw new Error(`${tool}: ${content[0]?.text}`);
      keep(structuredContent as never);
      cursor = structuredContent.next_cursor ?? undefined;
    }
  };
  await read("service_list_forms", {}, ({ forms }: { forms: { form_id: string }[] }) => {
    for (const { form_id } of forms) found.add(form_id);
  });
  const pending = { form_id: form, status: "pending_verification" };
  await read("service_get_responses", pending, ({ responses }: { responses: { email: string }[] }) => {
    for (const { email } of responses) found.add(email);
  });
  return [...made, ...sent].filter((each) => !found.has(each));
}

async function peakMegabytes({ pid }: World): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1]) / 1_000;
}

export const together: Attack = {
  name: "eleven hostile things, 256 MB of heap",
  run: () =>
    inWorld({ options: [`--max-old-space-size=${HEAP_MB}`] }, async (world) => {
      const hostile = Object.entries(await prepare(world));
      const work = await startWork(world);
      const until = performance.now() + SECONDS * 1_000;
      const hostileCounts = Promise.all(
        hostile.map(async ([name, [run, atOnce]]) => {
          const done = await Promise.all(Array.from({ length: atOnce }, () => repeat(until, run)));
          return [name, done.reduce((sum, count) => sum + count, 0)] as const;
        }),
      );
      const [forms, responses] = await Promise.all([
        repeat(until, work.makeForm, 700),
        repeat(until, work.respond),
      ]);
      const counts = await hostileCounts;
      const health = await healthMs(world.origin);
      const peak = await peakMegabytes(world);
      const missing = await lost(world, work);
      return judgeResults(
        [
          ...counts.map(([name, count]) => [`${name}, tried`, count > 0, count] as const),
          ["the service lives", health < MOST_HEALTH_SECONDS * 1_000, health],
          ["somebody made forms meanwhile", forms > 0 && work.made.length === 1 + forms, [work.made, forms]],
          [
            "somebody answered meanwhile",
            responses > 0 && work.sent.length === responses,
            [work.sent, responses],
          ],
          ["nothing that was acknowledged is lost", missing.length === 0, missing],
          ["memory", peak < MOST_RESIDENT_MB, peak],
        ],
        `${counts.reduce((sum, [, count]) => sum + count, 0)} hostile requests; acknowledged and found: ${work.made.length - 1} of ${forms} forms, ${work.sent.length} of ${responses} responses; at most ${Math.round(peak)} MB resident`,
      );
    }),
};
