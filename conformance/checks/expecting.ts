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

/** The same for a header of the response, which a failure shows. */
export function expectingHeader(
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
