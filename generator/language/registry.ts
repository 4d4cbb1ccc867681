/** The shape of `registry` in service.yaml. */
import { closed, flag, list, map, oneOf, type Shape, tagged, text } from "./shape.ts";

/**
 * The entry of a server in the MCP Registry (schema 2025-12-11), without the fields that come from the rest of the spec.
 * A value of this shape is valid in the Registry.
 */

const address = (description: string): Shape => ({ type: "string", pattern: "^https?://\\S+$", description });

/** A value that the operator or the client of a server supplies. */
const input: Readonly<Record<string, Shape>> = {
  description: text("What the value is for."),
  value: text("The value; `{name}` stands for one of `variables`. When left out, the user is asked."),
  default: text("The value that the user is offered."),
  placeholder: text("An example of a value."),
  choices: list({ type: "string" }, "The allowed values."),
  format: oneOf(["string", "number", "boolean", "filepath"], "The type of the value."),
  isRequired: flag("Whether a value is required."),
  isSecret: flag("Whether the value must be kept secret."),
};

const reference = (name: string, description?: string): Shape => ({
  $ref: `#/$defs/${name}`,
  ...(description && { description }),
});
const variables = reference("variables", "Name -> the value that stands for `{name}`.");
const withVariables = { ...input, variables };
const keyValues = (description: string): Shape => list(reference("key-value"), description);
const argument = reference("argument");
const repeated = flag("Whether it may occur several times.");

/** Shapes that occur more than once, as `$defs` of the language; otherwise Ajv would repeat their code at each place. */
export const registryDefinitions: Readonly<Record<string, Shape>> = {
  variables: map(closed(input, []), "Name -> the value that stands for `{name}`."),
  "key-value": closed({ name: text("Its name."), ...withVariables }, ["name"]),
  argument: tagged("An argument of a command.", "type", "Whether it has a name.", [
    {
      ...closed(
        {
          type: { const: "positional" },
          valueHint: text("Name of the argument, shown while it has no value."),
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

const transport = tagged("How clients connect to the running package.", "type", "The transport.", [
  closed({ type: { const: "stdio" } }, ["type"]),
  closed(
    { type: oneOf(["streamable-http", "sse"], "Over HTTP."), url, headers: keyValues("Headers to send.") },
    ["type", "url"],
  ),
]);

const packageShape = closed(
  {
    registryType: text("Registry that has the package: `npm`, `pypi`, `oci`, `nuget`, `mcpb`."),
    identifier: text("Name of the package in that registry, or the address of the file."),
    version: { type: "string", minLength: 1, not: { const: "latest" }, description: "Exactly one version." },
    registryBaseUrl: address("Address of the package registry, if it is not the default one."),
    fileSha256: {
      type: "string",
      pattern: "^[a-f0-9]{64}$",
      description: "SHA-256 of the file, for `mcpb`.",
    },
    runtimeHint: text("Program that runs the package: `npx`, `uvx`, `docker`, `dnx`."),
    runtimeArguments: list(argument, "Arguments of that program."),
    packageArguments: list(argument, "Arguments of the package itself."),
    environmentVariables: keyValues("Environment variables that the package reads."),
    transport,
  },
  ["registryType", "identifier", "transport"],
  "A package to install.",
);

const remote = closed(
  {
    type: oneOf(["streamable-http", "sse"], "`streamable-http` when left out."),
    url,
    headers: keyValues("Headers to send; with `auth.scheme: bearer` the header of the token is added."),
    variables,
  },
  ["url"],
  "A running server.",
);

export const registry: Shape = closed(
  {
    name: {
      type: "string",
      pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$",
      minLength: 3,
      maxLength: 200,
      description: "`io.github.owner/name`, or another domain that you own, reversed, and a name.",
    },
    description: {
      type: "string",
      minLength: 1,
      maxLength: 100,
      description: "What the server does; the description of `server` when left out.",
    },
    repository: closed(
      {
        url: address("Address of the source code."),
        source: text("Host of the repository: `github`, `gitlab`."),
        id: text("Id of the repository at the host."),
        subfolder: text("Folder of the server in the repository."),
      },
      ["url", "source"],
      "The source code.",
    ),
    packages: list(packageShape, "Packages that users can install."),
    remotes: list(remote, "Servers that are running."),
  },
  ["name"],
  "Entry in the MCP Registry, written to `server.json`; no entry when left out.",
);
