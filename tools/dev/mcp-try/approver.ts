import { moneyText } from "@countersign/domain/money";
import { createGraphqlClient } from "../demo/graphql-client.ts";
import { until } from "../until.ts";

/** An entry in an approver's inbox, with what they see of it. */
export interface WaitingEntry {
  taskId: string;
  stageName: string;
  /** Label and value of each fact. */
  facts: readonly (readonly [label: string, value: string])[];
}

/** Somebody who approves the agent's entries, at the approval engine. */
export interface Approver {
  name: string;
  /** @throws Error when the entry is not in the inbox after ten seconds */
  find(ref: string): Promise<WaitingEntry>;
  decide(entry: WaitingEntry, status: "APPROVED" | "REJECTED", remark: string): Promise<void>;
}

const INBOX = `query ($ref: String) {
  workflowTaskPage(input: { keyword: $ref, status: AWAITING_APPROVAL, kinds: [JournalEntry] }) {
    data { _id ref stageName document { title facts { label value } } }
  }
}`;
const DECIDE = `mutation ($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }`;

interface Inbox {
  workflowTaskPage: {
    data: {
      _id: string;
      ref: string;
      stageName: string;
      document: {
        title: string;
        facts: { label: string; value: string | { amount: string; currency: string } }[];
      };
    }[];
  };
}

/** @param token of the approver */
export function openApprover(engineUrl: string, { name, token }: { name: string; token: string }): Approver {
  const engine = createGraphqlClient(engineUrl, token);
  return {
    name,
    find: (ref) =>
      until(`${ref} is in the inbox of ${name}`, async () => {
        const { workflowTaskPage } = await engine.request<Inbox>(INBOX, { ref });
        const task = workflowTaskPage.data.find((waitingTask) => waitingTask.ref === ref);
        if (task === undefined) return undefined;
        const facts = task.document.facts.map(({ label, value }) => {
          const text = typeof value === "string" ? value : moneyText(value.amount, value.currency);
          return [label, text] as const;
        });
        return { taskId: task._id, stageName: task.stageName, facts };
      }),
    decide: async ({ taskId }, status, remark) => {
      await engine.request(DECIDE, { input: { taskId, status, remark } });
    },
  };
}
