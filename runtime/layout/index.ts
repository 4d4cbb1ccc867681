/** `@toolwright/runtime/layout`: texts that show an output by a layout of the spec. */
export {
  isLayoutList,
  type Layout,
  type LayoutElement,
  type LayoutForm,
  type LayoutLine,
  type LayoutList,
  type LayoutOption,
  type LayoutPart,
  type LayoutPlace,
  listPlaces,
  type OutputAs,
} from "./layout.ts";
export { readLayout } from "./read-layout.ts";
export { writeLayout, writeOutput } from "./write-layout.ts";
