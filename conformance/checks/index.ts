import { accessTokenChecks } from "./access-tokens.ts";
import { authorizationChecks } from "./authorization.ts";
import type { Check } from "./check.ts";
import { clientChecks } from "./clients.ts";
import { discoveryChecks } from "./discovery.ts";
import { envelopeChecks } from "./envelope.ts";
import { headerChecks } from "./headers.ts";
import { httpChecks } from "./http.ts";
import { jsonRpcChecks } from "./json-rpc.ts";
import { lifecycleChecks } from "./lifecycle.ts";
import { notificationChecks } from "./notifications.ts";
import { oauthChecks } from "./oauth.ts";
import { originChecks } from "./origin.ts";
import { progressChecks } from "./progress.ts";
import { resultChecks } from "./results.ts";
import { sessionChecks } from "./sessions.ts";
import { toolChecks } from "./tools.ts";
import { versionChecks } from "./versions.ts";

/** All protocol checks; each topic has a file. */
export const checks: readonly Check[] = [
  ...lifecycleChecks,
  ...overHttp(discoveryChecks, versionChecks, envelopeChecks, headerChecks),
  ...jsonRpcChecks,
  ...overHttp(notificationChecks, httpChecks, sessionChecks, originChecks),
  ...overHttp(authorizationChecks).map((check) => ({ needsTokens: true, ...check }) as const),
  ...overHttp(oauthChecks, accessTokenChecks).map(
    (check): Check => ({ kind: "oauth", needsTokens: true, ...check }),
  ),
  ...toolChecks,
  ...overHttp(resultChecks, progressChecks, clientChecks),
];

/** Checks of what only Streamable HTTP has. */
function overHttp(...topics: (readonly Check[])[]): Check[] {
  return topics.flat().map((check) => ({ ...check, over: "http" }));
}
