/** The stdio transport of the suite: the target is a process. */
import { spawn } from "node:child_process";
import { isObject, type Json, parseObject } from "../cases/edits.ts";
import { prepareFolder } from "../server-options/fresh-folder.ts";
import { groupOf, groupOptions } from "../server-options/process-group.ts";
import type { Broken, Limits, Reply } from "./reply.ts";
import { startReplyTimer } from "./reply-timer.ts";
import { answerServerRequest } from "./server-requests.ts";
import type { Transport } from "./transport.ts";

export interface StdioOptions {
  /** In the arguments and in the environment, `{folder}` is replaced by a fresh, empty folder. */
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** Environment variables in addition to the variables of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly limits: Limits;
}

/** How long a server may take to exit after SIGTERM. */
const killAfterMs = 1_000;

/** The length of standard error that is kept for the message when the process ends. */
const maxLastWords = 2_000;

/**
 * Starts the process. Each line on standard input is a message, each line on standard output an answer (MCP 2025-11-25,
 * Transports, stdio).
 */
export function stdioTransport({ program, args, folder, environment = {}, limits }: StdioOptions): Transport {
  const prepared = prepareFolder({ command: [program, ...args], environment });
  const [file = "", ...words] = prepared.command;
  const env = { ...process.env, ...prepared.environment };
  const child = spawn(file, words, { cwd: folder, env, stdio: "pipe", ...groupOptions });
  const group = groupOf(child);
  const waiting = new Waiting();
  let ended: Broken | undefined;
  child.once("error", (error) => endWith(`the server could not be started: ${error.message}`));
  let lastWords = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    lastWords = (lastWords + text).slice(-maxLastWords);
  });
  child.once("close", (code, signal) => {
    const said = findLastWords(lastWords);
    endWith(`the server ended with ${code ?? signal}${said ? ` (${said})` : ""}`);
    prepared.remove();
  });
  child.stdin.on("error", ignoreWriteError);
  const tooLong = `a line of more than ${limits.maxBytes} bytes`;
  const read = lineReader(limits.maxBytes, {
    onLine: readLine,
    onTooLong(begin, end) {
      const finish = waiting.get(findId(begin, end, waiting.ids()));
      if (finish === undefined)
        endWith(`the server sent ${tooLong}, which answers no request`, { tooLarge: true });
      else finish({ problem: `the answer is ${tooLong}`, tooLarge: true });
    },
    onEndless: () => endWith(`the server sent ${tooLong}, which does not end`, { tooLarge: true }),
  });
  child.stdout.setEncoding("utf8").on("data", read);

  return {
    to: [program, ...args].join(" "),
    kind: "stdio",
    send({ body = "", id, timeoutMs = limits.timeoutMs }) {
      if (ended !== undefined) return Promise.resolve({ ...ended, unreachable: true });
      child.stdin.write(toLine(body));
      waiting.note(id, body);
      return id === undefined
        ? Promise.resolve(emptyReply)
        : answerTo(id, Math.min(timeoutMs, limits.timeoutMs));
    },
    startAgain: () => stdioTransport({ program, args, folder, environment, limits }),
    close() {
      child.stdin.end();
      endGroup(group);
    },
  };

  function answerTo(id: Json, timeoutMs: number): Promise<Reply | Broken> {
    return new Promise((resolve) => {
      const problem = `no answer within ${timeoutMs / 1000} s`;
      const stopTimer = startReplyTimer(timeoutMs, () => finish({ problem }));
      const finish = (outcome: Reply | Broken) => {
        stopTimer();
        waiting.delete(id);
        resolve(outcome);
      };
      waiting.add(id, finish);
    });
  }

  function readLine(line: string): void {
    const message = parseObject(line);
    if (message === undefined) return;
    const answer = answerServerRequest(message);
    if (answer !== undefined) child.stdin.write(`${answer}\n`);
    if (message.method !== undefined) return;
    waiting.answeredBy(message.id ?? null)?.({ status: 0, headers: {}, body: line, messages: [message] });
  }

  function endWith(problem: string, reason: Pick<Broken, "tooLarge"> = {}): void {
    ended ??= { problem, ...reason };
    for (const finish of waiting.all()) finish(ended);
    group.kill("SIGTERM");
  }
}

type Finish = (outcome: Reply | Broken) => void;

