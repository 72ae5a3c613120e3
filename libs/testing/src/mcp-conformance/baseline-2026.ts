/**
 * Checks of the suite of revision 2026-07-28 that do not apply to servers that offer their own tools alone (contract-3, MCP-6), by why. A check that
 * fails and is not here is a fault; one that is here and passes leaves the list.
 */
export const NOT_APPLICABLE: Readonly<Record<string, readonly string[]>> = {
  "asks for the suite's own tools, of which such a server has none": [
    "json-schema-2020-12-tool-found",
    "sep-2243-server-decode-base64",
    "sep-2243-server-no-xmcp-tool",
    "sep-2243-server-reject-invalid-param-chars",
    "sep-2243-server-reject-param-mismatch",
    "sep-2243-server-validate-param-match",
    "sep-2322-elicitation-incomplete",
    "sep-2322-list-roots-incomplete",
    "sep-2322-multi-round-r1",
    "sep-2322-multiple-inputs-incomplete",
    "sep-2322-reject-tampered-state",
    "sep-2322-request-state-incomplete",
    "sep-2322-respect-client-capabilities",
    "sep-2322-result-type-included",
    "sep-2322-sampling-incomplete",
    "sep-2575-http-server-no-independent-requests-on-stream",
    "sep-2575-missing-capability-http-400",
    "sep-2575-server-no-log-without-loglevel",
    "sep-2575-server-rejects-undeclared-capability",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-error",
    "tools-call-image",
    "tools-call-mixed-content",
    "tools-call-simple-text",
    "tools-call-with-progress",
  ],
  "asks for prompts, resources and completions, which none of them offers": [
    "completion-complete",
    "prompts-get-embedded-resource",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-with-image",
    "prompts-list",
    "resources-list",
    "resources-read-binary",
    "resources-read-text",
    "resources-templates-read",
    "sep-2322-non-tool-incomplete",
    "sep-2549-prompts-list-caching-hints",
    "sep-2549-resources-list-caching-hints",
    "sep-2549-resources-templates-list-caching-hints",
  ],
  "listens for changes, of which there are none while a client is connected": [
    "sep-2575-server-sends-subscription-ack",
    "sep-2575-server-tags-subscription-id",
  ],
};

/** Scenarios of the extension for tasks, which none of them announces. */
export const EXTENSION = /^tasks-/u;
