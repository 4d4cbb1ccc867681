/** `@toolwright/check/report`: words and formats of reports. */
export { githubCommand } from "./github-command.ts";
export { Progress, type ProgressOutput } from "./progress.ts";
export { capitalise, compareText, counted, shorten, shortenJson, withoutControls } from "./wording.ts";
