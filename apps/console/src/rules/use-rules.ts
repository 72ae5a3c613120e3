import { useCallback, useEffect, useState } from "react";
import { type Client, type CombinedError, useClient } from "urql";

import { RuleGroupsDocument, type RuleGroupsQuery, RulesDocument } from "../graphql/generated/documents.ts";
import { type Refusal, useRefusalOf } from "../graphql/refusal.ts";
import type { RuleGroup } from "./directory.ts";
import type { Groups, StoredRule } from "./stored-rule.ts";

/** The rules of a kind, and the groups that they may ask. */
export interface KnownRules {
  rules: readonly StoredRule[];
  groups: Groups;
}

/** The rules of a kind while a page shows them. */
export interface RulesRead {
  /** Undefined until the first answer. */
  known: KnownRules | undefined;
  refusal: Refusal | undefined;
  /** Reads them again; what is shown stays until then. */
  reload: () => Promise<void>;
}

export function useRules(kind: string): RulesRead {
  const client = useClient();
  const refusalOf = useRefusalOf();
  const [known, setKnown] = useState<KnownRules>();
  const [refusal, setRefusal] = useState<Refusal>();
  const reload = useCallback(async () => {
    const [rules, groups] = await Promise.all([readRules(client, kind), readGroups(client)]);
    const error = rules.error ?? groups.error;
    setRefusal(error && refusalOf(error));
    if (rules.found && groups.found) setKnown({ rules: rules.found, groups: groups.found });
  }, [client, kind, refusalOf]);
  useEffect(() => void reload(), [reload]);
  return { known, refusal, reload };
}

/** The rules of all kinds, by kind; one after the other, so that the page takes no more of the engine than others do. */
export function useAllRules(kinds: readonly string[]): {
  known: ReadonlyMap<string, KnownRules>;
  refusal: Refusal | undefined;
} {
  const client = useClient();
  const refusalOf = useRefusalOf();
  const [known, setKnown] = useState<ReadonlyMap<string, KnownRules>>(new Map());
  const [refusal, setRefusal] = useState<Refusal>();
  const wanted = kinds.join(" ");
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const groups = await readGroups(client);
      const all = new Map<string, KnownRules>();
      for (const kind of wanted.split(" ")) {
        const rules = await readRules(client, kind);
        const error = rules.error ?? groups.error;
        if (isOver) return;
        if (error) return setRefusal(refusalOf(error));
        all.set(kind, { rules: rules.found ?? [], groups: groups.found ?? new Map() });
        setKnown(new Map(all));
      }
    };
    void read();
    return () => {
      isOver = true;
    };
  }, [client, wanted, refusalOf]);
  return { known, refusal };
}

interface Answer<Found> {
  found?: Found | undefined;
  error?: CombinedError | undefined;
}

async function readRules(client: Client, kind: string): Promise<Answer<readonly StoredRule[]>> {
  const { data, error } = await client.query(RulesDocument, { kind });
  return { found: data?.approvalRules, error };
}

async function readGroups(client: Client): Promise<Answer<Groups>> {
  const { data, error } = await client.query(RuleGroupsDocument, {});
  const groups = data?.userGroupPage.data.map((group) => [group._id, groupOf(group)] as const);
  return { found: groups && new Map(groups), error };
}

type StoredGroup = RuleGroupsQuery["userGroupPage"]["data"][number];

const groupOf = ({ _id, name, active, members }: StoredGroup): RuleGroup => ({
  id: _id,
  name,
  isActive: active,
  members: members.map(({ name: member }) => member ?? "–"),
});
