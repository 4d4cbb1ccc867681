/** Faults in the headers that repeat values of the body. */
import { answers, error } from "../../proxy.ts";
import {
  type CheckFault,
  changesFirstTool,
  headersFromBody,
  isModern,
  prefix,
  repairsRequest,
  withHeaders,
} from "./fault.ts";

const headers: readonly CheckFault[] = [
  {
    check: "headers/version-is-that-of-the-body",
    does: "uses the version of the body",
    fault: () =>
      repairsRequest((request) =>
        isModern(request)
          ? withHeaders(request, {
              "mcp-protocol-version": request.message.params?._meta?.[`${prefix}/protocolVersion`],
            })
          : {},
      ),
  },
  ...["method-is-there", "method-is-that-of-the-body", "method-is-read-with-its-case"].map((name) => ({
    check: `headers/${name}`,
    does: "ignores Mcp-Method",
    fault: () =>
      repairsRequest((request) =>
        isModern(request)
          ? withHeaders(request, { "mcp-method": headersFromBody(request)["mcp-method"] })
          : {},
      ),
  })),
  ...["name-is-there", "name-is-that-of-the-body"].map((name) => ({
    check: `headers/${name}`,
    does: "ignores Mcp-Name",
    fault: () =>
      repairsRequest((request) => (isModern(request) ? withHeaders(request, headersFromBody(request)) : {})),
  })),
  {
    check: "headers/name-may-be-encoded",
    does: "compares Mcp-Name without decoding it",
    fault: () =>
      answers(
        (request) => String(request.headers["mcp-name"]).startsWith("=?base64?"),
        ({ message }) => ({ ...error(message.id, -32020), status: 400 }),
      ),
  },
  {
    check: "headers/version-is-not-guessed",
    does: "takes the version from the body alone",
    fault: () =>
      repairsRequest((request) =>
        isModern(request) && request.headers["mcp-protocol-version"] === undefined
          ? withHeaders(request, { "mcp-protocol-version": "2026-07-28" })
          : {},
      ),
  },
  ...[
    { type: "string", "x-mcp-header": "Not a name" },
    { type: "number", "x-mcp-header": "Amount" },
    { type: "object", items: { type: "string", "x-mcp-header": "Deep" } },
  ].map((property) => ({
    check: "headers/parameters-are-well-named",
    does: `has the parameter ${JSON.stringify(property)}`,
    fault: changesFirstTool((tool) => ({
      ...tool,
      inputSchema: { type: "object", properties: { property } },
    })),
  })),
];

/** Faults of servers in the headers that repeat values of the body. */
export const headersFaults: readonly CheckFault[] = [...headers];
