/** The costliest messages that are parsed: as many members, or levels, as the bounds of the parser let in. */
import { callTool } from "../../impl/test/support/wire.ts";
import { type Attack, judgeResults } from "./attack.ts";
import { cpuSeconds, healthWork, type World } from "./world.ts";

const MOST_BYTES = 4_190_000;
/** A few less than the parser takes, for the message around them. */
const MOST_VALUES = 199_900;
const MOST_LEVELS = 490;

const FORM = '"title":{"en":"T"},"default_language":"en","languages":["en"]';

/** So many pieces, or as many as fit, separated by commas. */
function pieces(count: number, piece: (at: number) => string): string {
  const all: string[] = [];
  let bytes = 1_000;
  for (let at = 0; at < count; at += 1) {
    const next = piece(at);
    bytes += next.length + 1;
    if (bytes > MOST_BYTES) break;
    all.push(next);
  }
  return all.join(",");
}

const fields = (count: number, more: (at: number) => string) =>
  `{${FORM},"pages":[{"id":"p","fields":[${pieces(count, (at) => `{"id":"f${at}","type":"short_text","label":{"en":"A"}${more(at)}}`)}]}]}`;

const nest = (opening: string, closing: string, levels: number) =>
  `${opening.repeat(levels)}1${closing.repeat(levels)}`;

/** Each has nearly all values, or all levels, that a message may have. */
export const SHAPES: Readonly<Record<string, () => string>> = {
  fields: () => fields(MOST_VALUES / 6, () => ""),
  "conditions of one field": () =>
    fields(
      1,
      () =>
        `,"visible_if":{"all":[${pieces(MOST_VALUES / 4, () => '{"field":"a","op":"equals","value":1}')}]}`,
    ),
  choices: () =>
    fields(1, () => `,"choices":[${pieces(MOST_VALUES / 4, (at) => `{"id":"c${at}","label":{"en":"C"}}`)}]`),
  "keys of one object": () => `{"title":{${pieces(MOST_VALUES, (at) => `"k${at}":1`)}}}`,
  "keys of many objects": () =>
    `{${FORM},"pages":[${pieces(MOST_VALUES / 4, (at) => `{"a${at}":1,"b":2,"c":3}`)}]}`,
  lists: () => `[${pieces(MOST_VALUES / 2, () => "[]")}]`,
  "deep objects": () => `[${pieces(MOST_VALUES / MOST_LEVELS, () => nest('{"all":', "}", MOST_LEVELS - 2))}]`,
  "deep lists of conditions": () =>
    fields(MOST_VALUES / MOST_LEVELS, () => `,"visible_if":${nest('{"all":[', "]}", MOST_LEVELS / 2 - 5)}`),
  "texts of all languages": () =>
    `{${FORM},"pages":[{"id":"p","title":{${pieces(MOST_VALUES, (at) => `"l${at}":"${"x".repeat(8)}"`)}},"fields":[]}]}`,
};

const AT_ONCE = 45;
const ROUNDS = 3;
const REPEATED = 3;
const MOST_WORK = 10;

/** A message that has a structure checked. */
export function makeBody(structure: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"service_create_form","arguments":{"structure":${structure}}}}`;
}

/** 0: the server closed the connection before all was sent. */
export async function sendBody(
  world: World,
  token: string,
  body: string | Buffer<ArrayBuffer>,
): Promise<number> {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  return fetch(world.endpoint, { method: "POST", headers, body }).then(
    (response) => response.arrayBuffer().then(() => response.status),
    () => 0,
  );
}

/** Seconds of processor time of one message, the least of a few. */
async function measureSeconds(world: World, token: string, body: string) {
  const seconds: number[] = [];
  let status = 0;
  for (let n = 0; n < REPEATED; n += 1) {
    const before = await cpuSeconds(world);
    status = await sendBody(world, token, body);
    seconds.push((await cpuSeconds(world)) - before);
  }
  return { status, seconds: Math.min(...seconds) };
}

/** Each shape once, and the costliest one many times at once. */
export const members: Attack = {
  name: "the most members and levels that are parsed",
  async run(world) {
    const results: (readonly [string, boolean, unknown])[] = [];
    const token = await world.mint("members@example.org");
    let worst = { name: "", body: "", seconds: 0 };
    for (const [name, structure] of Object.entries(SHAPES)) {
      const body = makeBody(structure());
      const { status, seconds } = await measureSeconds(world, token, body);
      // 200: it was parsed, and its structure refused. A refusal of the parser would measure nothing.
      results.push([name, status === 200, status]);
      if (seconds > worst.seconds) worst = { name, body, seconds };
    }
    const work: number[] = [];
    const statuses: number[] = [];
    const before = await cpuSeconds(world);
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await world.mint("members@example.org");
      let isRunning = true;
      const all = Promise.all(
        Array.from({ length: AT_ONCE }, () => sendBody(world, own, worst.body)),
      ).finally(() => (isRunning = false));
      while (isRunning) work.push(await healthWork(world));
      statuses.push(...(await all));
    }
    const used = (await cpuSeconds(world)) - before;
    const strange = statuses.filter((status) => ![0, 200, 503].includes(status));
    results.push([`${ROUNDS * AT_ONCE} at once`, strange.length === 0 && statuses.includes(200), strange]);
    results.push(["the health check beside them", Math.max(...work) < MOST_WORK, Math.max(...work)]);
    const other = await world.mint("other@example.org");
    const pinged = await callTool(world.endpoint, other, "service_ping");
    results.push(["another account after them", pinged.isError !== true, pinged]);
    const parsed = statuses.filter((status) => status === 200).length;
    return judgeResults(
      results,
      `${worst.name}, ${(worst.body.length / 1e6).toFixed(1)} MB: ${worst.seconds.toFixed(2)} s of CPU for one, ${used.toFixed(1)} s for ${statuses.length}, of which ${parsed} were parsed`,
    );
  },
};
