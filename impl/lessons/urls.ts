/** The addresses of a lesson. */
import type { LessonUrls } from "../../generated/types.ts";
import { createSignature, isSignature, type Keys } from "../platform/signing/signature.ts";

/** Agents pass this address on to people who may have no account here: who has the signed address of a lesson may see its progress and credits. */
export interface LessonAddresses {
  urlsOf(lessonId: string): LessonUrls;
  illustrationUrl(lessonId: string, index: number): string;
  /** @param key the query parameter `key` of the address `manage` */
  isManagementKey(lessonId: string, key: string): boolean;
}

const PURPOSE = "manage lesson";

/** @param publicUrl origin without a slash at the end */
export function lessonAddresses(keys: Keys, publicUrl: () => string): LessonAddresses {
  return {
    urlsOf: (lessonId) => ({
      public: `${publicUrl()}/l/${lessonId}`,
      manage: `${publicUrl()}/lessons/${lessonId}?key=${createSignature(keys, PURPOSE, lessonId)}`,
    }),
    illustrationUrl: (lessonId, index) => `${publicUrl()}/lessons/${lessonId}/images/${index}`,
    isManagementKey: (lessonId, signature) => isSignature(keys, PURPOSE, lessonId, signature),
  };
}
