/**
 * The content of a token of the conformance suite: its caller, or the request to a hook. A platform may have neither files nor
 * other routes.
 */
export interface TokenContent {
  readonly account?: string;
  readonly scopes?: readonly string[];
  readonly number?: number;
  /** Seconds by which the clock moves on. */
  readonly clock?: number;
  /** A token that is no longer valid. */
  readonly withdraw?: string;
  /** A token that ends by itself, `tokenSeconds` from now. */
  readonly ending?: string;
}

/** The life of tokens that end by themselves. */
export const tokenSeconds = 1_800;

export function tokenOf(content: TokenContent): string {
  return btoa(JSON.stringify(content));
}

/** Empty for other tokens. */
export function contentOf(token: string): TokenContent {
  try {
    return JSON.parse(atob(token)) ?? {};
  } catch {
    return {};
  }
}
