import { call, createdId, useAgent } from "@countersign/testing/mcp-agent";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_COMPANY, DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { describe, expect, it } from "vitest";
import { violationsOn } from "./axe.ts";

const { head, hr } = DEMO_PEOPLE;
const companyId = DEMO_COMPANY.id;
const LINES = 60;

describe("a journal entry that an agent submitted", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();

  it("shows its approver every line by page, and whose agent it was, in both languages [AGT-4] [DOC-6] [SAFE-17]", async () => {
    const journal = world.platform.services.find(({ name }) => name === "mcp-journal")!;
    const agent = await useAgent(journal, { authorization: `Bearer ${await world.tokenOf(hr)}` });
    const [debit, credit] = (await call(agent, "list_accounts")).data!["accounts"] as { id: string }[];
    const transactions = Array.from({ length: LINES }, (_, index) => ({
      accountId: index % 2 === 0 ? debit!.id : credit!.id,
      debit: index % 2 === 0 ? 100 : 0,
      credit: index % 2 === 0 ? 0 : 100,
      remark: `Line number ${index + 1}`,
    }));
    const entry = { description: "Consulting", companyId, createdBy: hr.userId, transactions };
    const id = createdId(await call(agent, "create_journal_entry", entry));
    expect((await call(agent, "post_journal_entry", { id, companyId })).text).toMatch(
      /submitted for approval$/u,
    );

    const helen = await world.openAs(head, undefined, `inbox/${id}`);
    await helen.getByText(`${hr.name}’s agent (claims to be “test-agent”)`).first().waitFor();
    const table = helen.getByRole("region", { name: "Lines" });
    await table.getByRole("cell", { name: "Line number 1", exact: true }).waitFor();
    expect(await table.getByRole("row").count()).toBe(1 + 50);
    expect(await violationsOn(helen)).toEqual([]);
    await table.getByRole("button", { name: "Later rows" }).click();
    await table.getByRole("cell", { name: `Line number ${LINES}`, exact: true }).waitFor();
    await table.getByText(`51 to ${LINES} of ${LINES}`).waitFor();
    await helen.close();

    const german = await world.openAs(head, undefined, `inbox/${id}?locale=de`);
    await german.getByText(`Agent von ${hr.name} (gibt sich als „test-agent“ aus)`).first().waitFor();
    await german.getByRole("button", { name: "Weitere Zeilen" }).waitFor();
    await german.close();
  });
});
