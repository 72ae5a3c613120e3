import { ObjectId } from "mongodb";
import { describe, expect, it } from "vitest";

import { companyOf } from "./company.ts";
import { createLabels } from "./labels.ts";

describe("labels of ids", () => {
  const company = companyOf(0);
  const { companyId } = company;
  const aPlatform = () => {
    const labels = createLabels((id) => company.isGiven(id));
    const [task, seat] = [new ObjectId(), new ObjectId()];
    labels.name(task.toHexString(), "workflow_tasks");
    return { labels, rows: { companyId, task, text: `${seat.toHexString()} 1`, at: new Date(0) } };
  };

  it("are the same for two platforms that make the same in the same order", () => {
    const [one, other] = [aPlatform(), aPlatform()];
    const expected = {
      companyId,
      task: "workflow_tasks#1",
      text: "text#1 1",
      at: "1970-01-01T00:00:00.000Z",
    };
    expect([one, other].map(({ labels, rows }) => labels.in(rows))).toEqual([expected, expected]);
  });

  it("do not move where only one platform has a field", () => {
    const [one, other] = [aPlatform(), aPlatform()];
    one.labels.in({ listedFor: [new ObjectId()] });
    const run = { runId: new ObjectId() };
    expect(one.labels.in(run)).toEqual({ runId: "runId#1" });
    expect(other.labels.in(run)).toEqual({ runId: "runId#1" });
  });

  it("become each platform's own ids again", () => {
    const { labels, rows } = aPlatform();
    expect(labels.out({ input: { taskId: "workflow_tasks#1", title: "id#7" } })).toEqual({
      input: { taskId: rows.task.toHexString(), title: "id#7" },
    });
  });
});
