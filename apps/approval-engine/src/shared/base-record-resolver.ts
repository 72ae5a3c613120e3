import type { BaseRecordResolvers } from "../graphql/generated/resolver-types.ts";

/** Inherited by every type that implements the interface. */
export const baseRecord: Pick<BaseRecordResolvers, "documentDate"> = {
  documentDate: ({ documentDate }) => documentDate?.getTime(),
};
