export { runRowSchema } from "./run-row-resolvers.ts";
export { createRunRowUseCases } from "./run-row-use-cases.ts";
