export { ownerRoutes } from "./owner-routes.ts";
