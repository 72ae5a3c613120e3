export type { DownloadLimits } from "./download-slots.ts";
export { exportRoutes } from "./export-routes.ts";
export { type KindLabels, kindLabels } from "./labels.ts";
