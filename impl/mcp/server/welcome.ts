/** Writes the start message of `npm start`. */

import { DEMO_EMAIL } from "../../accounts/demo-address.ts";
import { DEFAULT_DATA_DIR } from "../../platform/config/config.ts";

/** The contents of the start message. */
export interface Welcome {
  readonly serverName: string;
  readonly endpoint: string;
  /** The address of the sign-in page. */
  readonly signIn: string;
  /** Whether that address signs in as the demo account. */
  readonly isDemoLink: boolean;
  /** The language model; undefined: there is none. */
  readonly model: string | undefined;
  /** The page that shows mails in place of sending them; undefined if they are sent. */
  readonly mails: string | undefined;
  /** The token of the new demo account; undefined: there are accounts already. */
  readonly demoToken: string | undefined;
  /** The folder as configured, because the token command needs the same value. */
  readonly dataDir: string;
}

export function welcome(facts: Welcome): string {
  return facts.demoToken === undefined ? laterWelcome(facts) : firstWelcome(facts, facts.demoToken);
}

function firstWelcome({ serverName, endpoint, dataDir, ...facts }: Welcome, token: string): string {
  return `
  The form service is running, with a new demo account.

    Endpoint   ${endpoint}
    Account    ${DEMO_EMAIL}
    Token      ${token}
               all scopes, never expires; shown only now${signInLine(facts)}${mailsLine(facts)}${modelLine(facts)}

  Connect an agent:

    claude mcp add --transport http ${serverName} ${endpoint} --header "Authorization: Bearer ${token}"

  Make another token, with fewer scopes:

    ${tokenCommand(dataDir)} create --account ${DEMO_EMAIL} --scopes forms:read,forms:write

  Stop with Ctrl+C.

`;
}

function laterWelcome({ endpoint, dataDir, ...facts }: Welcome): string {
  return `
  The form service is running.

    Endpoint   ${endpoint}${signInLine(facts)}${mailsLine(facts)}${modelLine(facts)}

  A token is shown only when it is made. Make one, or see those that exist:

    ${tokenCommand(dataDir)} create --account EMAIL --scopes SCOPE,SCOPE
    ${tokenCommand(dataDir)} list

  Stop with Ctrl+C.

`;
}

function signInLine({ signIn, isDemoLink }: Pick<Welcome, "signIn" | "isDemoLink">): string {
  const note = isDemoLink ? `\n               as ${DEMO_EMAIL}, once, within a day` : "";
  return `\n    Pages      ${signIn}${note}`;
}

function mailsLine({ mails }: Pick<Welcome, "mails">): string {
  return mails === undefined ? "" : `\n    Mails      ${mails}`;
}

function modelLine({ model }: Pick<Welcome, "model">): string {
  const none =
    "none, so lists are understood best; set AI_PROVIDER, AI_MODEL and AI_API_KEY, see npm run -s ai -- --help";
  return `\n    Model      ${model ?? none}`;
}

function tokenCommand(dataDir: string): string {
  const command = "npm run -s token --";
  return dataDir === DEFAULT_DATA_DIR ? command : `DATA_DIR=${shellQuoted(dataDir)} ${command}`;
}

function shellQuoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
