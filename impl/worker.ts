/** The worker: `npm run worker`. It does jobs beside servers of the same configuration, and stops as they do. */
import { modelLessonWriter } from "./ai/lessons/writer.ts";
import { builtinWriter } from "./lessons/builtin/writer.ts";
import { createMetrics } from "./mcp/observability/metrics.ts";
import { metricsRoutes, serveMetrics } from "./mcp/observability/metrics-routes.ts";
import { type OutgoingParts, startJobWorker } from "./mcp/server/job-worker.ts";
import { type Config, readConfig } from "./platform/config/config.ts";
import { openConfiguredFiles } from "./platform/files/open.ts";
import { checkSharedFiles } from "./platform/files/shared-store.ts";
import { stderrLog } from "./platform/log/log.ts";
import { openMail } from "./platform/mail/open.ts";
import { receiverPost } from "./platform/outgoing/receiver.ts";
import { exitOnError, explainListenError, stopOnSignal } from "./platform/process.ts";
import { awaitConfiguredStorage } from "./platform/storage/open.ts";
import type { Storage } from "./platform/storage/storage.ts";
import { systemClock } from "./platform/time/clock.ts";
import { subscriptionTokens } from "./responses/notifications/subscriptions.ts";

const log = stderrLog();

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const { metricsPort, metricsToken, host, publicUrl } = config;
  const metrics = createMetrics();
  const readMetrics = metricsRoutes(metrics, metricsToken, log);
  const metricsServer =
    metricsPort === undefined
      ? undefined
      : await serveMetrics(readMetrics, { port: metricsPort, host, names: config.allowedHosts }).catch(
          (error: unknown) => {
            throw explainListenError({ host, port: metricsPort, variable: "METRICS_PORT" }, error);
          },
        );
  const storage = await awaitConfiguredStorage(config, log);
  const files = await openConfiguredFiles(config);
  if (config.databaseUrl !== undefined) await checkSharedFiles(storage, files);
  const recorder = { db: storage.db, clock: systemClock, log, onCall: metrics.countModelCall };
  const writer = config.ai ? modelLessonWriter(config.ai, builtinWriter, recorder) : builtinWriter;
  // Without the public address, servers send the mails and webhooks, since they know their address.
  const outgoing = publicUrl === undefined ? undefined : await outgoingParts(config, publicUrl, storage);
  const worker = startJobWorker({ storage, files, clock: systemClock, writer, log }, outgoing, metrics);
  log.info({ event: "working", metrics: metricsServer?.url, mails: outgoing !== undefined });
  stopOnSignal(async () => {
    metricsServer?.stop();
    await worker.stop();
    await storage.close();
  }, log);
}

async function outgoingParts(config: Config, publicUrl: string, storage: Storage): Promise<OutgoingParts> {
  const url = () => publicUrl;
  const { mailer } = openMail(config, url, systemClock);
  return {
    mailer,
    subscriptions: await subscriptionTokens(storage),
    publicUrl: url,
    postToReceiver: receiverPost({ networks: config.webhookNetworks }),
  };
}

await exitOnError(start);
