/** Runs the suite at the servers of strangers, each in several ways. */
import { join } from "node:path";
import type { CaseFile } from "../../cases/format.ts";
import type { Report } from "../../results/report.ts";
import { startServer } from "../../target/started.ts";
import type { Hook, HookName } from "../../target/target.ts";
import { httpTransport } from "../../wire/http.ts";
import type { Limits } from "../../wire/reply.ts";
import type { Transport } from "../../wire/transport.ts";
import { casesOf } from "./notes-server.ts";
import { writeStrangerFiles } from "./stranger-files.ts";
import { strangers } from "./strangers.ts";
import { startOverStdio } from "./strangers-over-stdio.ts";
import { type TestOptions, testServer } from "./test-server.ts";

const folder = join(import.meta.dirname, "../strangers");

/** A way to run a server: variables of its environment, and what the suite gets of it. */
interface Variant {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly hooks: readonly HookName[];
  /** The suite knows just one token, without hooks. */
  readonly hasOneToken?: true;
}

const ofTokens: readonly HookName[] = ["mint", "revoke", "expire", "account"];

/** Seeds take them in turn. */
const variants: readonly Variant[] = [
  { name: "a clock that stands", environment: { CLOCK: "stands" }, hooks: [...ofTokens, "clock"] },
  { name: "an empty server and no hooks", environment: {}, hooks: [] },
  {
    name: "a clock that goes on, and data that was there",
    environment: { CLOCK: "moves", SEEDED: "1" },
    hooks: [...ofTokens, "clock"],
  },
  {
    name: "a second user, and data that was there",
    environment: { SECOND_USER: "third", SEEDED: "1" },
    hooks: ofTokens,
  },
  { name: "200 ms a call", environment: { LATENCY_MS: "200", SEEDED: "1" }, hooks: ofTokens },
  { name: "one token", environment: { SEEDED: "1" }, hooks: [], hasOneToken: true },
  {
    name: "a second user of the same account, and a clock that stands",
    environment: { SECOND_USER: "main", CLOCK: "stands" },
    hooks: [...ofTokens, "clock"],
  },
];

export function variantOf(seed: number): Variant {
  return variants[(seed - 1) % variants.length]!;
}

const caseFiles = new Map<string, CaseFile>();

function casesOfStranger(name: string): CaseFile {
  const cases = caseFiles.get(name) ?? casesOf(join(folder, name, "spec"));
  caseFiles.set(name, cases);
  return cases;
}

const limits: Limits = { timeoutMs: 60_000, maxBytes: 16 * 1024 * 1024 };

/** Runs the suite at a stranger's server that has just been started. `mistake`: what the server does wrong; `target`: in place of the usual one. */
export async function testStranger(
  name: string,
  seed: number,
  { mistake, ...testing }: TestOptions & { readonly mistake?: string } = {},
): Promise<Report> {
  const { target, hasNoClock, hasWork } = strangers[name]!;
  const { hooks, hasOneToken } = variantOf(seed);
  const server = await start(name, seed, mistake);
  try {
    return await testServer(server.url, {
      cases: casesOfStranger(name),
      transport: server.transport,
      seed,
      ...(server.environment && { environment: server.environment }),
      ...testing,
      target: testing.target ?? {
        name,
        bindings: {},
        ...target,
        tokens: hasOneToken ? (target.tokens ?? []).slice(0, 1) : (target.tokens ?? []),
        hooks: Object.fromEntries(
          [...hooks, ...(hasWork && hooks.length > 0 ? (["work"] as const) : [])]
            .filter((each) => !(hasNoClock && each === "clock"))
            .flatMap((each) => {
              const hook = server.hookOf(each);
              return hook === undefined ? [] : [[each, hook]];
            }),
        ),
      },
    });
  } finally {
    await server.stop();
  }
}

interface StartedStranger {
  /** Empty over stdio. */
  readonly url: string;
  readonly transport: Transport;
  readonly environment?: Readonly<Record<string, string>>;
  hookOf(name: HookName): Hook | undefined;
  stop(): Promise<void> | void;
}

async function start(name: string, seed: number, mistake: string | undefined): Promise<StartedStranger> {
  await writeStrangerFiles(name);
  const { command, stdio } = strangers[name]!;
  const env = {
    ...variantOf(seed).environment,
    PYTHONDONTWRITEBYTECODE: "1",
    ...(mistake !== undefined && { BREAK: mistake }),
  };
  if (stdio === undefined) {
    const server = await startServer({ command, env, url: "(http://\\S+)\\n" }, join(folder, name));
    const transport = httpTransport({ url: new URL(server.url), limits, parallel: 8 });
    return { url: server.url, transport, hookOf: () => "/control", stop: () => server.stop() };
  }
  const program = { command, folder: join(folder, name), environment: env, clock: stdio.clock, limits };
  const { clock, ...running } = startOverStdio(program);
  return { ...running, url: "", hookOf: (hook) => (hook === "clock" ? clock : undefined) };
}
