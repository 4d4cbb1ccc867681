import type { EditState } from "../../generated/types.ts";

/** @param responseCount number of verified responses; others do not lock a form */
export function editState(responseCount: number): EditState {
  if (responseCount === 0) return { response_count: 0, locked: false };
  const [responses, them] =
    responseCount === 1 ? ["1 verified response", "it"] : [`${responseCount} verified responses`, "them"];
  return {
    response_count: responseCount,
    locked: true,
    lock_reason: `${responses}; edits that would break ${them} are blocked.`,
  };
}
