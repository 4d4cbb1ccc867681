/** Logos, covers and favicons. */
export interface ImageTables {
  /** Logos, covers and favicons. */
  images: {
    id: string;
    /** As proven by the content. */
    content_type: string;
    /** In pixels. */
    width: number;
    height: number;
    size_bytes: number;
    /** Where the bytes are, see `FileStore`. */
    storage_key: string;
    created_at: string;
  };

  /** Which forms have an image: one, and copies of it. */
  form_images: {
    form_id: string;
    image_id: string;
  };
}
