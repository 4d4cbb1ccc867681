/** Handles the rounds of a call that needs input from its client: reads the client's answers and requests the missing ones. */
import { canonical } from "../json/canonical.ts";
import { isObject, type JsonObject } from "../json/object.ts";
import type { Answer } from "../messages/answer.ts";
import { errorJson, resultJson } from "../messages/answer.ts";
import { invalidParams, type Params } from "../messages/message.ts";
import type { Operation } from "../service/service.ts";
import { ClientRequests, isAnswerTo, readCapabilities } from "./client-requests.ts";
import { type AnsweredRequest, type CallState, fingerprint, type RequestStates } from "./request-state.ts";
import type { ToolRequest } from "./tool-request.ts";

/** The most rounds in which a call may request input. The official client gives up after the same number. */
const MAX_ROUNDS = 10;

/** Whether the client sends this call again. The state and the responses are not checked yet. */
export function isRetry(params: Params): boolean {
  return params.requestState !== undefined || params.inputResponses !== undefined;
}

/**
 * Returns the requests of a call that the client sends again, with the answers so far. Returns an error answer if the state or
 * the responses are invalid. Responses without a state are ignored, and the call requests its input as if for the first time.
 */
export async function openRound(
  states: RequestStates,
  tool: Operation,
  request: ToolRequest,
  params: Params,
  input: Params,
): Promise<ClientRequests | Answer> {
  const { requestState, inputResponses = {} } = params;
  const capabilities = readCapabilities(params);
  if (!isObject(inputResponses))
    return refuseRequest(request, wrongResponses, "inputResponses is not an object.");
  if (requestState === undefined) return new ClientRequests(capabilities);
  const state = await states.read(requestState, await makeIdentity(tool, request, input));
  if (state === undefined) return refuseRequest(request, "invalid_request_state", wrongState);
  const wrong = Object.entries(state.pending).find(
    ([key, { method }]) => Object.hasOwn(inputResponses, key) && !isAnswerTo(method, inputResponses[key]),
  );
  if (wrong)
    return refuseRequest(
      request,
      wrongResponses,
      `inputResponses.${wrong[0]} is not a result of ${wrong[1].method}.`,
    );
  if (!(await states.claim(state))) return refuseRequest(request, "invalid_request_state", wrongState);
  return new ClientRequests(capabilities, { rounds: state.rounds, byKey: answersIn(state, inputResponses) });
}

const wrongResponses = "invalid_input_responses";
const wrongState =
  "The requestState is not one for this call: it was changed, has expired, was used before, or belongs to another tool, account or other arguments. Call the tool again without it.";

function refuseRequest({ id }: ToolRequest, reason: string, message: string): Answer {
  return { body: errorJson(id, invalidParams, message, { reason }) };
}

async function makeIdentity(tool: Operation, { context }: ToolRequest, input: Params) {
  return {
    tool: tool.kind === undefined ? tool.name : `${tool.kind} ${tool.name}`,
    account: context.caller.account,
    input: await fingerprint(canonical(input)),
  };
}

/** Returns the answers of earlier rounds and of this one. Responses to requests that were not sent are ignored. */
function answersIn({ answered, pending }: CallState, responses: JsonObject): Map<string, AnsweredRequest> {
  const answeredNow = Object.entries(pending).filter(([key]) => Object.hasOwn(responses, key));
  return new Map([
    ...Object.entries(answered),
    ...answeredNow.map(([key, { request }]) => [key, { request, answer: responses[key] }] as const),
  ]);
}

/** Returns the answer `input_required` with the open requests; undefined if the call has used all its rounds. */
export async function inputRequired(
  states: RequestStates,
  tool: Operation,
  request: ToolRequest,
  input: Params,
  { pending, answers }: ClientRequests,
): Promise<Answer | undefined> {
  if (answers.rounds >= MAX_ROUNDS) return undefined;
  const { members, meta } = request.envelope;
  const hashes = await Promise.all(
    Array.from(pending, async ([key, each]) => [
      key,
      { method: each.method, request: await fingerprint(each) },
    ]),
  );
  const requestState = await states.write({
    ...(await makeIdentity(tool, request, input)),
    rounds: answers.rounds + 1,
    answered: Object.fromEntries(answers.byKey),
    pending: Object.fromEntries(hashes),
  });
  const inputRequests = Object.fromEntries(pending);
  const result = { ...members, resultType: "input_required", _meta: meta, inputRequests, requestState };
  return { body: resultJson(request.id, JSON.stringify(result)) };
}

/** Returns the answer to a call that has used all its rounds. */
export function tooManyRounds(request: ToolRequest, { pending }: ClientRequests): Answer {
  const keys = [...pending.keys()].join(", ");
  const message = `This call requested input ${MAX_ROUNDS} times and still has no answer to ${keys}. Call the tool again without requestState.`;
  return refuseRequest(request, "too_many_rounds", message);
}
