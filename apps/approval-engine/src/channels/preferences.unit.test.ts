import { expect, it } from "vitest";

import { type Categorized, categoryOf } from "./preferences.ts";

it.each<[Categorized, string]>([
  [{ event: "TASK_CREATED", part: "ASKED" }, "ASKED"],
  [{ event: "REMINDED", part: "ASKED" }, "REMINDER"],
  [{ event: "REJECTED", part: "SUBMITTER" }, "OUTCOME"],
  [{ event: "COMPLETED", part: "TALKING" }, "QUESTION"],
  [{}, "OUTCOME"],
])("a notification of %j is of the category %s [TIME-5]", (notification, category) => {
  expect(categoryOf(notification)).toBe(category);
});
