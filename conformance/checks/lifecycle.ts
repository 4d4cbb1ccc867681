import { failed, held } from "../verdict.ts";
import { isObject } from "../wire/answer.ts";
import type { Check } from "./check.ts";

const versions = ["2025-11-25"] as const;
const client = { capabilities: {}, clientInfo: { name: "toolwright-conformance", version: "1.0.0" } };

/** Initialization, version negotiation and ping. */
export const lifecycleChecks: readonly Check[] = [
  {
    name: "lifecycle/introduces-itself",
    must: "initialize is answered with protocolVersion, capabilities and serverInfo.",
    section: "basic/lifecycle#initialization",
    level: "MUST",
    versions,
    requests: 1,
    async run(probe) {
      const asked = await probe.ask({
        method: "initialize",
        params: { ...client, protocolVersion: probe.version },
      });
      const result = asked.answer.kind === "result" ? asked.answer.result : {};
      const { protocolVersion, capabilities, serverInfo } = result;
      const named =
        isObject(serverInfo) && typeof serverInfo.name === "string" && typeof serverInfo.version === "string";
      return typeof protocolVersion === "string" && isObject(capabilities) && named
        ? held
        : probe.failed("protocolVersion, capabilities, serverInfo with name and version", asked);
    },
  },
  {
    name: "lifecycle/declares-tools",
    must: "A server with tools declares the capability tools.",
    section: "server/tools#capabilities",
    level: "MUST",
    versions,
    requests: 1,
    async run(probe) {
      const asked = await probe.ask({
        method: "initialize",
        params: { ...client, protocolVersion: probe.version },
      });
      const capabilities = asked.answer.kind === "result" ? asked.answer.result.capabilities : undefined;
      return isObject(capabilities) && isObject(capabilities.tools)
        ? held
        : probe.failed("capabilities.tools", asked);
    },
  },
  {
    name: "lifecycle/negotiates",
    must: "A version that the server does not know is answered with one that it knows.",
    section: "basic/lifecycle#version-negotiation",
    level: "MUST",
    versions,
    requests: 1,
    async run(probe) {
      const asked = await probe.ask({
        method: "initialize",
        params: { ...client, protocolVersion: "1999-12-31" },
      });
      const version = asked.answer.kind === "result" ? asked.answer.result.protocolVersion : undefined;
      return typeof version === "string" && /^20\d\d-\d\d-\d\d$/.test(version) && version !== "1999-12-31"
        ? held
        : probe.failed("a result with another protocolVersion", asked);
    },
  },
  {
    name: "lifecycle/pongs",
    must: "ping is answered with an empty result.",
    section: "basic/utilities/ping",
    level: "MUST",
    versions,
    requests: 1,
    async run(probe) {
      const asked = await probe.ask({ method: "ping" });
      if (asked.answer.kind !== "result") return probe.failed("an empty result", asked);
      const { _meta, ...rest } = asked.answer.result;
      return Object.keys(rest).length === 0 ? held : failed("an empty result", JSON.stringify(rest));
    },
  },
];
