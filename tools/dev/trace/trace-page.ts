import { join } from "node:path";
import { WORKSPACE_ROOT } from "../../workspace.ts";

/** The page with an example of a trace. */
export const TRACE_PAGE = join(WORKSPACE_ROOT, "docs/tracing.md");

/** Matches the trace in the page. */
export const TRACE_IN_PAGE = /^```text\n([^]*?)^```$/mu;
