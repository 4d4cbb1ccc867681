/** The rules about arguments of every tool: the checks without a spec and the cases of a spec judge the same behaviour by one row. */

export interface ArgumentRule {
  readonly must: string;
  /** MUST: "Servers MUST validate all tool inputs" (MCP, Tools, Security Considerations). */
  readonly level: "MUST" | "SHOULD";
  /** The section of MCP, in each version. */
  readonly section: string;
  /** The cases of a spec that show a server which takes the argument. */
  readonly cases?: RegExp;
}

const validation = "server/tools#security-considerations";

/** By the name of the check. */
export const argumentRules = {
  "arguments/keep-their-types": {
    must: "A tool refuses a text that looks like the number or boolean that its schema asks for.",
    level: "MUST",
    section: validation,
    cases: /\/type\/lookalike$/,
  },
  "arguments/are-all-known": {
    must: "A tool whose schema allows no further keys refuses an unknown one.",
    level: "MUST",
    section: validation,
    cases: /\/additionalProperties\/[^/]+$/,
  },
  // Python's SDK takes null for arguments that are left out, as MCP allows.
  "arguments/are-an-object": {
    must: "A tool call whose arguments are null is refused.",
    level: "SHOULD",
    section: "server/tools#calling-tools",
    cases: /^input\/[^/]+\/type\/null$/,
  },
  "arguments/may-be-deep": {
    must: "A tool call with 250 nested lists is answered: with a result or with an error.",
    level: "MUST",
    section: "basic#responses",
  },
} as const satisfies Readonly<Record<string, ArgumentRule>>;

export type ArgumentRuleName = keyof typeof argumentRules;

/** Returns the name of the rule that a case shows. */
export function findArgumentRule(id: string): ArgumentRuleName | undefined {
  const rules: [string, ArgumentRule][] = Object.entries(argumentRules);
  return rules.find(([, { cases }]) => cases?.test(id))?.[0] as ArgumentRuleName | undefined;
}
