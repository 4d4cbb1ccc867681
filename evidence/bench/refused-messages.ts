import { createTokens } from "../../impl/accounts/tokens/tokens.ts";
import { builtInEditor, builtInGenerator } from "../../impl/ai/built-in.ts";
import { builtinWriter } from "../../impl/lessons/builtin/writer.ts";
import { startServer } from "../../impl/mcp/server/server.ts";
import { readConfig } from "../../impl/platform/config/config.ts";
import { openFileStore } from "../../impl/platform/files/store.ts";
import { openSqlite } from "../../impl/platform/storage/sqlite/open.ts";
import { ownedForm } from "./growth/storage.ts";
import { median } from "./measure.ts";
import type { Row } from "./row.ts";
import { inFolder } from "./temporary-folder.ts";

const RATE = 120;
const REPEATS = 31;
/** Bytes of a message, at 1x, 10x and 100x. */
const SIZES = [10_000, 100_000, 1_000_000];

/** Measures the cost of a message above the rate: the service does not parse it, so its cost is the transfer of its bytes. */
export function refusalRow(): Promise<Row> {
  return inFolder(async (folder) => {
    const storage = await openSqlite(folder);
    const quiet = { info: () => {}, warn: () => {}, error: () => {} };
    const server = await startServer(readConfig({ PORT: "0", DATA_DIR: folder }), {
      storage,
      files: await openFileStore(folder),
      clock: () => new Date(),
      generateForm: builtInGenerator,
      editForm: builtInEditor,
      writer: builtinWriter,
      log: quiet,
    });
    try {
      const { account } = await ownedForm(storage, "owner@example.org");
      const wish = { name: "", scopes: ["forms:read"] as const, expiresInDays: undefined };
      const [made] = await createTokens(storage.db, account, wish, 1, new Date());
      const times: number[] = [];
      for (const size of SIZES) times.push(await refusedMs(server.endpoint, made!.token, size));
      return {
        what: `a message above the rate, bytes: ${SIZES.map((size) => size.toLocaleString("en")).join(" / ")}`,
        value: times[2]!,
        unit: "ms",
        note: `${times.map((ms) => ms.toPrecision(2)).join(" / ")} ms by the clock, its client in the same process`,
      };
    } finally {
      await server.stop();
      await storage.close();
    }
  });
}

async function refusedMs(endpoint: string, token: string, size: number): Promise<number> {
  const send = async (text: string) => {
    const message = { jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: { text } } };
    const began = performance.now();
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify(message),
    });
    await response.arrayBuffer();
    return { status: response.status, ms: performance.now() - began };
  };
  for (let n = 0; n <= RATE; n += 1) await send("");
  const refused: number[] = [];
  while (refused.length < REPEATS) {
    const { status, ms } = await send("a".repeat(size));
    if (status !== 429) throw new Error(`A message above the rate is answered with ${status}`);
    refused.push(ms);
  }
  return median(refused);
}
