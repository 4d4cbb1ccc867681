/** Everything that criteria are decided by. */
import type { AppPage } from "../running-server/pages.ts";
import type { ServedCard } from "../running-server/server-card.ts";
import type { SignIn } from "../running-server/sign-in.ts";
import type { Published } from "../surface/published-interface.ts";

/** What is known of a server that is held against criteria. What is left out was not read. */
export interface DirectoryInput {
  /** Its interface. */
  readonly published: Published;
  /** The versions of MCP that the server serves. */
  readonly protocolVersions?: readonly string[];
  /** The address of the server; undefined over stdio. */
  readonly endpoint?: URL | undefined;
  /** What the server shows without a token; undefined over stdio. */
  readonly signIn?: SignIn | undefined;
  /** Whether the check sends a token or other headers. */
  readonly hasCredentials?: boolean;
  /** The pages of MCP Apps; undefined: they were not read. */
  readonly pages?: readonly AppPage[] | undefined;
  /** The parsed `server.json`; undefined: there is none. */
  readonly serverJson?: unknown;
  /** The parsed `package.json` beside it, if there is one. */
  readonly packageJson?: unknown;
  /** The server card; undefined: there is none. */
  readonly card?: ServedCard | undefined;
}
