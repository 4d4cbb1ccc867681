/** Makes checks of the response to one request. */
import { held } from "../results/verdict.ts";
import type { Check, Probe, ProbeResponse, RequestOverrides } from "./check.ts";

/**
 * Creates a check of one request: its response must satisfy a condition.
 * @param actual formats the response in a failure; by default the answer
 */
export function makeResponseCheck(
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

/** Returns the response to the first `initialize` of the run. */
export function initialization(probe: Probe): ProbeResponse {
  return probe.initialization;
}

/** Creates a check of a header in a response. A failure shows the header. */
export function makeHeaderCheck(
  request: RequestOverrides | ((probe: Probe) => Promise<ProbeResponse>),
  name: string,
  expected: string,
  isRight: (value: string, response: ProbeResponse) => boolean,
): Check["run"] {
  return async (probe) => {
    const response = await (typeof request === "function" ? request(probe) : probe.sendOnce(request));
    return isRight(response.header(name), response) ? held : probe.failedHeader(name, expected, response);
  };
}
