/** Puts the service together and starts it. */
import { addressBehind, createMcpServer, fairQueue, type Log, networkOf } from "@toolwright/runtime";
import { limits } from "../../generated/limits.ts";
import { service } from "../../generated/tools.ts";
import { modelGenerators } from "../ai/generators.ts";
import { modelLessonWriter } from "../ai/lessons/writer.ts";
import type { App } from "../app.ts";
import type { Config, SignUpRule } from "../config/config.ts";
import { isLoopbackOnly } from "../config/loopback.ts";
import type { ControlRoutes } from "../control/routes.ts";
import { exportDownloads } from "../exports/download.ts";
import { openExports } from "../exports/exports.ts";
import type { FileStore } from "../files/store.ts";
import { directories } from "../forms/directory/directories.ts";
import { formUrls } from "../forms/urls.ts";
import type { EditForm, GenerateForm } from "../generation/generator.ts";
import { stopGenerations } from "../generation/waiting.ts";
import { handlers } from "../handlers/index.ts";
import type { Worker } from "../jobs/worker.ts";
import { lessonAddresses } from "../lessons/urls.ts";
import type { LessonWriter } from "../lessons/writer.ts";
import { openMail } from "../mail/open.ts";
import { createMetrics } from "../observability/metrics.ts";
import { metricsRoutes, serveMetrics } from "../observability/metrics-routes.ts";
import { toolCallReporter } from "../observability/tool-calls.ts";
import { scheduleCleanup } from "../retention/schedule.ts";
import { lazyBetterAuth, sessions } from "../sign-in/sessions.ts";
import { cursors } from "../signing/cursors.ts";
import { signedUrls } from "../signing/signed-urls.ts";
import { codeKeys } from "../storage/code-key.ts";
import { installationKeys, installationSecret } from "../storage/secrets.ts";
import type { Storage } from "../storage/storage.ts";
import type { Clock } from "../time/clock.ts";
import { authenticator } from "../tokens/authenticator.ts";
import { lastUsed } from "../tokens/last-used.ts";
import { outboxPath } from "../web/dev-mail.ts";
import { webRoutes } from "../web/routes.ts";
import { openSite } from "../web/site.ts";
import { healthRoutes } from "./health.ts";
import { startJobWorker } from "./job-worker.ts";
import { type PageAddresses, withRefusalPages, withTokenPage } from "./page-addresses.ts";

export interface Dependencies {
  readonly storage: Storage;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly generateForm: GenerateForm;
  readonly editForm: EditForm;
  readonly writer: LessonWriter;
  readonly log: Log;
  /** The control interface for tests; absent outside of tests. */
  readonly control?: ControlRoutes;
}

export interface Server {
  /** Where people and agents reach it, such as `https://forms.example.org`. */
  readonly publicUrl: string;
  /** Address of the MCP endpoint. */
  readonly endpoint: string;
  /** Address of the metrics; undefined if they are off. */
  readonly metrics: string | undefined;
  /** Address that opens the mails in the browser; undefined: they are sent, or shown nowhere. A secret of the operator. */
  readonly outboxUrl: string | undefined;
  /** Accepts no more requests, waits for running ones, and writes buffered data. */
  stop(): Promise<void>;
}

/** How long running requests may take when the server stops. Process managers usually wait 30 s. */
const STOP_GRACE_MS = 20_000;

