/** The runtime, all gates on, with the log line and the numbers that the form service makes of each call. */
import { openSync } from "node:fs";
import { service } from "../../generated/tools.ts";
import { jsonLog } from "../../impl/log/log.ts";
import { createMetrics } from "../../impl/observability/metrics.ts";
import { toolCallReporter } from "../../impl/observability/tool-calls.ts";
import { serveGated } from "../gated.ts";

await serveGated(toolCallReporter(service, jsonLog(openSync("/dev/null", "w")), createMetrics()));
