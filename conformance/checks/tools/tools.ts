import { Ajv } from "ajv";
import Ajv2019 from "ajv/dist/2019.js";
import Ajv2020 from "ajv/dist/2020.js";
import { isObject, type Json, type JsonObject } from "../../cases/edits.ts";
import { held } from "../../results/verdict.ts";
import { type Check, inBoth } from "../check.ts";
import { toolCall, unknownTool } from "../requests.ts";
import { makeResponseCheck } from "../response-check.ts";
import { isRefusedCall, resultIn, toolsIn } from "../responses.ts";
import { checkEachTool } from "./each-tool.ts";

const tool = inBoth("server/tools#tool");
const names = inBoth("server/tools#tool-names");
const errors = inBoth("server/tools#error-handling");
const results = inBoth("server/tools#tool-result");

/** The list of tools, and tool calls. */
export const toolChecks: readonly Check[] = [
  {
    name: "tools/are-described",
    must: "Every tool in the list has a name, and an inputSchema of type object.",
    sections: tool,
    run: (probe) => checkEachTool(probe, findEntryProblem, "name, and inputSchema with type object"),
  },
  {
    name: "tools/have-valid-schemas",
    must: "The schemas of tools are valid in the dialect of their $schema, by default 2020-12.",
    sections: inBoth("basic#schema-validation"),
    since: "2025-11-25",
    run: (probe) => checkEachTool(probe, findSchemaProblems, "valid JSON Schemas"),
  },
  {
    name: "tools/have-plain-names",
    must: "Tool names have 1 to 128 letters, digits, underscores, hyphens or dots.",
    sections: names,
    since: "2025-11-25",
    level: "SHOULD",
    run: (probe) =>
      checkEachTool(
        probe,
        ({ name }) => (/^[A-Za-z0-9_.-]{1,128}$/.test(String(name)) ? undefined : JSON.stringify(name)),
        "names of these letters",
      ),
  },
  {
    name: "tools/have-names-of-their-own",
    must: "No two tools have the same name.",
    sections: names,
    since: "2025-11-25",
    level: "SHOULD",
    run(probe) {
      const earlierNames = new Set<Json | undefined>();
      return checkEachTool(
        probe,
        ({ name }) => {
          if (earlierNames.has(name)) return `two tools named ${JSON.stringify(name)}`;
          earlierNames.add(name);
          return undefined;
        },
        "different names",
      );
    },
  },
  {
    name: "tools/pages-have-text-cursors",
    must: "The cursor of the next page is a string, and returns a list of tools.",
    sections: inBoth("server/utilities/pagination#response-format"),
    async run(probe) {
      const first = await probe.sendOnce({ method: "tools/list" });
      const cursor = first.answer.kind === "result" ? first.answer.result.nextCursor : undefined;
      if (cursor === undefined) return held;
      if (typeof cursor !== "string") return probe.failed("a text", first, JSON.stringify(cursor));
      const next = await probe.send({ method: "tools/list", params: { cursor } });
      return toolsIn(next) ? held : probe.failed("a list of tools", next);
    },
  },
  {
    name: "tools/must-exist",
    must: "A call of an unknown tool returns an error.",
    sections: errors,
    run: makeResponseCheck(unknownTool, "an error", isRefusedCall),
  },
  {
    name: "tools/must-be-named",
    must: "A call without a tool name returns a protocol error.",
    sections: errors,
    run: makeResponseCheck({ method: "tools/call", params: { arguments: {} } }, "an error", isRefusedCall),
  },
  {
    name: "tools/answer-with-content",
    must: "A call returns a list of content blocks; isError, if present, is a boolean.",
    sections: results,
    async run(probe) {
      const response = await probe.sendOnce(await toolCall(probe));
      if (isCallResult(resultIn(response))) return held;
      const failed = probe.failed("a result with content, a list", response);
      // JSON-RPC may report errors of the server. Those of a tool should be results, which models can read.
      return response.answer.kind === "error" ? { ...failed, advice: true } : failed;
    },
  },
];

function isCallResult({ content, isError, resultType }: JsonObject): boolean {
  const isCall = Array.isArray(content) && ["undefined", "boolean"].includes(typeof isError);
  return isCall || resultType === "input_required";
}

function findEntryProblem({ name, inputSchema }: JsonObject): string | undefined {
  if (typeof name !== "string" || name === "") return `a tool with the name ${JSON.stringify(name)}`;
  return isObject(inputSchema) && inputSchema.type === "object"
    ? undefined
    : `${name} with the inputSchema ${JSON.stringify(inputSchema)?.slice(0, 80)}`;
}

function findSchemaProblems({ name, inputSchema, outputSchema }: JsonObject): string | undefined {
  for (const schema of [inputSchema, outputSchema]) {
    const problem = isObject(schema) ? findSchemaProblem(schema) : undefined;
    if (problem !== undefined) return `${name}: ${problem}`;
  }
  return undefined;
}

const options = { strict: false, logger: false } as const;
const draft2020 = new Ajv2020.default(options);

/** The dialects that can be checked; schemas of other dialects are skipped. */
const dialects: Readonly<Record<string, Pick<Ajv, "validateSchema" | "errorsText" | "errors">>> = {
  "https://json-schema.org/draft/2020-12/schema": draft2020,
  "https://json-schema.org/draft/2019-09/schema": new Ajv2019.default(options),
  "http://json-schema.org/draft-07/schema": new Ajv(options),
};

function findSchemaProblem(schema: JsonObject): string | undefined {
  const named = typeof schema.$schema === "string" ? schema.$schema.replace(/#$/, "") : undefined;
  const dialect = named === undefined ? draft2020 : dialects[named];
  if (dialect === undefined) return undefined;
  try {
    if (dialect.validateSchema(schema) !== true) return dialect.errorsText(dialect.errors);
    // Reads each `$id` and anchor, whose format no meta-schema checks.
    new Ajv2020.default({ ...options, meta: false, validateSchema: false }).addSchema(schema, "schema:read");
    return undefined;
  } catch (error) {
    // A `$schema` that is not a text, an address that is malformed or that two schemas have.
    return (error as Error).message;
  }
}
