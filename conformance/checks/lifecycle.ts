import { isObject } from "../cases/edits.ts";
import { failed, held } from "../results/verdict.ts";
import type { Check } from "./check.ts";

const client = { capabilities: {}, clientInfo: { name: "toolwright-conformance", version: "1.0.0" } };

/** Initialization, version negotiation and ping. */
export const lifecycleChecks: readonly Check[] = [
  {
    name: "lifecycle/introduces-itself",
    must: "initialize is answered with protocolVersion, capabilities and serverInfo.",
    sections: { "2025-11-25": "basic/lifecycle#initialization" },
    async run(probe) {
      const { answer } = probe.initialization;
      const { protocolVersion, capabilities, serverInfo } = answer.kind === "result" ? answer.result : {};
      const named =
        isObject(serverInfo) && typeof serverInfo.name === "string" && typeof serverInfo.version === "string";
      return typeof protocolVersion === "string" && isObject(capabilities) && named
        ? held
        : probe.failed(
            "protocolVersion, capabilities, serverInfo with name and version",
            probe.initialization,
          );
    },
  },
  {
    name: "lifecycle/declares-tools",
    must: "A server with tools declares the tools capability.",
    sections: { "2025-11-25": "server/tools#capabilities" },
    async run(probe) {
      const { answer } = probe.initialization;
      const capabilities = answer.kind === "result" ? answer.result.capabilities : undefined;
      return isObject(capabilities) && isObject(capabilities.tools)
        ? held
        : probe.failed("capabilities.tools", probe.initialization);
    },
  },
  {
    name: "lifecycle/instructs-in-text",
    must: "Instructions of the server, if present, are a string.",
    sections: { "2025-11-25": "schema#initializeresult" },
    async run(probe) {
      const { answer } = probe.initialization;
      const instructions = answer.kind === "result" ? answer.result.instructions : undefined;
      return instructions === undefined || typeof instructions === "string"
        ? held
        : probe.failed("a text, or nothing", probe.initialization, JSON.stringify(instructions));
    },
  },
  {
    name: "lifecycle/negotiates",
    must: "An unknown version is answered with a version that the server knows.",
    sections: { "2025-11-25": "basic/lifecycle#version-negotiation" },
    over: "http",
    async run(probe) {
      const response = await probe.send({
        method: "initialize",
        params: { ...client, protocolVersion: "1999-12-31" },
      });
      const version = response.answer.kind === "result" ? response.answer.result.protocolVersion : undefined;
      return typeof version === "string" && /^20\d\d-\d\d-\d\d$/.test(version)
        ? held
        : probe.failed("a result with another protocolVersion", response);
    },
  },
  {
    name: "lifecycle/pongs",
    must: "ping is answered with an empty result.",
    sections: { "2025-11-25": "basic/utilities/ping" },
    async run(probe) {
      const response = await probe.sendOnce({ method: "ping" });
      if (response.answer.kind !== "result") return probe.failed("an empty result", response);
      const { _meta, ...rest } = response.answer.result;
      return Object.keys(rest).length === 0 ? held : failed("an empty result", JSON.stringify(rest));
    },
  },
];
