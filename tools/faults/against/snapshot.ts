import type { Document, Filter } from "mongodb";
import type { Labels } from "./labels.ts";
import type { HeardMessage, Platform } from "./platform.ts";
import { oneForAction } from "./one-action.ts";
import { askGraphql, type Person } from "./steps.ts";
import type { Company } from "./company.ts";
import { PAGE, type Topic, type View } from "./topic.ts";

/** A JSON value with labels in place of the ids that a platform made. */
export type Labelled = unknown;

/** The collections after which ids of others are named: those in which they stood before (contract-4, ONE-6). */
const NAMES: Readonly<Record<string, string>> = { approval_rule_drafts: "approval_rules" };

/** Rows that are compared, where not all are: versions of HR policies follow in the policies' rows (contract-4, ONE-6). */
const COMPARED: Readonly<Record<string, Filter<Document>>> = {
  workflow_versions: { policy: { $exists: false } },
};

export interface Snapshot {
  rows: Readonly<Record<string, Labelled[]>>;
  /** By key, in the order in which they were heard. */
  messages: Readonly<Record<string, Labelled[]>>;
  /** Answers by person or document and view; empty between the looks at everything. */
  pages: Readonly<Record<string, Labelled>>;
}

/** The subject of a look at a platform. */
interface Look {
  company: Company;
  topic: Topic;
  /** Reads the pages too, those of these documents among them. */
  refIds?: readonly string[] | undefined;
}

/** Reads what a company has: rows, messages and pages. */
export async function takeSnapshot(
  platform: Platform,
  labels: Labels,
  { company, topic, refIds }: Look,
): Promise<Snapshot> {
  const rows: Record<string, Labelled[]> = {};
  for (const collection of topic.rows) {
    const { companyId } = company;
    const records = await platform.db
      .collection(collection)
      .find({ ...COMPARED[collection], companyId: labels.objectId(companyId) })
      .sort({ _id: 1 })
      .toArray();
    const all = collection === "audit_logs" ? oneForAction(records) : records;
    for (const { _id } of all) labels.name(String(_id), NAMES[collection] ?? collection);
    rows[collection] = all.map((row) => labels.in(row));
  }
  const messages = Object.groupBy(
    platform.heard.filter((message) => isOf(message, company)),
    ({ key }) => key,
  );
  return {
    rows,
    messages: labels.in(messages) as Snapshot["messages"],
    pages: refIds ? await readPages(platform, labels, company, topic.looks({ company, rows, refIds })) : {},
  };
}

const isOf = ({ data }: HeardMessage, { companyId }: Company): boolean =>
  (data as { data?: { companyId?: string } }).data?.companyId === companyId;

async function readPages(
  platform: Platform,
  labels: Labels,
  company: Company,
  looks: ReturnType<Topic["looks"]>,
): Promise<Record<string, Labelled>> {
  const answers = await Promise.all(
    looks.map(async ({ by, about, views }) => {
      const read: [string, unknown][] = [];
      for (const [name, view] of Object.entries(views)) {
        read.push([
          `${name}${about}, for ${company.nameOf(by.userId)}`,
          await readView(platform, labels.out(view), { by, company }),
        ]);
      }
      return read;
    }),
  );
  return Object.fromEntries(answers.flat().map(([name, answer]) => [name, labels.in(answer)]));
}

interface PageAnswer {
  page?: { data: unknown[]; next?: string | null };
}

/** Pages may be short: their items are read together, with the counts of the first one. */
async function readView(
  platform: Platform,
  { query, variables, paged }: View,
  { by, company }: { by: Person; company: Company },
): Promise<unknown> {
  const caller = { ...by, companyId: company.companyId };
  const ask = (givenVariables?: object) =>
    askGraphql(platform, caller, {
      query,
      ...(givenVariables && { variables: { ...variables, ...givenVariables } }),
    });
  if (paged === undefined) return ask({});
  const { input } = variables as { input: object };
  const items: unknown[] = [];
  let first: PageAnswer | undefined;
  let place: object = {};
  for (;;) {
    const answer = (await ask({ input: { take: PAGE, ...input, ...place } })) as PageAnswer;
    const { page } = answer;
    if (page == null) return answer;
    first ??= answer;
    items.push(...page.data);
    const isLast = paged === "after" ? page.next == null : page.data.length < PAGE;
    if (isLast) break;
    place = paged === "after" ? { after: page.next } : { skip: items.length };
  }
  const { data: _ofFirst, next: _cursor, ...counts } = first.page!;
  if (!query.includes("auditLogPage")) return { ...counts, items };
  const ofActions = oneForAction(items as Record<string, unknown>[]);
  return { ...counts, total: ofActions.length, items: ofActions };
}
