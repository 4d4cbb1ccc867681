/** The form service: `npm start`. Configured by the environment, see `platform/config/config.ts`; stopped by SIGTERM or SIGINT. */
import { stderrLog } from "./platform/log/log.ts";
import { exitOnError, stopOnSignal } from "./platform/process.ts";
import { startFormService } from "./start.ts";

await exitOnError(async () => {
  const log = stderrLog();
  const { server, welcome, stop } = await startFormService(process.env, log);
  stopOnSignal(stop, log);
  process.stdout.write(await welcome());
  log.info({ event: "listening", endpoint: server.endpoint, metrics: server.metrics });
});
