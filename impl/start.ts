/** The form service in this process: opens what an environment names, and listens. */
import type { Log } from "@toolwright/runtime";
import { scopes } from "../generated/scopes.ts";
import { service } from "../generated/tools.ts";
import { demoSignInLink, isDemoAccountUsable, makeDemoAccount } from "./accounts/demo-account.ts";
import { builtInGenerators } from "./ai/built-in.ts";
import { builtInLessons, readingThread } from "./ai/reading.ts";
import { topicDiagrams } from "./lessons/library/topic.ts";
import { controlRoutes } from "./mcp/control/routes.ts";
import { HeldWork } from "./mcp/control/work-control.ts";
import { type Server, startServer } from "./mcp/server/server.ts";
import { welcome } from "./mcp/server/welcome.ts";
import { modelLine } from "./platform/config/ai.ts";
import { type Config, ConfigError, readConfig } from "./platform/config/config.ts";
import { isLoopbackOnly, isWildcard } from "./platform/config/loopback.ts";
import { checkServedLimits } from "./platform/config/served-limits.ts";
import { openConfiguredFiles } from "./platform/files/open.ts";
import { checkSharedFiles } from "./platform/files/shared-store.ts";
import { explainListenError } from "./platform/process.ts";
import { awaitConfiguredStorage } from "./platform/storage/open.ts";
import { lockDataFolder } from "./platform/storage/sqlite/server-lock.ts";
import type { Storage } from "./platform/storage/storage.ts";
import { movableClock } from "./platform/time/clock.ts";
import { printThread } from "./responses/exports/pdf/print-thread.ts";
import { tableThread } from "./responses/exports/tables/table-thread.ts";

export interface FormService {
  readonly server: Server;
  /**
   * Returns the start message for new users, and logs warnings. The token of the demo account is shown only once, so call it
   * after the start.
   */
  welcome(): Promise<string>;
  /** Ends requests and closes the storage. */
  stop(): Promise<void>;
}

const exposedTestControl =
  "TEST_CONTROL is 1, which lets programs move the clock and make responses. This needs a service that only this machine reaches: HOST, PUBLIC_URL and ALLOWED_HOSTS on loopback, no TRUST_PROXY, and NODE_ENV not production.";

const exposedConnectors =
  "CONNECTORS is on, which lets apps get tokens by a redirection of the browser. This needs TLS and a public address: PUBLIC_URL=https://forms.example.org";

/** @throws ConfigError, StorageError, AddressUnavailable, Unavailable */
export async function startFormService(env: NodeJS.ProcessEnv, log: Log): Promise<FormService> {
  const config = readConfig(env);
  checkServedLimits([topicDiagrams]);
  if (config.testControl && !isLoopbackOnly(config)) throw new ConfigError(exposedTestControl);
  if (config.connectors && config.publicUrl?.startsWith("https:") !== true && !isLoopbackOnly(config))
    throw new ConfigError(exposedConnectors);
  // Nodes on PostgreSQL may share a folder for files.
  const unlock = config.databaseUrl === undefined ? lockDataFolder(config.dataDir) : () => {};
  const storage = await awaitConfiguredStorage(config, log).catch((error: unknown) => {
    unlock();
    throw error;
  });
  const close = async () => {
    await storage.close();
    unlock();
  };
  // The clock shows the system's time, unless a test moves it.
  const clock = movableClock();
  const work = new HeldWork();
  const [reading, printing, tables] = [readingThread(), printThread(), tableThread()];
  const writer = builtInLessons(reading.run);
  try {
    const files = await openConfiguredFiles(config);
    if (config.databaseUrl !== undefined) await checkSharedFiles(storage, files);
    const server = await startServer(config, {
      storage,
      files,
      clock: clock.now,
      ...builtInGenerators(reading.run),
      readText: reading.run,
      printPdf: (request, accountId) => printing.run("print", request, accountId),
      runTable: tables.run,
      writer: config.testControl ? work.around(writer) : writer,
      log,
      ...(config.testControl && { control: controlRoutes({ storage, clock, work }) }),
    });
    return {
      server,
      welcome: () => greeting(config, server, { storage, now: clock.now(), log }),
      stop: () => server.stop().then(reading.stop).then(printing.stop).then(tables.stop).then(close),
    };
  } catch (error) {
    await close();
    throw explainListenError(config, error);
  }
}

interface Circumstances {
  readonly storage: Storage;
  readonly now: Date;
  readonly log: Log;
}

async function greeting(
  config: Config,
  { endpoint, publicUrl, outboxUrl: mails }: Server,
  { storage, now, log }: Circumstances,
): Promise<string> {
  const onlyLoopback = isLoopbackOnly(config);
  const demoToken = onlyLoopback ? await makeDemoAccount(storage, Object.keys(scopes), now) : undefined;
  if (!onlyLoopback && (await isDemoAccountUsable(storage.db, now))) {
    log.warn({ event: "demo_account_exposed", advice: "revoke its tokens: npm run -s token -- list" });
  }
  if (config.publicUrl === undefined && (isWildcard(config.host) || config.trustedProxies.length > 0)) {
    log.warn({
      event: "public_url_missing",
      advice: "set PUBLIC_URL to the address that clients use, else they get 403",
    });
  }
  if (config.databaseUrl !== undefined && config.secretKey === undefined) {
    log.warn({
      event: "secret_key_missing",
      advice:
        "set SECRET_KEY to the same value on all nodes, or let them share DATA_DIR, else a code works on one node only",
    });
  }
  if (config.production && config.mailUrl === undefined) {
    log.warn({
      event: "mails_not_sent",
      advice: "set MAIL_URL to an SMTP server; until then mails are files in DATA_DIR/outbox",
    });
  }
  if (config.production) return "";
  const { name } = service.server;
  const secret = onlyLoopback ? await demoSignInLink(storage.db, now) : undefined;
  const signIn = secret === undefined ? `${publicUrl}/sign-in` : `${publicUrl}/link/${secret}`;
  const facts = { serverName: name, endpoint, signIn, isDemoLink: secret !== undefined, mails, demoToken };
  return welcome({ ...facts, model: config.ai && modelLine(config.ai), dataDir: config.dataDir });
}
