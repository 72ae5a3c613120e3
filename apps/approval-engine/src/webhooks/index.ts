export { createWebhookMetrics } from "./webhook-metrics.ts";
