/** `@toolwright/check/report`: words and formats of reports. */
export { type Annotated, githubCommand } from "./github-command.ts";
export { printable } from "./printable.ts";
export { Progress, type ProgressOutput } from "./progress.ts";
export {
  capitalise,
  compareText,
  formatCount,
  oneLine,
  shorten,
  shortenJson,
  withoutControls,
} from "./wording.ts";
