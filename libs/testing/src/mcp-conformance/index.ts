export { EXTENSION, NOT_APPLICABLE } from "./baseline-2026.ts";
export { type HeaderProxy, startHeaderProxy } from "./header-proxy.ts";
export { type Check, runSuite, WITH_SESSIONS, WITHOUT_SESSIONS } from "./run-suite.ts";
