import { expect, test } from "vitest";
import { printLock, settleSurface } from "./lock-file.ts";
import { isLockFile, listingIn } from "./lock-listing.ts";

const surface = {
  server: { name: "clock-8f3a", version: "1.2.0" },
  protocolVersions: ["2025-11-25"],
  tools: [{ name: "now", description: "Says the time.", inputSchema: { type: "object" } }],
  resources: [{ uri: "clock://zones", name: "zones" }],
  resourceTemplates: [],
  prompts: [],
};

test("a lock file is the listing of its server", () => {
  const text = printLock({ surface, unstable: [], accepted: [] });
  expect(isLockFile(text)).toBe(true);
  expect(listingIn(text, "mcp.lock.json")).toMatchObject({
    server: { ...surface.server, protocolVersions: ["2025-11-25"] },
    tools: surface.tools,
    offers: { resources: surface.resources },
  });
});

test("values that were left out, since they differ at each start, have defaults", () => {
  const unstable = [
    ["protocolVersions"],
    ["server", "name"],
    ["server", "version"],
    ["tools", "now", "description"],
  ];
  const listing = listingIn(printLock({ surface, unstable, accepted: [] }), "mcp.lock.json");
  expect(listing.server).toEqual({ name: "server", version: "0.0.0" });
  expect(listing.tools).toEqual([{ name: "now", inputSchema: { type: "object" } }]);
});

test("a surface whose versions of MCP differ at each start has a list of them, which is empty", () => {
  expect(settleSurface(surface, [["protocolVersions"]])).toMatchObject({
    protocolVersions: [],
    tools: surface.tools,
  });
});
