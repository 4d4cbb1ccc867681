/** Puts the domain and the pages together, without the server. */
import { addressBehind, type FairQueue, fairQueue, findNetwork, type Log } from "@toolwright/runtime";
import { lazyCeremonies } from "../../accounts/sign-in/passkeys.ts";
import { lazyBetterAuth, sessions } from "../../accounts/sign-in/sessions.ts";
import { modelGenerators } from "../../ai/generators.ts";
import { knownTranslation } from "../../ai/known-texts.ts";
import { modelLessonWriter } from "../../ai/lessons/writer.ts";
import { type ReadText, readHere } from "../../ai/reading.ts";
import type { App } from "../../app.ts";
import { directories } from "../../forms/directory/directories.ts";
import type { EditForm, GenerateForm } from "../../forms/generator.ts";
import { formUrls } from "../../forms/urls.ts";
import { lessonAddresses } from "../../lessons/urls.ts";
import type { LessonWriter } from "../../lessons/writer.ts";
import type { Config } from "../../platform/config/config.ts";
import { isLoopbackOnly } from "../../platform/config/loopback.ts";
import { diskReserve } from "../../platform/files/reserve.ts";
import { openMail } from "../../platform/mail/open.ts";
import type { PublicFetch } from "../../platform/outgoing/public-fetch.ts";
import { cursors } from "../../platform/signing/cursors.ts";
import { type SignedUrls, signedUrls } from "../../platform/signing/signed-urls.ts";
import { codeKeys } from "../../platform/storage/code-key.ts";
import { installationKeys, installationSecret } from "../../platform/storage/secrets.ts";
import type { Stores } from "../../platform/stores.ts";
import { openExports } from "../../responses/exports/exports.ts";
import { type PrintPdf, printHere } from "../../responses/exports/pdf/print-thread.ts";
import { type RunTable, tablesHere } from "../../responses/exports/tables/table-thread.ts";
import { countOpenings } from "../../responses/visits/openings.ts";
import { openSite, type Site } from "../../web/site.ts";
import type { ControlRoutes } from "../control/routes.ts";
import type { Metrics } from "../observability/metrics.ts";

export interface Dependencies extends Stores {
  readonly generateForm: GenerateForm;
  readonly editForm: EditForm;
  readonly writer: LessonWriter;
  /** Reads the texts that users write on pages; absent in tests: at once. */
  readonly readText?: ReadText;
  /** Prints PDF files; absent in tests: in this thread. */
  readonly printPdf?: PrintPdf;
  /** Writes tables of responses; absent in tests: in this thread. */
  readonly runTable?: RunTable;
  readonly log: Log;
  /** Fetches documents about apps that sign in; absent outside of tests: from public addresses. */
  readonly fetchDocument?: PublicFetch;
  /** The control interface for tests; absent outside of tests. */
  readonly control?: ControlRoutes;
}

export interface Parts {
  readonly app: App;
  readonly site: Site;
  readonly links: SignedUrls;
  readonly queue: FairQueue;
}

export async function assemble(
  config: Config,
  { storage, files, clock, log, generateForm, editForm, ...dependencies }: Dependencies,
  metrics: Metrics,
  { publicUrl, wakeWorker }: Pick<Site, "publicUrl"> & Pick<App, "wakeWorker">,
): Promise<Parts> {
  const { ai } = config;
  const { runTable = tablesHere } = dependencies;
  const links = signedUrls(await installationKeys(storage, "links"), publicUrl, clock);
  const builtIn = { generateForm, editForm };
  const recorder = { db: storage.db, clock, log, onCall: metrics.countModelCall };
  const app: App = {
    storage,
    clock,
    ...(ai ? modelGenerators(ai, builtIn, recorder) : builtIn),
    model: ai?.model,
    knownTranslation,
    generationWaitMs: ai?.waitMs,
    cursors: cursors(await installationKeys(storage, "cursors")),
    directories: directories(storage.db),
    exports: openExports({ storage, files, links, clock, log, runTable }),
    formUrls: (formId, status) => formUrls(publicUrl(), formId, status),
    writer: ai ? modelLessonWriter(ai, dependencies.writer, recorder) : dependencies.writer,
    publicUrl,
    lessonAddresses: lessonAddresses(await installationKeys(storage, "lessons"), publicUrl),
    wakeWorker,
  };
  const addressOf = addressBehind(config.trustedProxies);
  const auth = { storage, secret: await installationSecret(storage, "sessions"), publicUrl };
  const queue = fairQueue();
  const site = await openSite({
    ...app,
    readText: dependencies.readText ?? readHere,
    printPdf: dependencies.printPdf ?? printHere(queue),
    runTable,
    queue,
    key: await codeKeys(storage, config),
    files,
    unsent: config.unsent,
    holdRoom: diskReserve(config.dataDir, config.reserveBytes),
    log,
    links,
    networkOf: (request) => findNetwork(addressOf(request)),
    publicUrl,
    sessions: sessions(storage, clock, lazyBetterAuth(auth)),
    passkeys: lazyCeremonies(auth),
    openings: countOpenings({ storage, clock }, (error) => log.error({ event: "visits_not_written", error })),
    signUp: config.signUp ?? (isLoopbackOnly(config) ? "open" : "invite"),
    contact: config.contact,
    legal: config.legal,
    hasConnectors: config.connectors,
    webhookNetworks: config.webhookNetworks,
    ...openMail(config, publicUrl, clock),
  });
  return { app, site, links, queue };
}
