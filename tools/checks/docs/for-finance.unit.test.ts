import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RETENTION_DAYS } from "@countersign/mongo";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const read = (path: string) => readFileSync(join(WORKSPACE_ROOT, path), "utf8");
const page = read("docs/for-finance.md").replaceAll(/ *<!--.*?-->/gu, "");
const { services } = parse(read("deploy/helm/values.yaml")) as {
  services: Record<
    string,
    {
      enabled?: boolean;
      resources: { requests: { cpu: string; memory: string }; limits: { memory: string } };
      autoscaling: { minReplicas: number; maxReplicas: number };
    }
  >;
};

/** The cells of each row of the table whose first column has this head. */
const rowsBelow = (head: string): string[][] => {
  const [, table = ""] = new RegExp(`^\\| ${head} .*\\n\\| -.*\\n((?:\\|.*\\n)+)`, "mu").exec(page)!;
  return table
    .trim()
    .split("\n")
    .map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
};

/** Decisions a second of the engine with so many clients, as the page of benchmarks has them. */
const rateOf = (clients: number): string =>
  new RegExp(`^\\| ${clients} \\| engine \\| ([\\d.]+) \\|`, "mu").exec(read("docs/benchmarks.md"))![1]!;

describe("the page for a finance lead", () => {
  it("has the sizes of the chart [FIRST-2]", () => {
    const sizes = Object.entries(services)
      .filter(([, { enabled }]) => enabled !== false)
      .map(
        ([
          name,
          {
            resources: { requests, limits },
            autoscaling,
          },
        ]) => [
          name,
          `${autoscaling.minReplicas} to ${autoscaling.maxReplicas}`,
          `${requests.cpu}, ${requests.memory}`,
          limits.memory,
        ],
      );
    expect(sizes).toHaveLength(3);
    expect(new Set(rowsBelow("part"))).toEqual(new Set(sizes));
  });

  it("has the decisions a second of the benchmarks [FIRST-2]", () => {
    const rates = `${rateOf(1)} decisions a second from one client, and ${rateOf(64)} from 64 clients at once`;
    expect(page).toContain(rates);
  });

  it("has the days that messages are kept [FIRST-2]", () => {
    const { outbox, inbox } = RETENTION_DAYS;
    expect(page).toContain(`${outbox} days with whoever sent them; their ids ${inbox} days`);
  });

  it("has the days that mails are kept [FIRST-2]", () => {
    const [, days] = /KEPT_S = (\d+) \*/u.exec(read("apps/approval-engine/src/channels/records.ts"))!;
    expect(page).toContain(`${days} days here`);
  });
});
