/** The start of the service and the first call, as the README of impl shows them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectPrinted, shownAfter } from "../../.ci/readme.ts";
import { builtInGenerator } from "../ai/built-in.ts";
import { welcome } from "../mcp/server/welcome.ts";
import { startService } from "./support/service.ts";

const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");

test("npm start prints what README shows", () => {
  const printed = welcome({
    serverName: "service-mcp",
    endpoint: "http://127.0.0.1:3000/api/mcp",
    signIn: "http://127.0.0.1:3000/link/abc",
    isDemoLink: true,
    mails: undefined,
    model: undefined,
    demoToken: "twp_abc",
    dataDir: "./data",
  });
  expectPrinted(printed, shownAfter("npm ci && npm start", readme));
});

test("the call of README makes the form that README shows", async () => {
  const [, request = "", shown = ""] = /-d '(\{[\s\S]*?\})' \| jq \S+\n([\s\S]*?)```/.exec(readme) ?? [];
  const service = await startService({ generateForm: builtInGenerator });
  const { token } = await service.mint();
  const { name, arguments: args } = JSON.parse(request).params;
  const { structuredContent } = await service.call(token, name, args);
  expect(structuredContent).toBeDefined();
  const printed = JSON.stringify(structuredContent, null, 2);
  expectPrinted(printed.replaceAll(new URL(service.endpoint).origin, "http://127.0.0.1:3000"), shown.trim());
});
