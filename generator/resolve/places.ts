/** Reads the names of properties where a spec may also write a JSON Pointer. */
import { childPointer } from "@toolwright/runtime/json";

/** The pointer to a property that the spec names; a pointer stays as it is. */
export function showPlace(name: string): string {
  return name.startsWith("/") ? name : childPointer("", name);
}
