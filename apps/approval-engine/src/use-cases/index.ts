export { type Caller, serviceCaller } from "./caller.ts";
export { type EngineDependencies, type EngineRules, createEngine } from "./create-engine.ts";
export type { Engine, SubmitAnswer } from "./engine.ts";
export * from "./inputs.ts";
