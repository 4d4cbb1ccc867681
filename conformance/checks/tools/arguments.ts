/** How tools treat wrong arguments, for servers without a spec. With a spec, generated cases say much more. */
import { isObject, type Json, type JsonObject } from "../../cases/edits.ts";
import type { CaseFile } from "../../cases/format.ts";
import { compileValidators } from "../../judge/schemas.ts";
import { type ArgumentRuleName, argumentRules } from "../../results/argument-rules.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { held, inapplicable, type Verdict } from "../../results/verdict.ts";
import { patienceMs } from "../../server-options/patience.ts";
import { describeAnswer } from "../../wire/answer.ts";
import { type Check, inBoth, type Probe, type ProbeResponse } from "../check.ts";
import { isAnswered, resultIn } from "../responses.ts";

/** The levels of the nested value, as the rule says: some servers answer 150 of them, and never answer 250. */
const levels = 250;

/** Every call is of a tool that promises to change nothing. */
export const argumentChecks: readonly Check[] = [
  {
    ...rule("arguments/keep-their-types"),
    run: (probe) =>
      refuses(probe, findLookalike(probe.cases), "no tool that changes nothing takes a number or a boolean"),
  },
  {
    ...rule("arguments/are-all-known"),
    run: (probe) =>
      refuses(probe, findUnknownKey(probe.cases), "no tool that changes nothing forbids further keys"),
  },
  {
    ...rule("arguments/are-an-object"),
    async run(probe) {
      const right = await probe.tool();
      return refuses(probe, { name: right.name, arguments: null, right: right.arguments }, "");
    },
  },
  {
    ...rule("arguments/may-be-deep"),
    async run(probe) {
      const { name, arguments: base } = await probe.tool();
      const input = { ...(isObject(base) ? base : {}), conformance_deep: nested() };
      const before = performance.now();
      await probe.send({ method: "tools/call", params: { name, arguments: base } });
      const timeoutMs = patienceMs(performance.now() - before);
      const params = { name, arguments: input };
      const response = await probe.send({ method: "tools/call", params, timeoutMs });
      return response.answer.kind === "broken" ? probe.failed("an answer", response) : held;
    },
  },
];

function rule(name: ArgumentRuleName): Omit<Check, "run"> {
  const { must, level, section } = argumentRules[name];
  return { name, must, sections: inBoth(section), ...(level === "SHOULD" && { level }) };
}

interface WrongCall {
  readonly name: string;
  readonly arguments: Json;
  /** The arguments without the mistake. */
  readonly right: Json;
}

/** Sends a call that must be refused. An error that the right call gets, too, does not refuse the mistake. */
async function refuses(probe: Probe, call: WrongCall | undefined, why: string): Promise<Verdict> {
  if (call === undefined) return inapplicable(why);
  const { name, right } = call;
  const response = await probe.send({ method: "tools/call", params: { name, arguments: call.arguments } });
  if (isTaken(response)) {
    const sent = JSON.stringify(call.arguments);
    return probe.failed("an error", response, `a result of ${name} for ${sent}`);
  }
  const usual = await probe.send({ method: "tools/call", params: { name, arguments: right } });
  if (isTaken(usual) || !isSameAnswer(response, usual)) return held;
  throw new PreconditionError(
    "base-refused",
    `${name} answers right arguments with the same error`,
    response.exchange,
  );
}

function isTaken(response: ProbeResponse): boolean {
  return isAnswered(response) && resultIn(response).isError !== true;
}

/** Numbers do not count: errors show how long something took, and ids of requests. */
function isSameAnswer(one: ProbeResponse, other: ProbeResponse): boolean {
  const [first, second] = [one, other].map(({ answer }) => describeAnswer(answer).replace(/\d+/g, "0"));
  return first === second;
}

/** A tool that changes nothing, with valid arguments. */
interface HarmlessTool {
  readonly name: string;
  readonly schema: JsonObject;
  readonly base: JsonObject;
  fits(input: Json): boolean;
}

function harmlessTools({ tools, bases, manifest, schemas }: CaseFile): HarmlessTool[] {
  const validatorOf = compileValidators(schemas);
  return manifest.flatMap(({ name, inputSchema: schema }) => {
    const base = bases[name];
    const tool = tools[name];
    if (!tool?.readOnly || base === undefined || !("input" in base) || !isObject(base.input)) return [];
    if (!Object.hasOwn(schemas, tool.input)) return [];
    const fits = (input: Json) => validatorOf(tool.input)(input) === true;
    return isObject(schema) && fits(base.input) ? [{ name, schema, base: base.input, fits }] : [];
  });
}

/** A call in which a number or a boolean is a text. Nothing else about it is wrong. */
function findLookalike(cases: CaseFile): WrongCall | undefined {
  for (const { name, schema, base, fits } of harmlessTools(cases)) {
    for (const [key, property] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
      const value = base[key] ?? lookedFor(property);
      if (typeof value !== "number" && typeof value !== "boolean") continue;
      const changed = { ...base, [key]: String(value) };
      const right = { ...base, [key]: value };
      if (fits(right) && !fits(changed)) return { name, arguments: changed, right };
    }
  }
  return undefined;
}

/** A value of an optional property. */
function lookedFor(property: Json): Json | undefined {
  if (!isObject(property)) return undefined;
  const { type, default: preset, minimum } = property;
  if (preset !== undefined) return preset;
  if (type === "boolean") return true;
  return type === "number" || type === "integer" ? (minimum ?? 1) : undefined;
}

function findUnknownKey(cases: CaseFile): WrongCall | undefined {
  for (const { name, base, fits } of harmlessTools(cases)) {
    const changed = { ...base, conformance_unknown: 1 };
    if (!fits(changed)) return { name, arguments: changed, right: base };
  }
  return undefined;
}

function nested(): Json {
  let value: Json = [];
  for (let level = 1; level < levels; level++) value = [value];
  return value;
}
