/** Before all tests, so that each finds what is generated. */
export { makeGeneratedFiles as default } from "./generated-files.ts";
