import { answers, error } from "../../proxy.ts";
import { type CheckFault, firstTool, forgives, isModern, mirrored, withHeaders } from "./fault.ts";

const headers: readonly CheckFault[] = [
  {
    check: "headers/version-is-that-of-the-body",
    does: "believes the body",
    fault: () =>
      forgives((asked) =>
        isModern(asked) ? withHeaders(asked, { "mcp-protocol-version": "2026-07-28" }) : {},
      ),
  },
  ...["method-is-there", "method-is-that-of-the-body", "method-is-read-with-its-case"].map((name) => ({
    check: `headers/${name}`,
    does: "does not look at Mcp-Method",
    fault: () =>
      forgives((asked) =>
        isModern(asked) ? withHeaders(asked, { "mcp-method": mirrored(asked)["mcp-method"] }) : {},
      ),
  })),
  ...["name-is-there", "name-is-that-of-the-body"].map((name) => ({
    check: `headers/${name}`,
    does: "does not look at Mcp-Name",
    fault: () => forgives((asked) => (isModern(asked) ? withHeaders(asked, mirrored(asked)) : {})),
  })),
  {
    check: "headers/name-may-be-encoded",
    does: "compares Mcp-Name as it is",
    fault: () =>
      answers(
        (asked) => String(asked.headers["mcp-name"]).startsWith("=?base64?"),
        ({ message }) => ({ ...error(message.id, -32020), status: 400 }),
      ),
  },
  {
    check: "headers/version-is-not-guessed",
    does: "takes the version from the body alone",
    fault: () =>
      forgives((asked) =>
        isModern(asked) && asked.headers["mcp-protocol-version"] === undefined
          ? withHeaders(asked, { "mcp-protocol-version": "2026-07-28" })
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
    fault: firstTool((tool) => ({ ...tool, inputSchema: { type: "object", properties: { property } } })),
  })),
];

/** How servers look past the headers that repeat a body. */
export const headersFaults: readonly CheckFault[] = [...headers];
