import { isObject } from "../../cases/edits.ts";
import type { Check } from "../check.ts";
import { initialize } from "../requests.ts";
import { initialization, makeResponseCheck } from "../response-check.ts";
import { declaresTools, isAnswered, resultIn } from "../responses.ts";

/** Initialization, version negotiation and ping. */
export const lifecycleChecks: readonly Check[] = [
  {
    name: "lifecycle/introduces-itself",
    must: "initialize is answered with protocolVersion, capabilities and serverInfo.",
    sections: { "2025-11-25": "basic/lifecycle#initialization" },
    run: makeResponseCheck(
      initialization,
      "protocolVersion, capabilities, serverInfo with name and version",
      (response) => {
        const { protocolVersion, capabilities, serverInfo } = resultIn(response);
        const texts = isObject(serverInfo) ? [protocolVersion, serverInfo.name, serverInfo.version] : [null];
        return isObject(capabilities) && texts.every((text) => typeof text === "string");
      },
    ),
  },
  {
    name: "lifecycle/declares-tools",
    must: "A server with tools declares the tools capability.",
    sections: { "2025-11-25": "server/tools#capabilities" },
    run: makeResponseCheck(initialization, "capabilities.tools", declaresTools),
  },
  {
    name: "lifecycle/instructs-in-text",
    must: "Instructions of the server, if present, are a string.",
    sections: { "2025-11-25": "schema#initializeresult" },
    since: "2025-06-18",
    run: makeResponseCheck(initialization, "a text, or nothing", (response) =>
      ["undefined", "string"].includes(typeof resultIn(response).instructions),
    ),
  },
  {
    name: "lifecycle/negotiates",
    must: "An unknown version is answered with a version that the server knows.",
    sections: { "2025-11-25": "basic/lifecycle#version-negotiation" },
    over: "http",
    run: makeResponseCheck(initialize("1999-12-31"), "a result with another protocolVersion", (response) =>
      /^20\d\d-\d\d-\d\d$/.test(String(resultIn(response).protocolVersion)),
    ),
  },
  {
    name: "lifecycle/pongs",
    must: "ping is answered with an empty result.",
    sections: { "2025-11-25": "basic/utilities/ping" },
    run: makeResponseCheck({ method: "ping" }, "an empty result", (response) => {
      const { _meta, ...rest } = resultIn(response);
      return isAnswered(response) && Object.keys(rest).length === 0;
    }),
  },
];
