import { type Company, companyOf } from "./company.ts";
import { createLabels, type Labels } from "./labels.ts";
import type { HeardMessage, Platform } from "./platform.ts";
import { findDueCollections, untilQuiet } from "./quiet.ts";
import { type Played, type RecordedHistory, recordOf } from "./record.ts";
import { askGraphql, type Person, say, type Step } from "./steps.ts";
import { PAGE, type Topic, type View } from "./views.ts";

/** A history that is played. */
interface Player {
  platform: Platform;
  setClock: (ms: number) => void;
  labels: Labels;
  company: Company;
  topic: Topic;
  dueCollections: readonly string[];
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/**
 * Says the steps one after the other, each once the platform has done everything that the one before brought, and reads at
 * last what the company has.
 *
 * @param history.number - of its company: each history has one of its own
 * @param history.startMs - the time before the first step; the clock stands still between steps
 */
export async function playHistory(
  platform: Platform,
  history: {
    topic: Topic;
    number: number;
    steps: readonly Step[];
    startMs: number;
    setClock: (ms: number) => void;
  },
): Promise<RecordedHistory> {
  const { topic, steps, setClock } = history;
  const company = companyOf(history.number);
  await company.hire(platform.db);
  const dueCollections = await findDueCollections(platform.db);
  const labels = createLabels((id) => company.isGiven(id));
  const player: Player = { platform, setClock, labels, company, topic, dueCollections };
  const answers: unknown[] = [];
  let nowMs = history.startMs;
  for (const step of steps) {
    nowMs += "hours" in step ? step.hours * HOUR_MS : SECOND_MS;
    answers.push(await playStep(player, step, nowMs));
  }
  return recordOf(steps, { answers, ...(await readEverything(player, steps)) });
}

/** @returns the platform's answer, in which everything that the step made has its label */
async function playStep(player: Player, step: Step, nowMs: number): Promise<unknown> {
  const { platform, labels, company, dueCollections } = player;
  player.setClock(nowMs);
  const answer = "hours" in step ? undefined : await say(platform, company.companyId, labels.out(step));
  await untilQuiet(platform, { step, now: new Date(nowMs), dueCollections });
  await nameRows(player);
  labels.in(messagesOf(player));
  return labels.in(answer);
}

/** Names the ids of new rows, collection by collection. @returns all rows */
async function nameRows({ platform, labels, company, topic }: Player): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const collection of topic.rows) {
    const ofCompany = { companyId: labels.objectId(company.companyId) };
    const records = await platform.db.collection(collection).find(ofCompany).sort({ _id: 1 }).toArray();
    for (const { _id } of records) labels.name(String(_id), collection);
    rows[collection] = records.map((row) => labels.in(row));
  }
  return rows;
}

async function readEverything(player: Player, steps: readonly Step[]): Promise<Omit<Played, "answers">> {
  const { labels, company, topic } = player;
  const rows = await nameRows(player);
  return {
    messages: labels.in(messagesOf(player)) as Played["messages"],
    pages: await readPages(player, topic.looks({ company, rows, refIds: company.refIdsIn(steps) })),
  };
}

/** The messages of the company, by key. */
function messagesOf({ platform, company }: Player): Partial<Record<string, HeardMessage[]>> {
  const ofCompany = platform.heardMessages.filter(
    ({ data }) => (data as { data?: { companyId?: string } }).data?.companyId === company.companyId,
  );
  return Object.groupBy(ofCompany, ({ key }) => key);
}

async function readPages(
  { platform, labels, company }: Player,
  looks: ReturnType<Topic["looks"]>,
): Promise<Record<string, unknown>> {
  const answers = await Promise.all(
    looks.map(async ({ by, about, views }) => {
      const pages: [string, unknown][] = [];
      for (const [name, view] of Object.entries(views)) {
        const page = await readView(platform, labels.out(view), { by, company });
        pages.push([`${name}${about}, for ${company.nameOf(by.userId)}`, page]);
      }
      return pages;
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
  const ask = (place?: object) =>
    askGraphql(platform, caller, { query, ...(place && { variables: { ...variables, ...place } }) });
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
  return { ...counts, items };
}
