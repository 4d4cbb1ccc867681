import type { Model } from "../model/model.ts";
import { emitCases } from "./cases.ts";
import { emitClient } from "./client.ts";
import { emitConformanceTest } from "./conformance-test.ts";
import { emitDescription } from "./description.ts";
import { emitDocs } from "./docs.ts";
import type { GeneratedFile } from "./file.ts";
import { emitHandlers, emitUnimplemented } from "./handlers.ts";
import { emitLanguage } from "./language.ts";
import { emitManifest } from "./manifest.ts";
import { emitRegistryEntry } from "./registry.ts";
import { emitResourceLists } from "./resource-lists.ts";
import { emitAccountStates, emitFailures, emitLimits, emitScopes, emitStates } from "./tables.ts";
import { emitTools } from "./tools.ts";
import { emitTypes } from "./types.ts";
import { emitValidators } from "./validators.ts";

type Emitter = (
  model: Model,
) => GeneratedFile | readonly GeneratedFile[] | Promise<GeneratedFile | readonly GeneratedFile[]>;

/** The table of emitters: one for each kind of generated file. */
export const emitters: readonly Emitter[] = [
  emitCases,
  emitConformanceTest,
  emitTypes,
  emitHandlers,
  emitTools,
  emitValidators,
  emitUnimplemented,
  emitClient,
  emitLimits,
  emitStates,
  emitScopes,
  emitFailures,
  emitAccountStates,
  emitManifest,
  emitResourceLists,
  emitLanguage,
  emitDocs,
  emitDescription,
  emitRegistryEntry,
];
