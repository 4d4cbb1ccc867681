/** Colours of pictures. Shapes have dark outlines and labels, so that nothing depends on seeing colours. */
export const palette = {
  ink: "#1b1f24",
  grey: "#5b6470",
  stone: "#b4bcc6",
  mist: "#edf0f4",
  white: "#ffffff",
  sun: "#f9c846",
  gold: "#c98a12",
  cream: "#fdf3dc",
  fire: "#e8672f",
  blood: "#c8364a",
  rose: "#f6c1c1",
  water: "#7bbdf0",
  deep: "#2f6fb0",
  sky: "#e3f2fd",
  ice: "#c9e8f5",
  leaf: "#7cc264",
  forest: "#3d7d3f",
  meadow: "#dff0d3",
  soil: "#b98253",
  bark: "#7a5230",
  sand: "#ead9b0",
  violet: "#a896d8",
  night: "#24344d",
  skin: "#f0cda6",
} as const;

export type Colour = keyof typeof palette;
