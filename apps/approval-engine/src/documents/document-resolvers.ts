import type { FactValue } from "@countersign/contracts";
import { escapeHidden } from "@countersign/domain/text";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { DocumentKind } from "./document-kinds.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";

/** The part of an operation's context that the resolvers use. */
interface DocumentContext {
  readModels: { documentKinds: readonly DocumentKind[] };
  loaders: DirectoryLoaders;
}

/** Texts are stored as they were given, and safe to show (SAFE-7). */
const showValue = (value: FactValue): FactValue => (typeof value === "string" ? escapeHidden(value) : value);

/** The SDL and resolvers of documents under approval (contract-2, DOC-2). */
export const documentResolvers: Resolvers<DocumentContext> = {
  Query: {
    documentKinds: (_, __, { readModels }) => [...readModels.documentKinds],
  },
  DocumentKind: { labels: ({ labels }) => [...labels] },
  ApprovalDocument: {
    facts: ({ facts = [] }) => facts,
    attachments: ({ attachments = [] }) => attachments,
    tables: ({ tables = [] }) => tables,
    editorIds: ({ editorIds = [] }) => editorIds,
    action: ({ action }) => (action === undefined ? null : JSON.parse(action.json)),
    actionSha256: ({ action }) => action?.sha256 ?? null,
    audience: ({ action }) => action?.audience ?? null,
    earlierRejections: ({ earlierRejections = [] }) => earlierRejections,
  },
  EarlierRejection: {
    name: async ({ userId }, _, { loaders }) =>
      escapeHidden((await loaders.user.load(userId))?.name || userId),
    remark: ({ remark }) => (remark === undefined ? null : escapeHidden(remark)),
  },
  DocumentFact: {
    label: ({ label }) => escapeHidden(label),
    value: ({ value }) => showValue(value),
    person: ({ type, value }, _, { loaders }) =>
      type === "PERSON" && typeof value === "string" ? loaders.user.load(value) : null,
  },
  DocumentTable: { label: ({ label }) => escapeHidden(label) },
  DocumentColumn: { label: ({ label }) => escapeHidden(label) },
  DocumentTablePage: {
    rows: ({ rows }) => rows.map((row) => row.map((cell) => escapeHidden(cell))),
  },
  DocumentRevision: {
    document: (revision) => revision,
    actor: ({ actorId }, _, { loaders }) => loaders.user.load(actorId),
    note: ({ note }) => note && escapeHidden(note),
  },
  DocumentChange: {
    label: ({ label }) => label && escapeHidden(label),
    before: ({ before }) => (before === undefined ? null : showValue(before)),
    after: ({ after }) => (after === undefined ? null : showValue(after)),
  },
};
