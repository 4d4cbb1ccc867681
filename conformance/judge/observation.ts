/** What every call of a run is checked for, whatever case it was made for. */
export type Watched = "fits" | "text" | "declared" | "clean" | "form";

/** What one call shows of these: nothing (absent), that it holds (`undefined`), or a sentence that says what is wrong. */
export type Observation = { readonly [Name in Watched]?: string | undefined };
