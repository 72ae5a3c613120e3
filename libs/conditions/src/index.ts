export { createConditions } from "./create-conditions.ts";
