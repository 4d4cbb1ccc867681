/** Starts the service in the process of a test, and connects clients. */
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { LogEntry } from "@toolwright/runtime";
import { onTestFinished } from "vitest";
import { scopes as allScopes } from "../../../generated/scopes.ts";
import { ensureAccount } from "../../accounts/accounts.ts";
import type { PlanName } from "../../accounts/plans/plans.ts";
import { createTokens } from "../../accounts/tokens/tokens.ts";
import type { EditForm, GenerateForm } from "../../forms/generator.ts";
import type { LessonWriter } from "../../lessons/writer.ts";
import { controlRoutes } from "../../mcp/control/routes.ts";
import { HeldWork } from "../../mcp/control/work-control.ts";
import { startServer } from "../../mcp/server/server.ts";
import { readConfig } from "../../platform/config/config.ts";
import { openConfiguredFiles } from "../../platform/files/open.ts";
import type { PublicFetch } from "../../platform/outgoing/public-fetch.ts";
import type { ClockMove } from "../../platform/time/clock.ts";
import type { RunTable } from "../../responses/exports/tables/table-thread.ts";
import { dataDir } from "./data-dir.ts";
import { openEngine } from "./engine.ts";
import { addTextField, oneFieldForm } from "./one-field-form.ts";
import { shortLessons } from "./short-lessons.ts";
import { callTool, post } from "./wire.ts";

export interface TokenWish {
  readonly email?: string;
  readonly plan?: PlanName;
  readonly scopes?: readonly string[];
  readonly expiresInDays?: number;
}

export interface ServiceOptions {
  readonly folder?: string;
  readonly generateForm?: GenerateForm;
  readonly editForm?: EditForm;
  readonly writer?: LessonWriter;
  readonly fetchDocument?: PublicFetch;
  /** Writes tables; absent: in this thread. */
  readonly runTable?: RunTable;
  /** The operator's settings besides the port. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether it has the control interface. */
  readonly withControl?: boolean;
}

/** The service in this process, on a free port, with a clock to move. It ends with the test. */
export async function startService({
  folder = dataDir(),
  generateForm = oneFieldForm,
  editForm = addTextField,
  writer = shortLessons(),
  fetchDocument,
  runTable,
  environment = {},
  withControl = false,
}: ServiceOptions = {}) {
  const config = readConfig({ PORT: "0", DATA_DIR: folder, ...environment });
  const storage = { ...(await openEngine(folder)), budgets: config.budgets };
  const files = await openConfiguredFiles(config);
  const time = { now: new Date() };
  const now = () => time.now;
  const move = ({ seconds }: ClockMove) => {
    time.now = new Date(time.now.getTime() + seconds * 1_000);
  };
  const work = new HeldWork();
  const logged: LogEntry[] = [];
  const keep = (entry: LogEntry) => void logged.push(entry);
  const log = { info: keep, warn: keep, error: keep };
  const server = await startServer(config, {
    storage,
    files,
    clock: now,
    generateForm,
    editForm,
    writer: withControl ? work.around(writer) : writer,
    log,
    ...(fetchDocument && { fetchDocument }),
    ...(runTable && { runTable }),
    ...(withControl && { control: controlRoutes({ storage, clock: { now, move }, work }) }),
  });
  onTestFinished(async () => {
    await server.stop();
    await storage.close();
  });

  async function mint(wish: TokenWish = {}) {
    const {
      email = "ada@example.org",
      plan = "trial",
      scopes = Object.keys(allScopes),
      expiresInDays,
    } = wish;
    const account = await ensureAccount(storage.db, email, plan, time.now);
    const [made] = await createTokens(storage.db, account, { name: "", scopes, expiresInDays }, 1, time.now);
    return made!;
  }

  return {
    ...server,
    storage,
    files,
    folder,
    time,
    now,
    logged,
    mint,
    post: (token: string, body: unknown) => post(server.endpoint, token, body),
    call: (token: string, name: string, args?: object) => callTool(server.endpoint, token, name, args),
  };
}

/** A client as agents use it. */
export async function connect(endpoint: string, token: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(endpoint), { requestInit: { headers } }) as never,
  );
  onTestFinished(() => client.close());
  return client;
}

/** The client of SDK 2.x, in the newest protocol that it shares with the service, or in the one before. */
export async function connectModern(
  endpoint: string,
  token: string,
  mode: "auto" | "legacy" = "auto",
): Promise<ModernClient> {
  const client = new ModernClient({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new ModernTransport(new URL(endpoint), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}
