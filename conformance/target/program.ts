/** `node` in a target file means the one that runs the suite: the machine's own may be older, or missing. */
export function resolveProgram(name: string): string {
  return name === "node" ? process.execPath : name;
}
