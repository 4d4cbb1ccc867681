import { cardChecks } from "./card/card.ts";
import type { Check } from "./check.ts";
import { clientChecks } from "./clients.ts";
import { headerChecks } from "./http/headers.ts";
import { httpChecks } from "./http/http.ts";
import { originChecks } from "./http/origin.ts";
import { sessionChecks } from "./http/sessions.ts";
import { discoveryChecks } from "./messages/discovery.ts";
import { envelopeChecks } from "./messages/envelope.ts";
import { jsonRpcChecks } from "./messages/json-rpc.ts";
import { lifecycleChecks } from "./messages/lifecycle.ts";
import { notificationChecks } from "./messages/notifications.ts";
import { progressChecks } from "./messages/progress.ts";
import { versionChecks } from "./messages/versions.ts";
import { accessTokenChecks } from "./oauth/access-tokens.ts";
import { authorizationChecks } from "./oauth/authorization.ts";
import { oauthChecks } from "./oauth/oauth.ts";
import { resultChecks } from "./tools/results.ts";
import { toolChecks } from "./tools/tools.ts";

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
  ...overHttp(cardChecks).map((check): Check => ({ kind: "card", ...check })),
  ...toolChecks,
  ...overHttp(resultChecks, progressChecks, clientChecks),
];

/** Marks checks that apply only to Streamable HTTP. */
function overHttp(...topics: (readonly Check[])[]): Check[] {
  return topics.flat().map((check) => ({ ...check, over: "http" }));
}