/** Puts the MCP server together and listens. Rejects if the address cannot be listened on. The storage stays open. */
export async function startServer(
  config: Config,
  { storage, files, clock, generateForm, editForm, log, control, ...dependencies }: Dependencies,
): Promise<Server> {
  let publicUrl = config.publicUrl;
  const url = () => publicUrl!;
  const addressOf = addressBehind(config.trustedProxies);
  const links = signedUrls(await installationKeys(storage, "links"), url, clock);
  const exports = openExports({ storage, files, links, clock, log });
  const metrics = createMetrics();
  let worker: Worker | undefined;
  const addressesOfLessons = lessonAddresses(await installationKeys(storage, "lessons"), url);
  const builtIn = { generateForm, editForm };
  const onCall = metrics.countModelCall;
  const recorder = { db: storage.db, clock, log, onCall };
  const generators = config.ai ? modelGenerators(config.ai, builtIn, recorder) : builtIn;
  const writer = config.ai
    ? modelLessonWriter(config.ai, dependencies.writer, recorder)
    : dependencies.writer;
  const app: App = {
    storage,
    clock,
    ...generators,
    model: config.ai?.model,
    generationWaitMs: config.ai?.waitMs,
    cursors: cursors(await installationKeys(storage, "cursors")),
    directories: directories(storage.db),
    exports,
    // The public address is known once the port is; no request is answered before that.
    formUrls: (formId) => formUrls(url(), formId),
    writer,
    lessonAddresses: addressesOfLessons,
    wakeWorker: () => worker?.wake(),
  };
  const secret = await installationSecret(storage, "sessions");
  const queue = fairQueue();
  const site = await openSite({
    app,
    queue,
    key: await codeKeys(storage, config),
    storage,
    files,
    clock,
    log,
    links,
    lessonAddresses: addressesOfLessons,
    writer,
    networkOf: (request) => networkOf(addressOf(request)),
    publicUrl: url,
    sessions: sessions(storage, clock, lazyBetterAuth({ storage, secret, isSecure: isSecure(config) })),
    signUp: config.signUp ?? (isLoopbackOnly(config) ? "open" : "invite"),
    contact: config.contact,
    ...openMail(config, url, clock),
  });
  const outbox = outboxPath(site);
  const pages = webRoutes(site);
  const cleanup = scheduleCleanup({ storage, files, clock, log });
  const tokenUses = lastUsed(storage, (error) =>
    log.error({ event: "last_use_of_tokens_not_written", error }),
  );
  const health = healthRoutes({ storage, dataDir: config.dataDir, minFreeBytes: config.minFreeBytes, log });
  const readMetrics = metricsRoutes(metrics, config.metricsToken, log);
  // Without a port of their own, metrics are served only if there is a token.
  const metricsOnMainPort = config.metricsPort === undefined && config.metricsToken !== undefined;
  const downloads = exportDownloads({ storage, files, links, log });
  const addresses = pageAddresses(url, site.signUp);
  const server = createMcpServer({
    service: withTokenPage(service, addresses),
    queue,
    handlers: withRefusalPages(handlers(app), addresses),
    authenticate: authenticator(storage, clock, tokenUses),
    ...(storage.sharedLimit && {
      limit: storage.sharedLimit("pat", limits.request_rate),
      toolLimit: (rule) => storage.sharedLimit!(`tool ${rule.name}`, rule),
    }),
    now: () => clock().getTime(),
    routes: async (request, response) =>
      health(request, response) ||
      downloads(request, response) ||
      (metricsOnMainPort && readMetrics(request, response)) ||
      (await control?.(request, response)) ||
      pages.answer(request, response),
    foreignOrigin: pages.rejectForeignOrigin,
    onToolCall: toolCallReporter(service, log, metrics),
    onRefusal: metrics.countRefusal,
    ...(publicUrl !== undefined && { publicUrl }),
    hosts: config.allowedHosts,
    origins: config.allowedOrigins,
    trustedProxies: config.trustedProxies,
    log,
  });
  const listening = new URL(await server.listen(config.port, config.host));
  publicUrl ??= listening.origin;
  if (config.hasWorker)
    worker = startJobWorker(
      { storage, files, clock, writer, log },
      { mailer: site.mailer, subscriptions: site.subscriptions, publicUrl: url },
      metrics,
    );
  const metricsServer =
    config.metricsPort === undefined
      ? undefined
      : await serveMetrics(readMetrics, {
          port: config.metricsPort,
          host: config.host,
          names: [...config.allowedHosts, new URL(publicUrl).host],
        });
  return {
    publicUrl,
    endpoint: publicUrl + listening.pathname,
    metrics: metricsServer?.url ?? (metricsOnMainPort ? `${publicUrl}/metrics` : undefined),
    outboxUrl: outbox && publicUrl + outbox,
    async stop() {
      metricsServer?.stop();
      await server.close(STOP_GRACE_MS);
      await site.background.settled();
      await stopGenerations(storage);
      await worker?.stop();
      await exports.stop();
      await cleanup.stop();
      await tokenUses.stop();
    },
  };
}

/** Whether browsers reach the service over TLS, so that cookies may demand it. */
function isSecure({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith("https:") === true;
}

function pageAddresses(url: () => string, signUp: SignUpRule): PageAddresses {
  return {
    integrations: () => `${url()}/settings/integrations`,
    subscription: () => `${url()}/settings/subscription`,
    signUp: signUp === "open" ? () => `${url()}/sign-up` : undefined,
  };
}
