/** The form service: `npm start`. Configured by the environment, see `config/config.ts`; stopped by SIGTERM or SIGINT. */
import { Unavailable } from "@toolwright/runtime";
import { scopes } from "../generated/scopes.ts";
import { service } from "../generated/tools.ts";
import { type Config, ConfigError, readConfig } from "./config/config.ts";
import { isLoopbackOnly, isWildcard } from "./config/loopback.ts";
import { controlRoutes } from "./control/routes.ts";
import { openConfiguredFiles } from "./files/open.ts";
import { builtInEditor, builtInGenerator } from "./generation/built-in.ts";
import { builtinWriter } from "./lessons/builtin/writer.ts";
import { keepSocketFromWaiting, stderrLog } from "./log/log.ts";
import { demoSignInLink, isDemoAccountUsable, makeDemoAccount } from "./server/demo-account.ts";
import { AddressUnavailable, explainListenError } from "./server/listen-error.ts";
import { disableAllocationSitePretenuring } from "./server/pretenuring.ts";
import { type Server, startServer } from "./server/server.ts";
import { stopOnSignal } from "./server/shutdown.ts";
import { welcome } from "./server/welcome.ts";
import { StorageError } from "./storage/error.ts";
import { openConfiguredStorage } from "./storage/open.ts";
import { lockDataFolder } from "./storage/sqlite/server-lock.ts";
import type { Storage } from "./storage/storage.ts";
import { movableClock } from "./time/clock.ts";

const log = stderrLog();
/** Runs with the system's clock, unless a test moves it. */
const clock = movableClock();

const exposedTestControl =
  "TEST_CONTROL is 1, which lets programs move the clock and make responses. This needs a service that only this machine reaches: HOST, PUBLIC_URL and ALLOWED_HOSTS on loopback, no TRUST_PROXY, and NODE_ENV not production.";

async function start(): Promise<void> {
  disableAllocationSitePretenuring();
  const config = readConfig(process.env);
  if (config.testControl && !isLoopbackOnly(config)) throw new ConfigError(exposedTestControl);
  // Nodes on PostgreSQL may share a folder for files.
  const unlock = config.databaseUrl === undefined ? lockDataFolder(config.dataDir) : () => {};
  const storage = await openConfiguredStorage(config, log);
  const files = await openConfiguredFiles(config);
  const parts = {
    storage,
    files,
    clock: clock.now,
    generateForm: builtInGenerator,
    editForm: builtInEditor,
    writer: builtinWriter,
    log,
    ...(config.testControl && { control: controlRoutes({ storage, clock }) }),
  };
  const server = await startServer(config, parts).catch((error: unknown) => {
    throw explainListenError(config, error);
  });
  keepSocketFromWaiting();
  log.info({ event: "listening", endpoint: server.endpoint, metrics: server.metrics });
  stopOnSignal(async () => {
    await server.stop();
    await storage.close();
    unlock();
  }, log);
  await greet(config, server, storage);
}

/** Runs after the server listens, because the token of the demo account is shown only once. */
async function greet(config: Config, { endpoint, publicUrl }: Server, storage: Storage): Promise<void> {
  const onlyLoopback = isLoopbackOnly(config);
  const now = clock.now();
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
  if (config.production) return;
  const { name } = service.server;
  const mails = onlyLoopback && config.mailUrl === undefined ? `${publicUrl}/dev/mail` : undefined;
  const secret = onlyLoopback ? await demoSignInLink(storage.db, now) : undefined;
  const signIn = secret === undefined ? `${publicUrl}/sign-in` : `${publicUrl}/link/${secret}`;
  const facts = { serverName: name, endpoint, signIn, isDemoLink: secret !== undefined, mails, demoToken };
  process.stdout.write(welcome({ ...facts, dataDir: config.dataDir }));
}

try {
  await start();
} catch (error) {
  const known = [ConfigError, StorageError, AddressUnavailable, Unavailable];
  const { message, stack } = error as Error;
  process.stderr.write(`${known.some((kind) => error instanceof kind) ? message : stack}\n`);
  process.exit(error instanceof ConfigError ? 2 : 1);
}
