/** Units of length on `@modelcontextprotocol/server` 2.x, over stdio. The argument names a fault. */
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const [broken] = process.argv.slice(2);
const metres = { mm: 0.001, m: 1, km: 1_000 };
const unit = z.enum(["mm", "m", "km"]);

const server = new McpServer({ name: "units", version: "2.0.0" });
server.registerTool(
  "convert",
  {
    description: broken === "old-description" ? "Converts." : "Says a length in another unit.",
    inputSchema: z.strictObject({
      value: broken === "takes-negative" ? z.number() : z.number().min(0).max(1_000_000),
      from: unit,
      to: unit,
    }),
    outputSchema: z.object({ value: z.number(), unit }),
    annotations: { readOnlyHint: true },
  },
  ({ value, from, to }) => {
    const converted = { value: (value * metres[from]) / metres[to], unit: to };
    if (broken === "leaks" && value === 0)
      throw new Error(
        `no table for ${from}\n    at convert (src/units.ts:14:9)\n    at async handle (src/server.ts:80:3)`,
      );
    return { content: [{ type: "text", text: JSON.stringify(converted) }], structuredContent: converted };
  },
);
server.registerTool(
  "list_units",
  {
    description: "Lists the units.",
    inputSchema: z.strictObject({}),
    outputSchema: z.object({ units: z.array(unit) }),
    annotations: { readOnlyHint: true },
  },
  () => {
    const listed = { units: Object.keys(metres) as ("mm" | "m" | "km")[] };
    return { content: [{ type: "text", text: JSON.stringify(listed) }], structuredContent: listed };
  },
);
await server.connect(new StdioServerTransport());
