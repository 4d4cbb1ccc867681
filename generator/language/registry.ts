import { closed, flag, list, map, oneOf, type Shape, tagged, text } from "./shape.ts";

/**
 * The entry of a server in the MCP Registry (schema 2025-12-11), without the fields that come from the rest of the spec.
 * A value of this shape is valid in the Registry.
 */

const address = (description: string): Shape => ({ type: "string", pattern: "^https?://\\S+$", description });

/** A value that the operator or the client of a server supplies. */
const input: Readonly<Record<string, Shape>> = {
  description: text("What the value is for."),
  value: text("The value itself; `{name}` stands for one of `variables`. Left out: the person is asked."),
  default: text("What the person is offered."),
  placeholder: text("What a value may look like."),
  choices: list({ type: "string" }, "The values there are."),
  format: oneOf(["string", "number", "boolean", "filepath"], "What sort of value it is."),
  isRequired: flag("Whether there must be a value."),
  isSecret: flag("Whether the value is to be kept secret."),
};

const reference = (name: string, description?: string): Shape => ({
  $ref: `#/$defs/${name}`,
  ...(description && { description }),
});
const variables = reference("variables", "Name -> the value that stands for `{name}`.");
const withVariables = { ...input, variables };
const keyValues = (description: string): Shape => list(reference("key-value"), description);
const argument = reference("argument");
const repeated = flag("Whether it may be given several times.");

/** Shapes that occur more than once, as `$defs` of the language; otherwise Ajv would repeat their code at each place. */
export const registryDefinitions: Readonly<Record<string, Shape>> = {
  variables: map(closed(input, []), "Name -> the value that stands for `{name}`."),
  "key-value": closed({ name: text("Its name."), ...withVariables }, ["name"]),
  argument: tagged("An argument of a command.", "type", "Whether it has a name.", [
    {
      ...closed(
        {
          type: { const: "positional" },
          valueHint: text("What the argument is called, where it has no value yet."),
          isRepeated: repeated,
          ...withVariables,
        },
        ["type"],
      ),
      anyOf: [{ required: ["valueHint"] }, { required: ["value"] }],
    },
    closed(
      {
        type: { const: "named" },
        name: text("The flag, with its dashes."),
        isRepeated: repeated,
        ...withVariables,
      },
      ["type", "name"],
    ),
  ]),
};

const url = text("The address; `{name}` stands for one of the variables.");

const transport = tagged("How clients talk to the package once it runs.", "type", "The transport.", [
  closed({ type: { const: "stdio" } }, ["type"]),
  closed(
    { type: oneOf(["streamable-http", "sse"], "Over HTTP."), url, headers: keyValues("Headers to send.") },
    ["type", "url"],
  ),
]);

const packageShape = closed(
  {
    registryType: text("Where the package is: `npm`, `pypi`, `oci`, `nuget`, `mcpb`."),
    identifier: text("Name of the package there, or the address of the file."),
    version: { type: "string", minLength: 1, not: { const: "latest" }, description: "Exactly one version." },
    registryBaseUrl: address("Address of the package registry, where it is not the usual one."),
    fileSha256: {
      type: "string",
      pattern: "^[a-f0-9]{64}$",
      description: "SHA-256 of the file, for `mcpb`.",
    },
    runtimeHint: text("What runs it: `npx`, `uvx`, `docker`, `dnx`."),
    runtimeArguments: list(argument, "Arguments of what runs it."),
    packageArguments: list(argument, "Arguments of the package itself."),
    environmentVariables: keyValues("Environment variables it reads."),
    transport,
  },
  ["registryType", "identifier", "transport"],
  "A package to install.",
);

const remote = closed(
  {
    type: oneOf(["streamable-http", "sse"], "`streamable-http` when left out."),
    url,
    headers: keyValues("Headers to send; with `auth.scheme: bearer` the token's is added."),
    variables,
  },
  ["url"],
  "A server that runs already.",
);

export const registry: Shape = closed(
  {
    name: {
      type: "string",
      pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$",
      minLength: 3,
      maxLength: 200,
      description: "`io.github.owner/name`, or another domain of yours, reversed, and a name.",
    },
    description: {
      type: "string",
      minLength: 1,
      maxLength: 100,
      description: "What the server does; that of `server` when left out.",
    },
    repository: closed(
      {
        url: address("Where the source is."),
        source: text("Who hosts it: `github`, `gitlab`."),
        id: text("The repository's id there."),
        subfolder: text("Where in the repository the server is."),
      },
      ["url", "source"],
      "The source code.",
    ),
    packages: list(packageShape, "What can be installed."),
    remotes: list(remote, "What runs already."),
  },
  ["name"],
  "Entry in the MCP Registry, written to `server.json`; left out: there is none.",
);
