import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { createMcpServer, type Service } from "@toolwright/runtime";
import { describe, expect, test } from "vitest";
import { compile, emit } from "../../compile.ts";
import { offerLists } from "../../emit/resource-lists.ts";
import { importListing } from "../../import/index.ts";
import { compilerErrors, writeAll } from "../support/compiler.ts";
import { knownListing, knownOffers, knownServers, listingOf, tool } from "../support/import/listings.ts";
import { inTemporaryProject } from "../support/temporary-project.ts";

const ignore = () => undefined;

/** A `main.ts` that serves a project's generated files over stdio. */
const stdioMain = `
import { serveStdio } from "@toolwright/runtime";
import { service } from "./generated/tools.ts";
import { unimplemented } from "./generated/unimplemented.ts";

const ignore = () => undefined;
await serveStdio({ service, handlers: unimplemented, log: { info: ignore, warn: ignore, error: ignore } });
`;

describe("the six servers, imported and generated", () => {
  test("compile in one strict program, and serve the lists of the originals over HTTP and stdio", async () => {
    await inTemporaryProject(async (project) => {
      for (const { name, file } of knownServers) {
        const { sources } = importListing(knownListing(file));
        const { model } = compile(sources);
        const files = await emit(model!);
        writeAll(join(project, name, "generated"), files);
        writeFileSync(join(project, name, "main.ts"), stdioMain);
      }
      expect(compilerErrors(project)).toEqual([]);
      for (const { name, file } of knownServers) {
        const original = JSON.parse(readFileSync(file, "utf8")) as { tools: unknown };
        expect({ name, tools: await listedOverHttp(join(project, name)) }).toEqual({
          name,
          tools: original.tools,
        });
        expect({ name, tools: await listedOverStdio(join(project, name)) }).toEqual({
          name,
          tools: original.tools,
        });
      }
    });
  });
});

test("imported resources and prompts compile in one strict program, and are listed unchanged", async () => {
  await inTemporaryProject(async (project) => {
    const servers = await Promise.all(
      knownOffers.map(async ({ lists }, index) => {
        const { model } = compile(importListing({ ...listingOf(tool("a")), offers: lists }).sources);
        const folder = join(project, String(index));
        writeAll(join(folder, "generated"), await emit(model!));
        return { folder, model: model! };
      }),
    );
    expect(compilerErrors(project)).toEqual([]);
    for (const { folder, model } of servers) {
      const { skills: _, ...lists } = offerLists(model);
      for (const [key, entries] of Object.entries(lists))
        if (entries.length > 0) expect(await listedOverHttp(folder, key)).toEqual(entries);
    }
  });
});

async function listedOverHttp(project: string, key = "tools"): Promise<unknown> {
  const { service } = (await import(join(project, "generated", "tools.ts"))) as { service: Service };
  const { unimplemented } = (await import(join(project, "generated", "unimplemented.ts"))) as {
    unimplemented: object;
  };
  const log = { info: ignore, warn: ignore, error: ignore };
  const server = createMcpServer({ service, handlers: unimplemented, log });
  const url = new URL(await server.listen(0));
  try {
    return await listed(new StreamableHTTPClientTransport(url) as Transport, key);
  } finally {
    await server.close();
  }
}

async function listedOverStdio(project: string): Promise<unknown> {
  const args = ["--conditions=toolwright-source", join(project, "main.ts")];
  return await listed(new StdioClientTransport({ command: process.execPath, args }));
}

/** The raw result: the client's own `listTools` drops keys that it does not know. */
async function listed(transport: Transport, key = "tools"): Promise<unknown> {
  const client = new Client({ name: "proof", version: "1.0.0" });
  await client.connect(transport);
  try {
    const method = key === "resourceTemplates" ? "resources/templates/list" : `${key}/list`;
    return (await client.request({ method }, ResultSchema))[key];
  } finally {
    await client.close();
  }
}
