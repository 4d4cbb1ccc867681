import { isObject, type Json } from "../../cases/edits.ts";
import { encodeHeader } from "../../wire/request-metadata.ts";
import type { Check, RequestOverrides } from "../check.ts";
import { toolCall } from "../requests.ts";
import { makeResponseCheck } from "../response-check.ts";
import { isAnswered, isError, resultIn } from "../responses.ts";
import { checkEachTool } from "../tools/each-tool.ts";

const validation = "basic/transports/streamable-http#server-validation";
const mismatch = -32020;

/** Headers that repeat parts of the body. */
export const headerChecks: readonly Check[] = [
  refusedMismatch(
    "version-is-that-of-the-body",
    "A request whose _meta names another version than its MCP-Protocol-Version",
    // The other way round, a server of several versions may read it as a request of the older one.
    { meta: { "io.modelcontextprotocol/protocolVersion": "2025-11-25" } },
  ),
  refusedMismatch("method-is-there", "A request without Mcp-Method", {
    headers: { "Mcp-Method": undefined },
  }),
  refusedMismatch("method-is-that-of-the-body", "A request whose Mcp-Method differs from its body", {
    headers: { "Mcp-Method": "server/discover" },
  }),
  refusedMismatch(
    "method-is-read-with-its-case",
    "A request whose Mcp-Method differs from its body in case",
    { headers: { "Mcp-Method": "TOOLS/CALL" } },
  ),
  refusedMismatch("name-is-there", "A call without Mcp-Name", { headers: { "Mcp-Name": undefined } }),
  refusedMismatch("name-is-that-of-the-body", "A call whose Mcp-Name differs from its body", {
    headers: { "Mcp-Name": "conformance_no_such_tool" },
  }),
  {
    name: "headers/name-may-be-encoded",
    must: "Mcp-Name is decoded before the comparison.",
    sections: { "2026-07-28": "basic/transports/streamable-http#value-encoding" },
    run: makeResponseCheck(
      async (probe) => {
        const call = await toolCall(probe);
        return probe.send({ ...call, headers: { "Mcp-Name": encodeHeader(String(call.params.name)) } });
      },
      "the result of the call",
      isAnswered,
    ),
  },
  {
    name: "headers/version-is-not-guessed",
    must: "A request without MCP-Protocol-Version is refused, or served like a request of an older version.",
    sections: { "2026-07-28": "basic/transports/streamable-http#protocol-version-header" },
    run: makeResponseCheck(
      { method: "tools/list", headers: { "MCP-Protocol-Version": undefined } },
      "HTTP 400, or the result of an older version",
      (response) => resultIn(response).resultType === undefined,
    ),
  },
  {
    name: "headers/parameters-are-well-named",
    must: "The x-mcp-header of a parameter is a valid header name, unique in the tool, on a string, integer or boolean.",
    sections: { "2026-07-28": "server/tools#x-mcp-header" },
    run: (probe) =>
      checkEachTool(
        probe,
        ({ name, inputSchema }) => {
          const problem = findParameterProblem(inputSchema);
          return problem && `${name}: ${problem}`;
        },
        "well-formed x-mcp-header",
      ),
  },
];

/** Creates a check that sends a call with one wrong header, or whose body differs from its headers. */
function refusedMismatch(name: string, what: string, wrong: RequestOverrides): Check {
  return {
    name: `headers/${name}`,
    must: `${what} is refused: HTTP 400 and error ${mismatch}.`,
    sections: { "2026-07-28": validation },
    run: makeResponseCheck(
      async (probe) => probe.send({ ...(await toolCall(probe)), ...wrong }),
      `HTTP 400 and error ${mismatch}`,
      (response) => response.status === 400 && isError(response, mismatch),
    ),
  };
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const primitives: readonly unknown[] = ["string", "integer", "boolean"];

function findParameterProblem(schema: Json | undefined): string | undefined {
  const names = new Set<string>();
  return walk(schema, true);

  function walk(at: Json | undefined, reachable: boolean): string | undefined {
    if (Array.isArray(at)) return first(at.map((child: Json) => walk(child, false)));
    if (!isObject(at)) return undefined;
    const header = at["x-mcp-header"];
    return (
      (header === undefined ? undefined : findProblem(header, at.type, reachable)) ??
      first(
        Object.entries(at).map(([keyword, child]) =>
          keyword === "properties" && isObject(child)
            ? first(Object.values(child).map((property) => walk(property, reachable)))
            : walk(child, false),
        ),
      )
    );
  }

  function findProblem(header: Json, type: Json | undefined, reachable: boolean): string | undefined {
    if (typeof header !== "string" || !token.test(header)) return `x-mcp-header: ${JSON.stringify(header)}`;
    if (!reachable) return `x-mcp-header ${header} is not reached by "properties" only`;
    if (!primitives.includes(type)) return `x-mcp-header ${header} on type ${JSON.stringify(type)}`;
    if (names.has(header.toLowerCase())) return `x-mcp-header ${header} twice`;
    names.add(header.toLowerCase());
    return undefined;
  }
}

function first(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}
