/** Starts the service: the servers that answer requests, the workers beside them, and the order in which all of them stop. */
import { createMcpServer, type McpServerOptions, type Routes } from "@toolwright/runtime";
import type { ServiceHandlers } from "../../../generated/handlers.ts";
import { limits } from "../../../generated/limits.ts";
import { service } from "../../../generated/tools.ts";
import { stopGenerations } from "../../accounts/generation/waiting.ts";
import { Authenticator, appTokens } from "../../accounts/tokens/authenticator.ts";
import { lastUsed } from "../../accounts/tokens/token-use.ts";
import { sharePage } from "../../forms/urls.ts";
import type { Config, SignUpRule } from "../../platform/config/config.ts";
import { startWorker, type Worker } from "../../platform/jobs/worker.ts";
import { publicFetch } from "../../platform/outgoing/public-fetch.ts";
import { receiverPost } from "../../platform/outgoing/receiver.ts";
import { exportDownloads } from "../../responses/exports/download.ts";
import { scheduleCleanup } from "../../responses/retention/schedule.ts";
import { connectorRoutes, openConnectors } from "../../web/connectors.ts";
import { outboxPath } from "../../web/dev-mail.ts";
import { webRoutes } from "../../web/routes.ts";
import { handlers } from "../handlers/index.ts";
import { createMetrics } from "../observability/metrics.ts";
import { metricsRoutes, serveMetrics } from "../observability/metrics-routes.ts";
import { toolCallReporter } from "../observability/tool-calls.ts";
import { assemble, type Dependencies, type Parts } from "./assemble.ts";
import { explainingEarlierForms } from "./explain-earlier-forms.ts";
import { healthRoutes } from "./health.ts";
import { jobReporter, startJobWorker } from "./job-worker.ts";
import { type PageAddresses, withRefusalPages, withTokenPage } from "./page-addresses.ts";
import { taskCallers, taskJobs } from "./task-jobs.ts";
import { databaseTasks } from "./task-store.ts";

export interface Server {
  /** The public URL for users and agents, such as `https://forms.example.org`. */
  readonly publicUrl: string;
  /** Address of the MCP endpoint. */
  readonly endpoint: string;
  /** Address of the metrics; undefined if they are off. */
  readonly metrics: string | undefined;
  /** Address that shows mails in the browser; undefined: mails are sent, or not shown. Only the operator may know it. */
  readonly outboxUrl: string | undefined;
  /** Resolves when the work after the answers that were sent has ended, such as writing mails. */
  waitUntilSettled(): Promise<void>;
  /** Accepts no more requests, waits for running ones, and writes buffered data. */
  stop(): Promise<void>;
}

/** Makes browsers use TLS from now on (RFC 6797). Subdomains are left out, because they may belong to others. */
const DEMAND_TLS = new Map([["Strict-Transport-Security", "max-age=31536000"]]);

/** How long running requests may continue when the server stops. Process managers usually wait 30 s. */
const STOP_GRACE_MS = 20_000;

/** The number of resumed calls that run at once. They wait for workers and models, and a slow one must not delay the others. */
const MAX_RESUMED_CALLS = 32;

