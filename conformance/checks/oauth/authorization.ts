import { held } from "../../results/verdict.ts";
import { type Check, inBoth, type Probe, type ProbeResponse } from "../check.ts";
import { initialize, simplestMethod } from "../requests.ts";
import { makeHeaderCheck } from "../response-check.ts";
import { describesItself, fetchMetadata, metadataIn, metadataPaths } from "./resource-metadata.ts";

const handling = inBoth("basic/authorization#token-handling");

const handlingOfMetadata = inBoth("basic/authorization#protected-resource-metadata-discovery-requirements");

/** Access tokens, for every kind of request. */
export const authorizationChecks: readonly Check[] = [
  {
    name: "authorization/turns-invalid-tokens-away",
    must: "Every request with an invalid token is answered with HTTP 401.",
    sections: handling,
    async run(probe) {
      for (const method of methodsWithToken(probe)) {
        const response = await sendInvalidToken(probe, method);
        if (response.status !== 401) return probe.failed(`HTTP 401 to ${method}`, response);
      }
      return held;
    },
  },
  {
    name: "authorization/challenges",
    must: "HTTP 401 has a WWW-Authenticate header that asks for a Bearer token.",
    sections: handling,
    run: makeHeaderCheck(
      (probe) => sendInvalidToken(probe, simplestMethod(probe.version)),
      "WWW-Authenticate",
      "WWW-Authenticate: Bearer",
      (challenge) => /(?:^|,\s*)bearer\b/i.test(challenge),
    ),
  },
  {
    name: "authorization/points-to-what-exists",
    must: "A challenge names resource_metadata only if the metadata exist: clients start OAuth with them.",
    sections: handlingOfMetadata,
    since: "2025-11-25",
    async run(probe) {
      const response = await sendInvalidToken(probe, simplestMethod(probe.version));
      const challenge = response.header("www-authenticate");
      const [, named] = /\bresource_metadata\s*=\s*"?([^",\s]+)/i.exec(challenge) ?? [];
      if (named === undefined || (await hasMetadata(probe, named))) return held;
      return probe.failed(
        "no resource_metadata, since the server has no OAuth metadata",
        response,
        challenge,
      );
    },
  },
  {
    name: "authorization/describes-itself-or-not",
    must: "The well-known address for the metadata of a protected resource returns the metadata or HTTP 404, not a page or a redirect.",
    sections: handlingOfMetadata,
    since: "2025-11-25",
    async run(probe) {
      for (const path of Object.values(metadataPaths(probe))) {
        const response = await fetchMetadata(probe, path);
        if (!isAbsent(response) && !metadataIn(response))
          return probe.failed("HTTP 404, or JSON with resource and authorization_servers", response);
      }
      return held;
    },
  },
];

/** Whether there are metadata at the named address, if it is on the target, or at the well-known addresses. */
async function hasMetadata(probe: Probe, named: string): Promise<boolean> {
  const address = URL.parse(named, probe.to);
  const isOwn = address?.origin === new URL(probe.to).origin;
  if (isOwn && metadataIn(await fetchMetadata(probe, `${address.pathname}${address.search}`))) return true;
  return describesItself(probe);
}

function methodsWithToken({ version }: Probe): readonly string[] {
  return version < "2026" ? ["initialize", "ping", "tools/list"] : ["server/discover", "tools/list"];
}

function sendInvalidToken(probe: Probe, method: string): Promise<ProbeResponse> {
  const request = method === "initialize" ? initialize(probe.version) : { method, params: {} };
  return probe.sendOnce({ ...request, credential: "unknown" });
}

function isAbsent({ status = 0 }: ProbeResponse): boolean {
  return status >= 400;
}
