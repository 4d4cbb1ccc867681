import { held } from "../results/verdict.ts";
import type { Check, Probe, ProbeResponse, RequestOverrides } from "./check.ts";

/**
 * How most checks run: one request, and what has to be true of its response.
 * @param actual what a failure shows; absent: the answer
 */
export function expecting(
  request: RequestOverrides | ((probe: Probe) => ProbeResponse | Promise<ProbeResponse>),
  expected: string,
  isRight: (response: ProbeResponse, probe: Probe) => boolean,
  actual?: (response: ProbeResponse) => string,
): Check["run"] {
  return async (probe) => {
    const response = await (typeof request === "function" ? request(probe) : probe.sendOnce(request));
    return isRight(response, probe) ? held : probe.failed(expected, response, actual?.(response));
  };
}

/** The response to the `initialize` with which the run began. */
export function initialization(probe: Probe): ProbeResponse {
  return probe.initialization;
}
