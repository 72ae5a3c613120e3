import { hexId } from "@countersign/contracts";
import { z } from "zod";

import { optional } from "../shared/inputs.ts";
import { retryFields } from "../shared/retry-safe.ts";

/** `snoozeTask` (contract-3, TIME-6); without a time the task wakes. */
export const snoozeTaskInput = z.strictObject({ taskId: hexId, until: optional(z.date()), ...retryFields });
export type SnoozeTaskInput = z.input<typeof snoozeTaskInput>;
