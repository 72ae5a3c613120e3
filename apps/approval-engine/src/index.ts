export { type Caller, serviceCaller } from "./shared/caller.ts";
export { type EngineDependencies, type EngineRules, createEngine } from "./create-engine.ts";
export type { Engine, SubmitAnswer } from "./engine.ts";
export * from "./shared/inputs.ts";
