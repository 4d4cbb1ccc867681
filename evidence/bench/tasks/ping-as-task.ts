/** The form service with a second `service_ping`, whose calls may become tasks. */
import type { Service } from "@toolwright/runtime";
import { service } from "../../../generated/tools.ts";

const ping = service.tools.find(({ name }) => name === "service_ping")!;
const task = { when: "may", afterMs: 2_000, ttlMs: 86_400_000, pollIntervalMs: 5_000 } as const;

export const pingAsTask: Service = {
  ...service,
  tools: [...service.tools, { ...ping, name: "service_ping_task", task }],
};
