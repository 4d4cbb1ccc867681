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
    const inText =
      broken === "text-differs" ? { ...converted, value: Math.round(converted.value) + 1 } : converted;
    if (broken === "leaks" && value === 0)
      throw new Error(`ENOENT: no such file, open '/var/lib/units/${from}.json'`);
    return { content: [{ type: "text", text: JSON.stringify(inText) }], structuredContent: converted };
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
