/** The properties that are checked in every call of a run, for all cases. */
export type Watched = "fits" | "text" | "declared" | "clean" | "form";

/** The findings of one call: absent if the property does not apply, `undefined` if it holds, or a sentence with the problem. */
export type Observation = { readonly [Name in Watched]?: string | undefined };
