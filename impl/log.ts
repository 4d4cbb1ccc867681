import { destination, type Logger, pino, stdSerializers, stdTimeFunctions } from "pino";

/** Lines of JSON on standard error. What is logged never holds arguments, answers or tokens. */
export function stderrLog(): Logger {
  return jsonLog(2);
}

/** Written at once to an open file: nothing is lost when the process ends. */
export function jsonLog(fd: number): Logger {
  const options = {
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
    serializers: { error: stdSerializers.err },
  };
  return pino(options, destination({ fd, sync: true }));
}
