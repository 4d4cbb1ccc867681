import { redactSecrets, type Secret } from "@toolwright/conformance/server-options";
import { isSchemaObject } from "@toolwright/json-schema";
import type { Verdict } from "./judged.ts";

/** Members that this package writes itself. */
const ownWords = new Set(["code", "level", "exitCode"]);

/** The verdict without the values of `--env`, `--token` and `--header`, which the server may have repeated. */
export function redactVerdict(verdict: Verdict, secrets: readonly Secret[]): Verdict {
  return secrets.length === 0 ? verdict : (redacted(verdict, secrets) as Verdict);
}

function redacted(value: unknown, secrets: readonly Secret[]): unknown {
  if (typeof value === "string") return redactSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((each) => redacted(each, secrets));
  if (!isSchemaObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, ownWords.has(key) ? inner : redacted(inner, secrets)]),
  );
}
