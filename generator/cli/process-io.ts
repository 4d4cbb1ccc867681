import { diskErrorOf } from "../files/disk-error.ts";
import { colourFor, type Io, type Output } from "./command.ts";

/** What a command has of this process, which ends when stdout is closed, as `head` does in `toolwright manifest | head`. */
export function processIo(): Io {
  const { env } = process;
  const outputTo = (stream: NodeJS.WriteStream): Output => ({
    isColoured: colourFor(stream, env),
    write: (text) => void stream.write(text),
  });
  const io = { stdout: outputTo(process.stdout), stderr: outputTo(process.stderr), env };
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    const disk = diskErrorOf(error);
    if (!disk) throw error;
    process.exit(refuse(io, disk.message, "toolwright --help"));
  });
  return io;
}

/** Says what is wrong and which help explains it. @returns the exit code */
export function refuse({ stderr }: Io, message: string, help: string): number {
  stderr.write(`toolwright: ${message} \`${help}\` explains.\n`);
  return 2;
}
