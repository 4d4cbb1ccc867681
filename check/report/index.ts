/** `@toolwright/check/report`: words and formats of reports. */
export { githubCommand } from "./github-command.ts";
export { capitalise, compareText, counted, shorten, shortenJson, withoutControls } from "./wording.ts";
