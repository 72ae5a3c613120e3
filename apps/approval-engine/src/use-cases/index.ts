export type { Caller } from "./caller.ts";
export type { Engine, Evaluation, RecordUseCases, SubmitAnswer } from "./engine.ts";
export * from "./inputs.ts";
