/** Exports a form (second argument, JSON) of a data folder (first argument) five times, and reports its largest resident memory. */

import type { Form } from "../../impl/forms/forms.ts";
import { openFileStore } from "../../impl/platform/files/store.ts";
import { openSqlite } from "../../impl/platform/storage/sqlite/open.ts";
import { exportOnce } from "./seeded-export.ts";

const [folder, form] = process.argv.slice(2) as [string, string];
const storage = await openSqlite(folder);
const files = await openFileStore(folder);
for (let time = 0; time < 5; time += 1) await exportOnce({ storage, files, form: JSON.parse(form) as Form });
await storage.close();
process.send?.(process.resourceUsage().maxRSS * 1024);
process.disconnect?.();
