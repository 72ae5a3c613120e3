import { join } from "node:path";
import { WORKSPACE_ROOT } from "../../workspace.ts";

/** The page that shows a trace. */
export const TRACE_PAGE = join(WORKSPACE_ROOT, "docs/tracing.md");

/** The trace in it. */
export const TRACE_IN_PAGE = /^```text\n([^]*?)^```$/mu;
