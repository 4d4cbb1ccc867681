/** Matches windows in which the preview is a tab, not beside the panel, as in `styles/editor/frame.css`. */
export const narrow = matchMedia("(max-width: 75rem)");
