/** `@toolwright/conformance/server-options`: the options that reach a running server. */
export { UsageError } from "../usage/usage-error.ts";
export { splitCommand } from "./command-line.ts";
export { type Invocation, type Prepared, prepareFolder } from "./fresh-folder.ts";
export {
  commandSource,
  type NamedKinds,
  type OptionValues,
  refuseStrayOptions,
  requiredSource,
  serverOptions,
  sourceIn,
  timeoutIn,
  toUrl,
  unexpectedArgument,
  urlSource,
} from "./options.ts";
export { patienceMs } from "./patience.ts";
export { groupOf, groupOptions, type ProcessGroup } from "./process-group.ts";
export {
  credentialsAmong,
  type HttpSource,
  type LoginOptions,
  redactSecrets,
  type Secret,
  type Source,
  type StdioSource,
  secretsOf,
  showSource,
  sourceName,
} from "./source.ts";
