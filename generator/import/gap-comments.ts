/** Comments of an imported spec that mark what a manifest does not say and a person has to fill in. */
import type { GuessedEntity } from "./guesses.ts";

export const authComment = `\
# GAP: a manifest does not tell who may call. \`scheme: bearer\` asks for a token; \`tokenSource\` says where to get one.
`;

export const scopeComment = `\
# GAP: scopes, where callers differ in what they may do: declare them, and give each tool its \`scope\`.
# scopes:
#   things:read: List, search and read things
`;

export const modeComment = `\
# GAP: each mode is a set of hints that some tools have. Name it after what these tools do to the world.
`;

export const guessedModeComment = `\
# GAP: \`plain-read\` and \`plain-write\` are guesses from the names of tools. Where they are right, add the hints: readOnlyHint: true, or false.
`;

export const pagesComment = `\
# GAP: guessed from the names of arguments and results. Where it is wrong, correct or delete it.
`;

/** Entities stay comments: their ids need a type of their own, which a person has to name. */
export function entityComment(entities: readonly GuessedEntity[]): string {
  const lines = entities.flatMap(({ name, id, madeBy, endedBy, observedBy }) => [
    `  ${name}:`,
    `    id: types/${name}_id.yaml`,
    `    made_by: { tool: ${madeBy}, path: /${id} }`,
    ...(endedBy === undefined ? [] : [`    ended_by: { tool: ${endedBy} }`]),
    ...(observedBy.length === 0 ? [] : [`    observed_by: [${observedBy.join(", ")}]`]),
  ]);
  return `\
# GAP: guessed from the names of tools. Give the ids a type (types/NAME_id.yaml, used by arguments and results), then uncomment it.
${["entities:", ...lines].map((line) => `# ${line}`).join("\n")}
`;
}

export const limitComment = `\
# GAP: limits and refusals, which a manifest tells in prose at best.
# limits:
#   request_rate: { kind: rate, max: 60, seconds: 60, applies_to: all }
#   page_size: { kind: range, min: 1, max: 100 } # in a schema: maximum: { $limit: page_size.max }
# failures:
#   not_found: { when: nothing has this id, retryable: false }
`;

export const acceptComment = `\
# GAP: the server breaks these rules. Mend its schemas when you can, then delete the entry.
`;

export const toolComment = `\
# GAP: \`scope\`, \`failures\` and \`examples\` of this tool.
`;
