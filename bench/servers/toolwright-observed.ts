/** The runtime with all checks on, and with the log line and metrics that the form service writes for each call. */
import { openSync } from "node:fs";
import { service } from "../../generated/tools.ts";
import { jsonLog } from "../../impl/log/log.ts";
import { createMetrics } from "../../impl/observability/metrics.ts";
import { toolCallReporter } from "../../impl/observability/tool-calls.ts";
import { serveGated } from "../gated-server.ts";

await serveGated(toolCallReporter(service, jsonLog(openSync("/dev/null", "w")), createMetrics()));
