import { useClient } from "urql";

import { RulesDocument } from "../graphql/generated/documents.ts";
import type { StoredRule } from "./stored-rule.ts";

/** Asks whether a rule and its draft are stored as they are shown. */
export function useAsShown(): (rule: StoredRule) => Promise<boolean> {
  const client = useClient();
  return async (rule) => {
    const { kind } = rule;
    const { data } = await client.query(RulesDocument, { kind }, { requestPolicy: "network-only" });
    const storedRule = data?.approvalRules.find(({ id }) => id === rule.id);
    // Of a rule that is gone, and of a connection that failed, the command itself says so.
    return storedRule === undefined || JSON.stringify(storedRule) === JSON.stringify(rule);
  };
}
