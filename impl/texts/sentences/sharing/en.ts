/** Why a form is not shared with an account, in English. */
export const sharingEn = {
  share_with_owner: "The form belongs to this account, which has every permission. Name somebody else.",
  share_with_oneself: "Nobody changes their own permission. Ask the owner or another admin of the form.",
} as const;
