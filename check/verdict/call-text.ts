import { short } from "../compatibility/keyword-words.ts";
import type { RefusedCall } from "./verdict.ts";

/** `get_form {"form_id":"a"}`; longer arguments are cut. */
export function callText(call: RefusedCall, most: number): string {
  return call.arguments === undefined ? call.tool : `${call.tool} ${short(call.arguments, most)}`;
}
