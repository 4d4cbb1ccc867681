/** Where the command writes. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** What the command has of its process. Paths are relative to the working folder of the process. */
export interface Io {
  /** The report. */
  readonly stdout: Output;
  /** The plan, progress and errors. */
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
}
