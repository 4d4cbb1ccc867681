import { destination, type Logger, pino, stdSerializers, stdTimeFunctions } from "pino";

/**
 * Lines of JSON on standard error, written at once: nothing is lost when the process ends. What is logged never holds
 * arguments, answers or tokens.
 */
export function stderrLog(): Logger {
  const options = {
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
    serializers: { error: stdSerializers.err },
  };
  return pino(options, destination({ fd: 2, sync: true }));
}
