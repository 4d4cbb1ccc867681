/** An output of the command. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The parts of the process that the command uses. Paths are relative to the working folder of the process. */
export interface Io {
  /** The report. */
  readonly stdout: Output;
  /** The plan, progress and errors. */
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
}
