/** `@toolwright/check/directories`: holds a server against the criteria that directories publish. */
export {
  type Criterion,
  type Directory,
  type DirectoryName,
  directories,
  directoryNames,
} from "./criteria.ts";
export { directoryFindings } from "./directories.ts";
export { serverJsonSchema } from "./server-json-schema.ts";
