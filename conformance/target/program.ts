/** Replaces `node` in a target file by the Node.js that runs the suite: the one on the PATH may be older, or missing. */
export function resolveProgram(name: string): string {
  return name === "node" ? process.execPath : name;
}
