export * from "./bus.ts";
