/** `@toolwright/check/directories`: holds a server against the criteria that directories publish. */
export type { AppPage } from "../running-server/pages.ts";
export type { CardAnswer, ServedCard } from "../running-server/server-card.ts";
export type { FoundDocument, SignIn } from "../running-server/sign-in.ts";
export type { Level } from "../verdict/verdict.ts";
export {
  type Criterion,
  cardDirectory,
  type Directory,
  type DirectoryName,
  directories,
  directoryNames,
} from "./criteria.ts";
export { checkDirectories, type DirectoryVerdict, directoryCodes } from "./directories.ts";
export type { DirectoryInput } from "./input.ts";
export { serverCardSchema, serverCardSchemaUri } from "./server-card-schema.ts";
export { type Schema, serverJsonSchema } from "./server-json-schema.ts";
