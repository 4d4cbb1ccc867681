/** The command `mock`: serves a spec that has no handlers yet. */
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { formatCount } from "@toolwright/check/report";
import { type Log, serveStdio } from "@toolwright/runtime";
import { readSpec } from "../files/spec.ts";
import { createMock } from "../mock/mock.ts";
import { toCaller } from "../mock/tokens.ts";
import type { Model } from "../model/model.ts";
import { type Command, flags, type Io, lists, say, text, texts, UsageError, type Values } from "./command.ts";
import { failingTools, firstAccount, readTokens } from "./mock/options.ts";
import { type MockSettings, type RunningMock, serveMock } from "./mock/server.ts";
import { type Greeted, greeting, targetText } from "./mock/texts.ts";
import { compileSpec, specFolder, specOptions } from "./spec.ts";
import { SaveWatcher } from "./watch.ts";

export const command: Command = {
  options: {
    ...specOptions,
    ...texts("port", "seed", "target"),
    ...lists("token", "fail"),
    ...flags("stdio", "watch"),
  },
  async run(values, _, io) {
    const other = ["port", "token", "watch", "target"].find((name) => values[name] !== undefined);
    if (values.stdio && other) throw new UsageError(`--stdio and --${other} do not go together.`);
    const seed = wholeNumber(values, "seed", 1, 999_999_999);
    const port = wholeNumber(values, "port", 0, 65_535);
    const saved = readText(values);
    const model = await compileSpec(values, io);
    if (!model) return 1;
    return values.stdio
      ? overStdio(model, seed, values, io)
      : overHttp({ model, seed, port, values, saved, io });
  },
};

function wholeNumber(values: Values, name: string, defaultValue: number, most: number): number {
  const number = text(values, name, String(defaultValue));
  if (!/^\d{1,9}$/.test(number) || Number(number) > most)
    throw new UsageError(`--${name} ${number} is not a whole number up to ${most}.`);
  return Number(number);
}

async function overStdio(model: Model, seed: number, values: Values, io: Io): Promise<number> {
  const { service, handlers } = createMock(model, {
    seed,
    failing: failingTools(values, model),
    now: Date.now,
  });
  await serveStdio({ service, handlers, log: logOn(io) });
  return 0;
}

interface Started {
  readonly model: Model;
  readonly seed: number;
  readonly port: number;
  readonly values: Values;
  /** The text of the spec. */
  readonly saved: string;
  readonly io: Io;
}

async function overHttp({ model, seed, port, values, saved, io }: Started): Promise<number> {
  const { tokens, areNew } = readTokens(values, model);
  const settings: Omit<MockSettings, "failing"> = {
    seed,
    tokens: new Map(tokens.map((each) => [each.secret, toCaller(each)])),
    clock: { aheadMs: 0 },
    account: firstAccount,
    log: logOn(io),
    onToolCall: ({ tool, outcome, ms }) => say(io, `${tool} ${outcome} (${Math.round(ms)} ms)`),
  };
  const serve = (of: Model, at: number) =>
    serveMock(of, at, { ...settings, failing: failingTools(values, of) });
  const running = await serve(model, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new UsageError(`Port ${port} is in use. Name another one, or leave --port out for a free one.`);
  });
  const greeted = { running, model, tokens, areNew };
  writeTarget(values, greeted);
  io.stdout.write(greeting(greeted));
  const stopSignal = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  if (values.watch) await serveSaves({ values, saved, io }, greeted, serve, stopSignal);
  else await stopSignal.then(() => running.close());
  return 0;
}

/** Starts again after every save of a spec without errors, at the same address and with the same tokens. */
async function serveSaves(
  { values, saved, io }: Pick<Started, "values" | "saved" | "io">,
  greeted: Greeted,
  serve: (model: Model, port: number) => Promise<RunningMock>,
  stopSignal: Promise<unknown>,
): Promise<void> {
  let { running } = greeted;
  let served = saved;
  const port = Number(new URL(running.url).port);
  const saves = new SaveWatcher(specFolder(values), io, async () => {
    const now = readText(values);
    if (now === served) return;
    served = now;
    const model = await compileSpec(values, io);
    if (!model) {
      say(io, "The spec has errors; the mock stays as it was.");
      return;
    }
    failingTools(values, model);
    await running.close();
    running = await serve(model, port);
    writeTarget(values, { ...greeted, running, model });
    say(
      io,
      `The spec was saved: started again, with ${formatCount(model.tools.length, "tool")} and nothing made.`,
    );
  });
  await Promise.race([stopSignal, saves.failed]);
  await saves.stop();
  await running.close();
}

function readText(values: Values): string {
  return JSON.stringify(readSpec(specFolder(values)));
}

/** The file has tokens, so only its owner may read it. */
function writeTarget(values: Values, greeted: Greeted): void {
  if (values.target === undefined) return;
  const file = text(values, "target", "");
  writeFileSync(file, targetText(greeted), { mode: 0o600 });
  chmodSync(file, 0o600);
}

const logOn = (io: Io): Log => ({
  info: () => undefined,
  warn: ({ event }) => say(io, event),
  error: ({ event, error }) => say(io, `${event} ${error instanceof Error ? error.stack : ""}`),
});
