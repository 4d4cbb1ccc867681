/** Checks pictures and videos: how many there are, and whether pages can show them. */
import type { FormStructure, Picture } from "../../../generated/types.ts";
import { readVideo } from "../fields/parts/video-address.ts";
import { type Placed, placedImages, placedPictures } from "./places.ts";
import { problemAt, type StructureProblem } from "./problem.ts";

/** A page names its pictures, and the service looks them up for every visit. */
const MAX_PICTURES = 200;

export function pictureProblems(structure: FormStructure): StructureProblem[] {
  const placed = placedPictures(structure);
  const withoutImage = placed.filter(({ value }) => value.image_id === undefined);
  const pictures = placedImages(structure).length + withoutImage.length;
  const tooMany =
    pictures > MAX_PICTURES ? [problemAt("", "too_many_pictures", { pictures, most: MAX_PICTURES })] : [];
  return [...tooMany, ...placed.flatMap(contentProblems)];
}

function contentProblems({ value: { image_id, video }, path }: Placed<Picture>): StructureProblem[] {
  if (video === undefined) return image_id === undefined ? [problemAt(path, "picture_empty")] : [];
  const at = `${path}/video`;
  if (/\/choices\/\d+\/image$/.test(path)) return [problemAt(at, "video_of_choice")];
  return readVideo(video) === undefined ? [problemAt(at, "video_unknown")] : [];
}
