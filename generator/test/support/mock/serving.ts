/** Serves mocks in tests, and runs the conformance suite against them. */
import { join } from "node:path";
import { expand } from "../../../../conformance/cases/stored.ts";
import { type Fault, proxy } from "../../../../conformance/test/support/proxy.ts";
import { type TestOptions, testServer } from "../../../../conformance/test/support/test-server.ts";
import { type MockSettings, type RunningMock, serveMock } from "../../../cli/mock/server.ts";
import { compile } from "../../../compile.ts";
import { printWholeCases } from "../../../emit/cases.ts";
import { readSpec } from "../../../files/spec.ts";
import { importListing } from "../../../import/index.ts";
import { toCaller } from "../../../mock/tokens.ts";
import type { Model } from "../../../model/model.ts";
import type { SpecSource } from "../../../parse/source.ts";
import { knownListing, knownServers } from "../import/listings.ts";
import { repository } from "../temporary-project.ts";

const ignore = () => undefined;

export const mainToken = "mock_k3Vq8ZrT1xWm5LbY";
export const otherToken = "mock_p9Hd2CsN7uJf4GaE";

export function modelOf(sources: readonly SpecSource[]): Model {
  const { model, diagnostics } = compile(sources);
  if (!model) throw new Error(JSON.stringify(diagnostics));
  return model;
}

export function trackerModel(): Model {
  return modelOf(readSpec(join(repository, "conformance/test/tracker")));
}

/** The spec of a new project. @param changed changes the text of a file */
export function templateModel(changed = (_path: string, text: string) => text): Model {
  const sources = readSpec(join(repository, "generator/template/spec"));
  const filled = (text: string) =>
    text.replace("{{name}}", "notes").replace("{{auth}}", "{ scheme: bearer }");
  return modelOf(sources.map(({ path, text }) => ({ path, text: changed(path, filled(text)) })));
}

/** The specs that `toolwright import` makes of well-known servers. */
export function importedModels(): { readonly name: string; readonly model: Model }[] {
  return knownServers.map(({ name, file }) => ({
    name,
    model: modelOf(importListing(knownListing(file)).sources),
  }));
}

/** Serves a mock with a token for each of two accounts. */
export async function serve(
  model: Model,
  settings: Partial<MockSettings> = {},
): Promise<RunningMock & { readonly clock: { aheadMs: number } }> {
  const scopes = model.scopes.map(({ name }) => name);
  const tokens = new Map([
    [mainToken, toCaller({ account: "mock", scopes })],
    [otherToken, toCaller({ account: "other", scopes })],
  ]);
  const clock = { aheadMs: 0 };
  const log = { info: ignore, warn: ignore, error: ignore };
  const running = await serveMock(model, 0, {
    seed: 1,
    failing: new Map(),
    tokens,
    clock,
    account: "mock",
    log,
    onToolCall: ignore,
    ...settings,
  });
  return { ...running, clock };
}

/** A verdict of the suite: `held`, `failed` or `unverified`, with the id of the case and its kind. */
export interface Judged {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
}

/**
 * Runs the suite against a mock, with hooks that make tokens and move the clock. `fault` changes the mock's answers; `served` is the
 * spec that the mock serves, if it is another one.
 */
export async function conformance(
  model: Model,
  selection: TestOptions["selection"] = {},
  fault: Fault = (_, forward) => forward(),
  served: Model = model,
): Promise<readonly Judged[]> {
  const cases = expand(JSON.parse(printWholeCases(model)));
  const mock = await serve(served);
  const server = await proxy(mock.url, fault);
  try {
    const { results } = await testServer(server.url, {
      cases,
      timeoutMs: 60_000,
      selection,
      target: {
        name: "mock",
        bindings: {},
        coded: true,
        tokens: [
          { token: mainToken, scopes: "all" },
          { token: otherToken, scopes: "all", account: "other" },
        ],
        hooks: Object.fromEntries(
          (["mint", "revoke", "expire", "account", "clock"] as const).map((hook) => [hook, mock.hooks]),
        ),
      },
    });
    return results.map(({ subject: { id, kind }, verdict: { status } }) => ({ id, kind, status }));
  } finally {
    await server.close();
    await mock.close();
  }
}
