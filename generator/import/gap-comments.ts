/** Comments of an imported spec that mark what a manifest does not say and a person has to fill in. */

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

export const behaviourComment = `\
# GAP: what tools make, show and end, by ids that have a type of their own (types/thing_id.yaml, used by arguments and results).
# entities:
#   thing:
#     id: types/thing_id.yaml
#     made_by: { tool: create_thing, path: /thing_id }
#     observed_by: [get_thing]
`;

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
# GAP: \`scope\`, \`failures\` and \`examples\` of this tool; \`pages\`, where it returns a list page by page.
`;
