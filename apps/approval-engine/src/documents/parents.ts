// The values that resolvers get for types of the SDL, under the types' names.
export type { Fact as DocumentFact } from "@countersign/contracts";

export type { DocumentKind } from "./document-kinds.ts";
export type { DocumentChange } from "./document-changes.ts";
export type { EarlierRejection, Revision as ApprovalDocument } from "./revision.ts";
export type { TablePage as DocumentTablePage } from "./table.ts";
