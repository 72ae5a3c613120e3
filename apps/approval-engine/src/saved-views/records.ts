import { listLimitOf } from "@countersign/graphql";
import type { IndexPlan } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

import { LISTS } from "./sdl.ts";

export const COLLECTION = "saved_views";

/** Most views of a user. */
export const VIEWS_MAX = listLimitOf(LISTS, "Query", "savedViews");

export const VIEW_PAGES = ["INBOX", "DECIDED", "DOCUMENTS"] as const;

/** `saved_views`: a list as a user wants to see it again. */
export interface SavedViewRecord {
  _id: ObjectId;
  companyId: ObjectId;
  userId: ObjectId;
  /** Its place among the user's, 0 to 29: the index lets one view have it, so that two at once are not one too many. */
  place: number;
  page: (typeof VIEW_PAGES)[number];
  name: string;
  query: string;
}

export const SAVED_VIEW_INDEXES: readonly IndexPlan[] = [
  {
    collection: COLLECTION,
    indexes: [{ key: { companyId: 1, userId: 1, place: 1 }, name: "one_at_a_place", unique: true }],
  },
];
