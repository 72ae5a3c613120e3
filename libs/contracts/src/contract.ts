import type { z } from "zod";
import { type Kind, type KindRegistry, knownKind } from "./kinds.ts";
import { type MESSAGES, messagesOf } from "./messages.ts";
import { RPC } from "./rpc.ts";
import { ownerKinds, submissionOf } from "./submission.ts";

/** All that engine and owners say to each other, with the kinds that one of them knows. */
export interface Contract {
  readonly messages: typeof MESSAGES;
  readonly rpc: typeof RPC;
}

/**
 * The messages and operations with the registry's kinds. A value with another kind is refused, naming the known ones; a
 * submission of a service that knows more kinds of its owner is refused with both lists (DOC-1).
 */
export function contractOf(kinds: KindRegistry): Contract {
  const kind = knownKind(kinds);
  const submission = withSameKinds(submissionOf(kind), kinds);
  const hrSubmission = withSameKinds(RPC.hrSubmit.request, kinds);
  return {
    messages: messagesOf(kind, submission),
    rpc: {
      ...RPC,
      submit: { ...RPC.submit, request: submission },
      hrSubmit: { ...RPC.hrSubmit, request: hrSubmission },
    },
  };
}

function withSameKinds<S extends z.ZodType<{ kind: Kind }>>(schema: S, kinds: KindRegistry): S {
  return schema.refine((submission) => differenceOf(submission, kinds) === undefined, {
    error: ({ input }) => differenceOf(input, kinds),
    // Also when the kind itself is unknown: then the difference is why.
    when: () => true,
  });
}

/** How the kinds of the submission's owner differ, if the sending service has one that the registry lacks. */
function differenceOf(submission: unknown, kinds: KindRegistry): string | undefined {
  const sentSubmission = (submission ?? {}) as { kind?: Kind; ownerKinds?: unknown };
  const { data: theirKinds } = ownerKinds.safeParse(sentSubmission.ownerKinds);
  if (theirKinds === undefined) return undefined;
  // The document may be another owner's; that is refused elsewhere.
  const { kind = "" } = sentSubmission;
  const telling = theirKinds.includes(kind) ? [kind, ...theirKinds] : [...theirKinds, kind];
  const owner = telling
    .map((kindName) => kinds.ownerOf(kindName))
    .find((knownOwner) => knownOwner !== undefined);
  const ownKinds = owner === undefined ? [] : kinds.kindsOf(owner);
  if (theirKinds.every((theirKind) => ownKinds.includes(theirKind))) return undefined;
  return (
    `kinds of ${owner ?? "this owner"} differ: this engine has ${ownKinds.join(", ") || "none"}; ` +
    `the service has ${theirKinds.join(", ")}; set DOCUMENT_KINDS alike`
  );
}
