/** The rounds of a call that needs input of its client: reads the state of the last round, and writes the next one. */
import { canonical } from "../json/canonical.ts";
import { isObject } from "../json/object.ts";
import type { Answer } from "../messages/answer.ts";
import { errorJson, resultJson } from "../messages/answer.ts";
import { invalidParams, type Params } from "../messages/message.ts";
import { type Awaitable, andThen } from "../service/awaitable.ts";
import type { Tool } from "../service/service.ts";
import { ClientRequests, isAnswerTo, noClientRequests } from "./client-requests.ts";
import { type AnsweredRequest, type CallState, fingerprint, type RequestStates } from "./request-state.ts";
import type { ToolRequest } from "./tool-request.ts";

/** The requests of the call, with the answers so far; an answer where the state or a response cannot be accepted. */
export function openRound(
  states: RequestStates,
  tool: Tool,
  request: ToolRequest,
  input: Params,
): Awaitable<ClientRequests | Answer> {
  const { round } = request;
  if (round === undefined) return noClientRequests;
  if (round.state === undefined && round.responses === undefined)
    return new ClientRequests(round.capabilities);
  return andThen(states.read(round.state, identityOf(tool, request, input)), (state) => {
    if (state === undefined) return refused(request, wrongState);
    const answers = answersOf(state, round.responses);
    if (answers === undefined) return refused(request, wrongResponses);
    return new ClientRequests(round.capabilities, [...state.answered, ...answers]);
  });
}

const wrongState =
  "The requestState is not one for this call: it was changed, has expired, was used before, or belongs to another tool, account or other arguments. Call the tool again without it.";
const wrongResponses =
  "The inputResponses do not answer the inputRequests of the last result, each under its key and in the shape of its method. Call the tool again without them.";

function refused({ id }: ToolRequest, message: string): Answer {
  return { body: errorJson(id, invalidParams, message, { reason: "invalid_request_state" }) };
}

function identityOf(tool: Tool, { context }: ToolRequest, input: Params) {
  return { tool: tool.name, account: context.caller.account, input: fingerprint(canonical(input)) };
}

function answersOf({ pending, answered }: CallState, responses: unknown): AnsweredRequest[] | undefined {
  if (!isObject(responses)) return undefined;
  const answers = pending.map((entry, index) => {
    const [method = "", request = ""] = entry.split(" ");
    const key = keyOf(method, answered.length + index);
    return { method, request, answer: Object.hasOwn(responses, key) ? responses[key] : undefined };
  });
  if (!answers.every(({ method, answer }) => isAnswerTo(method, answer))) return undefined;
  return answers.map(({ request, answer }) => ({ request, answer }));
}

/** Such as `sample_1`, counted over all rounds. */
function keyOf(method: string, index: number): string {
  return `${method.startsWith("sampling") ? "sample" : "ask"}_${index + 1}`;
}

/** The answer `input_required`, with the requests that are open. */
export function inputRequired(
  states: RequestStates,
  tool: Tool,
  request: ToolRequest,
  input: Params,
  { pending, answered }: ClientRequests,
): Answer {
  const { members, meta } = request.envelope;
  const requestState = states.write({
    ...identityOf(tool, request, input),
    answered,
    pending: pending.map((each) => `${each.method} ${fingerprint(each)}`),
  });
  const inputRequests = Object.fromEntries(
    pending.map((each, index) => [keyOf(each.method, answered.length + index), each]),
  );
  const result = { ...members, resultType: "input_required", _meta: meta, inputRequests, requestState };
  return { body: resultJson(request.id, JSON.stringify(result)) };
}
