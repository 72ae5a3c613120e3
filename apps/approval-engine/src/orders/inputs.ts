import { LIMITS, orderSummary } from "@countersign/contracts";
import type { z } from "zod";

import { label, optionalDocument } from "../shared/inputs.ts";

/** The order as the inventory service sends it. */
export const orderInput = orderSummary.extend({ ref: label(LIMITS.ref).optional() });
export type OrderInput = z.input<typeof orderInput>;

/** A new order, and what its approvers see of it. */
export const newOrderInput = orderInput.extend({ document: optionalDocument });
export type NewOrderInput = z.input<typeof newOrderInput>;
