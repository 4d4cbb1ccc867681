/** An entry of `resources/list`, `resources/templates/list` or `prompts/list`. */
export type Entry = Readonly<Record<string, unknown>>;

/** Returns the name that releases use for a listed resource, template or prompt. */
export function entryName({ name, uriTemplate, uri = uriTemplate }: Entry): string {
  return uri === undefined ? `prompt ${name}` : `resource ${uri}`;
}

/** The list that an entry is in. */
export function listKey({ uri, uriTemplate }: Entry): "resources" | "resourceTemplates" | "prompts" {
  if (uri !== undefined) return "resources";
  return uriTemplate === undefined ? "prompts" : "resourceTemplates";
}
