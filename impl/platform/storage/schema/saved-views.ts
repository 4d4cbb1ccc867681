/** Saved views of the responses of a form, at most 20 for each form. */
export interface SavedViewTables {
  saved_views: {
    id: string;
    form_id: string;
    /** As `cleanViewName` returns it; unique in the form. */
    name: string;
    /** JSON object: the settings of the list by the names that they have in its address. Pages check them again when they read it. */
    settings: string;
    saved_at: string;
  };
}