/** Starts all parts of the service. Rejects if the server cannot listen on its address. Stopping leaves the storage open. */
export async function startServer(config: Config, dependencies: Dependencies): Promise<Server> {
  const { storage, files, clock, log } = dependencies;
  let publicUrl = config.publicUrl;
  let worker: Worker | undefined;
  const metrics = createMetrics();
  const parts = await assemble(config, dependencies, metrics, {
    // The public address is known once the port is; no request is answered before that.
    publicUrl: () => publicUrl!,
    wakeWorker: () => worker?.wake(),
  });
  const { app, site } = parts;
  const cleanup = scheduleCleanup({ storage, files, clock, log });
  const tokenUses = lastUsed(storage, (error) =>
    log.error({ event: "last_use_of_tokens_not_written", error }),
  );
  const authenticator = new Authenticator(storage, clock, tokenUses);
  await authenticator.preload();
  const connectedApps = new Authenticator(storage, clock, tokenUses, appTokens);
  const tasks = databaseTasks({ storage, clock });
  const readMetrics = metricsRoutes(metrics, config.metricsToken, log);
  // Metrics on the main port are served only with a token.
  const metricsOnMainPort = config.metricsPort === undefined && config.metricsToken !== undefined;
  const server = createMcpServer({
    tasks: { store: tasks, resumeCaller: taskCallers(storage) },
    ...mcpOptions(config, dependencies, parts, metricsOnMainPort ? readMetrics : undefined),
    authenticate: ({ token }) => authenticator.authenticate(token),
    ...(config.connectors && { oauth: oauthOption(site.publicUrl, connectedApps) }),
    onToolCall: toolCallReporter(service, log, metrics),
    onRefusal: metrics.countRefusal,
  });
  const listening = new URL(await server.listen(config.port, config.host));
  publicUrl ??= listening.origin;
  if (config.hasWorker)
    worker = startJobWorker(
      { storage, files, clock, writer: app.writer, log },
      { ...site, postToReceiver: receiverPost({ networks: config.webhookNetworks }) },
      metrics,
    );
  // A server also resumes tasks if separate processes do the other jobs, because those processes have no tools.
  const taskWorker = startWorker({
    storage,
    clock,
    handlers: { tool_call: taskJobs({ storage, tasks, ...server }) },
    parallel: MAX_RESUMED_CALLS,
    onJob: jobReporter(log, metrics),
    onError: (error) => log.error({ event: "jobs_not_reached", error }),
  });
  const metricsServer = await serveMetricsFor(config, readMetrics, publicUrl);
  const outbox = outboxPath(site);
  return {
    publicUrl,
    endpoint: publicUrl + listening.pathname,
    metrics: metricsServer?.url ?? (metricsOnMainPort ? `${publicUrl}/metrics` : undefined),
    outboxUrl: outbox && publicUrl + outbox,
    waitUntilSettled: () => site.background.waitUntilSettled(),
    async stop() {
      metricsServer?.stop();
      await server.close(STOP_GRACE_MS);
      await taskWorker.stop();
      await site.background.waitUntilSettled();
      await stopGenerations(storage);
      await worker?.stop();
      await app.exports.stop();
      await cleanup.stop();
      await tokenUses.stop();
      await site.openings.stop();
    },
  };
}

/** Accepts tokens of connected apps. The authorization server, which is this service, issues them for this endpoint only. */
function oauthOption(
  publicUrl: () => string,
  connectedApps: Authenticator,
): NonNullable<McpServerOptions<ServiceHandlers>["oauth"]> {
  return {
    get authorizationServers() {
      return [publicUrl()];
    },
    authenticate: (token) => connectedApps.authenticate(token),
  };
}

/** Returns the options of the MCP server that do not depend on the callers. */
function mcpOptions(
  config: Config,
  { storage, files, clock, log, control, fetchDocument = publicFetch() }: Dependencies,
  { app, site, links, queue }: Parts,
  readMetrics: Routes | undefined,
): McpServerOptions<ServiceHandlers> {
  const addresses = pageAddresses(site.publicUrl, site.signUp);
  const connectors = config.connectors ? openConnectors(site, fetchDocument) : undefined;
  const pages = webRoutes(site, connectors);
  const oauth = connectorRoutes(site, connectors);
  const downloads = exportDownloads({ storage, files, links, log });
  const routes: Routes = async (request, response) =>
    downloads(request, response) ||
    (await readMetrics?.(request, response)) ||
    (await control?.(request, response)) ||
    (await oauth(request, response)) ||
    pages.answer(request, response);
  return {
    service: withTokenPage({ ...service, tools: service.tools.map(explainingEarlierForms) }, addresses),
    queue,
    handlers: withRefusalPages(handlers(app), addresses),
    ...(storage.sharedLimit && {
      limit: storage.sharedLimit("pat", limits.request_rate),
      toolLimit: (rule) => storage.sharedLimit!(`tool ${rule.name}`, rule),
    }),
    now: () => clock().getTime(),
    routes,
    health: healthRoutes({ storage, dataDir: config.dataDir, minFreeBytes: config.minFreeBytes, log }),
    foreignOrigin: pages.rejectForeignOrigin,
    ...(config.publicUrl !== undefined && { publicUrl: config.publicUrl }),
    openaiAppsChallenge: config.openaiAppsChallenge,
    hosts: config.allowedHosts,
    origins: config.allowedOrigins,
    trustedProxies: config.trustedProxies,
    ...(config.publicUrl?.startsWith("https:") && { headers: DEMAND_TLS }),
    log,
  };
}

/** Serves the metrics on a separate port, if one is configured. */
async function serveMetricsFor(
  { metricsPort: port, host, allowedHosts }: Config,
  read: ReturnType<typeof metricsRoutes>,
  publicUrl: string,
) {
  if (port === undefined) return undefined;
  return serveMetrics(read, { port, host, names: [...allowedHosts, new URL(publicUrl).host] });
}

function pageAddresses(url: () => string, signUp: SignUpRule): PageAddresses {
  return {
    integrations: () => `${url()}/settings/integrations`,
    subscription: () => `${url()}/settings/subscription`,
    invite: signUp === "closed" ? undefined : (formId) => sharePage(url(), formId),
  };
}
