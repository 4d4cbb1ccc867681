/** Logos, covers and favicons. */
export interface ImageTables {
  /** Logos, covers and favicons. */
  images: {
    id: string;
    /** Detected from the content. */
    content_type: string;
    /** In pixels. */
    width: number;
    height: number;
    size_bytes: number;
    /** The key of the bytes in the `FileStore`. */
    storage_key: string;
    created_at: string;
  };

  /** The forms that have an image: a form and its copies. */
  form_images: {
    form_id: string;
    image_id: string;
  };
}
