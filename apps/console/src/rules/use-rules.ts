import { useCallback, useEffect, useMemo, useState } from "react";
import { type Client, type CombinedError, useClient } from "urql";

import { useKinds } from "../document/use-kinds.ts";
import { RuleGroupsDocument, type RuleGroupsQuery, RulesDocument } from "../graphql/generated/documents.ts";
import { type Refusal, useRefusalOf } from "../graphql/refusal.ts";
import type { Directory, RuleCalendar, RuleGroup } from "./directory.ts";
import { kindGroups } from "./kinds.ts";
import type { Groups, StoredRule } from "./stored-rule.ts";

/** The rules of a kind, and the groups and calendars that they may name. */
export interface KnownRules {
  rules: readonly StoredRule[];
  groups: Groups;
  calendars: readonly RuleCalendar[];
  /** Which calendar counts for the company, and which for kinds of documents. */
  chosenCalendars: RuleGroupsQuery["approvalSettings"];
}

/** The directory for the rules of a kind: groups that are not active any more are not offered. */
export function directoryOf(
  { groups, calendars, chosenCalendars, rules }: KnownRules,
  kind: string,
): Directory {
  const ofKind = chosenCalendars.kindCalendars.find((choice) => choice.kind === kind)?.calendarId;
  const usualId = ofKind ?? chosenCalendars.calendarId;
  return {
    groups: [...groups.values()].filter(({ isActive }) => isActive),
    calendars,
    usualCalendar: calendars.find(({ id }) => id === usualId),
    fields: [...new Set(rules.flatMap(({ facts }) => facts.map(({ key }) => key)))],
  };
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
  const [knownRules, setKnownRules] = useState<KnownRules>();
  const [refusal, setRefusal] = useState<Refusal>();
  const reload = useCallback(async () => {
    const [rules, groups] = await Promise.all([readRules(client, kind), readGroups(client)]);
    const error = rules.error ?? groups.error;
    setRefusal(error && refusalOf(error));
    if (rules.found && groups.found) setKnownRules({ rules: rules.found, ...groups.found });
  }, [client, kind, refusalOf]);
  useEffect(() => void reload(), [reload]);
  return { known: knownRules, refusal, reload };
}

/** The rules of all kinds, by kind; one after the other, so that the page takes no more of the engine than others do. */
export function useAllRules(kinds: readonly string[]): {
  known: ReadonlyMap<string, KnownRules>;
  refusal: Refusal | undefined;
} {
  const client = useClient();
  const refusalOf = useRefusalOf();
  const [knownRules, setKnownRules] = useState<ReadonlyMap<string, KnownRules>>(new Map());
  const [refusal, setRefusal] = useState<Refusal>();
  const wantedKinds = kinds.join(" ");
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const groups = await readGroups(client);
      const all = new Map<string, KnownRules>();
      for (const kind of wantedKinds.split(" ")) {
        const rules = await readRules(client, kind);
        const error = rules.error ?? groups.error;
        if (isOver) return;
        if (error) return setRefusal(refusalOf(error));
        all.set(kind, { rules: rules.found ?? [], ...(groups.found ?? NOTHING_KNOWN) });
        setKnownRules(new Map(all));
      }
    };
    void read();
    return () => {
      isOver = true;
    };
  }, [client, wantedKinds, refusalOf]);
  return { known: knownRules, refusal };
}

/** The rules by the workflows that they ask by, the first of each; undefined until all are read. */
export function useRulesOfWorkflows(): {
  rules: ReadonlyMap<string, StoredRule> | undefined;
  /** The groups and calendars of the company, and no rule. */
  known: KnownRules | undefined;
  refusal: Refusal | undefined;
} {
  const kinds = kindGroups(useKinds()).flatMap((group) => group.kinds);
  const { known, refusal } = useAllRules(kinds);
  return useMemo(() => {
    const [first] = known.values();
    if (first === undefined || known.size < kinds.length)
      return { rules: undefined, known: undefined, refusal };
    const rules = [...known.values()].flatMap((ofKind) => ofKind.rules).toReversed();
    const byWorkflow = rules.flatMap((rule) =>
      rule.workflowId == null ? [] : [[rule.workflowId, rule] as const],
    );
    return { rules: new Map(byWorkflow), known: { ...first, rules: [] }, refusal };
  }, [known, kinds.length, refusal]);
}

interface Answer<Found> {
  found?: Found | undefined;
  error?: CombinedError | undefined;
}

async function readRules(client: Client, kind: string): Promise<Answer<readonly StoredRule[]>> {
  const { data, error } = await client.query(RulesDocument, { kind });
  return { found: data?.approvalRules, error };
}

/** The groups and calendars that rules may name. */
type Named = Omit<KnownRules, "rules">;
const NOTHING_KNOWN: Named = {
  groups: new Map(),
  calendars: [],
  chosenCalendars: { calendarId: null, kindCalendars: [] },
};

async function readGroups(client: Client): Promise<Answer<Named>> {
  const { data, error } = await client.query(RuleGroupsDocument, {});
  if (data === undefined) return { error };
  const groups = data.userGroupPage.data.map((group) => [group._id, groupOf(group)] as const);
  const calendars = data.approvalCalendarPage.data.map(({ _id: id, name }) => ({ id, name }));
  return { found: { groups: new Map(groups), calendars, chosenCalendars: data.approvalSettings }, error };
}

type StoredGroup = RuleGroupsQuery["userGroupPage"]["data"][number];

const groupOf = ({ _id, name, active, members }: StoredGroup): RuleGroup => ({
  id: _id,
  name,
  isActive: active,
  members: members.map(({ name: member }) => member ?? "–"),
});