/** The requests that wait for an answer, and the ids of all messages so far. */
class Waiting {
  readonly #waiting = new Map<Json, Finish>();
  readonly #sentIds = new Set<Json>();
  /** Messages without an id that some servers answer with an error, which has no id either. */
  #withoutId = 0;

  /** Notes a message that is sent. @param body need not be a message, and may be a batch of them */
  note(id: Json | undefined, body: string): void {
    const ids = id === undefined ? idsIn(body) : [id];
    for (const each of ids) this.#sentIds.add(each);
    if (ids.length === 0) this.#withoutId++;
  }

  add(id: Json, finish: Finish): void {
    this.#waiting.set(id, finish);
  }

  delete(id: Json): void {
    this.#waiting.delete(id);
  }

  ids(): Json[] {
    return [...this.#waiting.keys()];
  }

  all(): Finish[] {
    return [...this.#waiting.values()];
  }

  get(id: Json | undefined): Finish | undefined {
    return id === undefined ? undefined : this.#waiting.get(id);
  }

  /**
   * Returns the request that a response answers. A response with an id that was never sent belongs to the first request that waits,
   * so that its text is seen.
   */
  answeredBy(id: Json): Finish | undefined {
    if (this.#waiting.has(id) || this.#sentIds.has(id)) return this.#waiting.get(id);
    const isOfMessageWithoutId = id === null && this.#withoutId > 0;
    if (!isOfMessageWithoutId) return this.all()[0];
    this.#withoutId--;
    return undefined;
  }
}

function idsIn(body: string): Json[] {
  const messages = parseObject(`{"messages":${body}}`)?.messages ?? [];
  return (Array.isArray(messages) ? (messages as readonly Json[]) : [messages]).flatMap((each) =>
    isObject(each) && each.id !== undefined ? [each.id] : [],
  );
}

/** A message is one line. Line breaks between JSON tokens have no meaning. */
function toLine(body: string): string {
  return `${body.replaceAll("\n", " ")}\n`;
}

/** Some servers ignore SIGTERM. If this process ends before, the group ends with it. */
function endGroup(group: ReturnType<typeof groupOf>): void {
  group.kill("SIGTERM");
  setTimeout(group.end, killAfterMs).unref();
}

/** Lines that Node.js prints around the message of an error that ends it. */
const aroundMessage = /^(\s+at |\s*\^|\s*[{}\]]|Node\.js v|\s*$)/;

/** Returns the last line of standard error that says something; a stack does not. */
function findLastWords(text: string): string | undefined {
  return text
    .split("\n")
    .findLast((line) => !aroundMessage.test(line))
    ?.trim();
}

/** The missing answer shows it. */
function ignoreWriteError(): void {}

const emptyReply: Reply = { status: 0, headers: {}, body: "", messages: [] };

/** Reports of a reader of lines. */
interface LineEvents {
  onLine(line: string): void;
  /** Called at the end of a line that is too long, with its first and its last characters. */
  onTooLong(begin: string, end: string): void;
  /** Called when even more is skipped of a line than a long answer has. */
  onEndless(): void;
}

/** The characters that are kept of each end of a line that is too long. */
const endLength = 200;
/** The most that is skipped of a line, as a multiple of its greatest length. */
const mostSkipped = 16;

/** Returns a reader that reports complete lines. It keeps the ends of a line that is too long, and skips the rest. */
function lineReader(maxBytes: number, { onLine, onTooLong, onEndless }: LineEvents): (chunk: string) => void {
  let rest = "";
  let begin = "";
  let skipped = 0;
  return (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (skipped === 0) onLine(line);
      else onTooLong(begin, line.slice(-endLength));
      skipped = 0;
    }
    if (rest.length <= maxBytes) return;
    if (skipped === 0) begin = rest.slice(0, endLength);
    skipped += rest.length;
    rest = rest.slice(-endLength);
    if (skipped > mostSkipped * maxBytes) onEndless();
  };
}

/** Finds the id of an answer, which stands at its begin or at its end; undefined if none of them is there. */
function findId(begin: string, end: string, ids: readonly Json[]): Json | undefined {
  const first = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+|"[^"]*")\s*,/.exec(begin);
  const last = /,\s*"id"\s*:\s*(\d+|"[^"]*")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(end);
  const id = first?.[1] ?? last?.[1];
  return ids.find((each) => JSON.stringify(each) === id);
}
