/** Which scenarios of MCP's own suite are chosen for a server, and which of their checks count. */
import { expect, test } from "vitest";
import type { Surface } from "../lock/surface.ts";
import { applies, chooseRuns } from "./scenarios.ts";

const surface = (capabilities: object, ...protocolVersions: readonly string[]): Surface => ({
  server: { name: "notes", version: "1.0.0" },
  protocolVersions,
  capabilities: { ...capabilities },
  tools: [],
  resources: [],
  resourceTemplates: [],
  prompts: [],
});

const names = (of: Surface, url: string) =>
  chooseRuns(of, new URL(url)).map(({ scenario, version }) => `${version} ${scenario.name}`);

test("a server is tested in the versions that it speaks, with what it declares", () => {
  const tools = surface({ tools: {} }, "2025-11-25", "2026-07-28");
  expect(names(tools, "https://example.org/mcp")).toEqual([
    "2025-11-25 server-initialize",
    "2025-11-25 server-session-lifecycle",
    "2025-11-25 ping",
    "2025-11-25 tools-list",
    "2026-07-28 tools-list",
    "2025-11-25 server-sse-multiple-streams",
    "2026-07-28 server-sse-multiple-streams",
    "2026-07-28 server-stateless",
    "2026-07-28 caching",
  ]);
  const prompts = surface({ prompts: {} }, "2025-06-18");
  expect(names(prompts, "https://example.org/mcp")).toContain("2025-06-18 prompts-list");
  expect(names(surface({ tools: {} }, "2024-11-05"), "https://example.org/mcp")).toEqual([]);
});

test("protection against rebound names is tested at servers of this machine alone", () => {
  const local = names(surface({}, "2026-07-28"), "http://localhost:3000/mcp");
  expect(local).toContain("2026-07-28 dns-rebinding-protection");
  expect(names(surface({}, "2026-07-28"), "https://example.org/mcp")).not.toContain(
    "2026-07-28 dns-rebinding-protection",
  );
});

test("a check of a list that the server does not have does not count", () => {
  const of = surface({ tools: {} }, "2026-07-28");
  const caching = chooseRuns(of, new URL("https://example.org/mcp")).find(
    ({ scenario }) => scenario.name === "caching",
  )!.scenario;
  expect(applies(caching, "sep-2549-tools-list-caching-hints", of)).toBe(true);
  expect(applies(caching, "sep-2549-prompts-list-caching-hints", of)).toBe(false);
});
