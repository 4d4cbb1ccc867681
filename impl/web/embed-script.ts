/** The address of the script that other sites load. Their pages name it for years, so it is the same in all versions. */
export const EMBED_SCRIPT = "/assets/embed.js";
