export type { DownloadLimits } from "./download-slots.ts";
export { exportRoutes } from "./export-routes.ts";
