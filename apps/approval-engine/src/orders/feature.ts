import { defineFeature } from "../shared/feature.ts";
import { createOrderUseCases } from "./orders.ts";

/** Submission and posting of orders (specification, "Inventory thresholds"). */
export const ordersFeature = defineFeature({
  name: "orders",
  uses: ["approval-settings", "failed-submissions", "runs", "thresholds"],
  useCases: createOrderUseCases,
});
