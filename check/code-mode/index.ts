/** `@toolwright/check/code-mode`: the tools of a server as TypeScript, for hosts that let models write code. */
export { inlineTypes, shareTypes, type ToolTypes } from "./tool-types.ts";
