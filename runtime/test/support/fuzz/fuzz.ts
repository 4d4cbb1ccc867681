import { type FuzzAnswer, FuzzConnection } from "./connection.ts";
import { random } from "./random.ts";
import { type FuzzedRequest, fuzzedRequest, type GoodRequest } from "./requests.ts";

export interface Fuzzing {
  readonly endpoint: URL;
  readonly tokens: readonly string[];
  readonly good: readonly GoodRequest[];
  readonly requests: number;
  readonly seed: number;
  /** A pattern that no answer may match. */
  readonly secret: RegExp;
  /** Called after each tenth of the requests. */
  onTenth(): Promise<void>;
}

export interface FuzzReport {
  /** The number of answers with each status. `none` counts connections that ended without an answer. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The first few problems, as text. */
  readonly faults: readonly string[];
}

/** Requests under way at the same time. */
const connectionsAtOnce = 64;
/** Longer than any handler and any wait of the server's own. */
const patienceMs = 20_000;
const faultsTold = 5;

/** Matches details of the machine behind an answer: stack frames, files, modules. */
const stack =
  /\bat (\S+ \()?(file:|node:|\/)\S+:\d+:\d+|node:internal|node_modules|\/(generator|impl|runtime)\/|\.ts:\d+/;

/** Sends spoilt requests, and returns the problems of the answers. */
export async function fuzz({
  endpoint,
  tokens,
  good,
  requests,
  seed,
  secret,
  onTenth,
}: Fuzzing): Promise<FuzzReport> {
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  const chance = random(seed);
  const target = { host: endpoint.host, path: endpoint.pathname };
  const connections = Array.from(
    { length: connectionsAtOnce },
    () => new FuzzConnection(Number(endpoint.port)),
  );
  let left = 0;
  const watch = setInterval(endHanging, 1_000);
  for (let tenth = 0; tenth < 10; tenth++) {
    left = Math.ceil(requests / 10);
    await Promise.all(connections.map(askOn));
    await onTenth();
  }
  clearInterval(watch);
  for (const connection of connections) connection.close();
  return { statuses, faults };

  async function askOn(connection: FuzzConnection): Promise<void> {
    while (left-- > 0 && faults.length < faultsTold) {
      const asked = fuzzedRequest(chance, good, { ...target, token: chance.pick(tokens) });
      if (asked.unframed) connection.close();
      const answer = await connection.ask(asked.bytes, asked.unframed);
      if (asked.unframed) connection.close();
      const status = answer?.status ?? "none";
      statuses[status] = (statuses[status] ?? 0) + 1;
      const fault = faultOf(asked, answer, secret);
      if (fault) tell(fault, asked, answer);
    }
  }

  function tell(fault: string, { layer, bytes }: FuzzedRequest, answer: FuzzAnswer | undefined): void {
    faults.push(
      `${fault} (seed ${seed}, ${layer})\n${bytes.toString("latin1")}\n-> ${JSON.stringify(answer)}`,
    );
  }

  function endHanging(): void {
    for (const connection of connections) {
      if (connection.waited > patienceMs) {
        faults.push(`no answer within ${patienceMs} ms (seed ${seed})`);
        connection.close();
      }
    }
  }
}

function faultOf(asked: FuzzedRequest, answer: FuzzAnswer | undefined, secret: RegExp): string | undefined {
  if (answer === undefined) return asked.unframed ? undefined : "the connection ended without an answer";
  const { status, body } = answer;
  if (status >= 500) return `status ${status}`;
  if (stack.test(body)) return "the answer tells of the machine behind it";
  if (secret.test(body)) return "the answer holds a secret";
  if (body.includes('"code":"internal"')) return "a handler broke";
  return asked.astray || isReadable(answer) ? undefined : "the answer is no message";
}

function isReadable({ status, type, body }: FuzzAnswer): boolean {
  if (status === 202) return body === "";
  const messages = type === "text/event-stream" ? eventsOf(body) : [body];
  return messages.every(isMessage);
}

function eventsOf(stream: string): readonly string[] {
  const lines = stream.split("\n").filter((line) => line.startsWith("data: "));
  return lines.map((line) => line.slice("data: ".length));
}

function isMessage(text: string): boolean {
  try {
    return (JSON.parse(text) as { jsonrpc?: unknown }).jsonrpc === "2.0";
  } catch {
    return false;
  }
}
