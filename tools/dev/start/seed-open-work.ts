import type { Engine } from "@countersign/approval-engine/engine";
import { DISBURSED_KINDS } from "@countersign/hr-service/document-kinds";
import { createNumbers, toObjectId } from "@countersign/mongo";
import {
  DEMO_CALENDAR,
  DEMO_COMPANY,
  DEMO_DRAFTED_RULE,
  DEMO_LARGE_REQUISITIONS,
  DEMO_PEOPLE,
  DEMO_TEAM,
} from "./demo-company.ts";
import { demoEngine, type SeededStore } from "./demo-engine.ts";
import { callerOf, type LastNumbers, playWork } from "./play-work.ts";
import { dayAfter, type DescribedWork, type HrWork, readWork } from "./read-work.ts";
import {
  changeLargeRequisitions,
  type DemoApprovals,
  saveDraftedRule,
  seedWorkRules,
} from "./seed-approvals.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const { id: companyId } = DEMO_COMPANY;
const { admin, hr: humanResources } = DEMO_PEOPLE;
const { risk } = DEMO_TEAM;

/** The other systems have counted since long before. */
const FIRST_NUMBERS: LastNumbers = {
  PurchaseRequisition: 81,
  PurchaseOrder: 207,
  SalesQuotation: 376,
  SalesOrder: 488,
};

/** How many days ago the risk officer left: a document has waited for somebody else since. */
const RISK_LEFT_DAYS_AGO = 12.5;

/** Human resources is away; the administrator stands in for her on these kinds of documents. */
const HR_AWAY = { kinds: ["Advance"], fromDaysAgo: 3, days: 12 } as const;

const isPaid = ({ kind }: DescribedWork | HrWork): boolean =>
  DISBURSED_KINDS.some((disbursedKind) => disbursedKind === kind);

/** The finished documents that are written later than what waits: all but those whose payments the journal has. */
const historyOf = (now: Date) => readWork("finished-work.csv", now).filter((work) => !isPaid(work));

async function letHumanResourcesBeAway(engine: Engine, at: Date): Promise<void> {
  await engine.createSubstitution(callerOf(humanResources), {
    substituteId: admin.userId,
    kinds: [...HR_AWAY.kinds],
    fromDate: dayAfter(at, 0),
    untilDate: dayAfter(at, HR_AWAY.days),
    timeZone: DEMO_CALENDAR.timeZone,
    reason: "Job fair in Hamburg",
  });
}

/**
 * Lets the documents of `open-work.csv` come to wait, with the finished ones whose payments are booked: the journal's
 * chain grows in their order. Numbers are left for the other finished documents, which {@link seedHistory} writes.
 */
export async function seedOpenWork(
  seededStore: SeededStore,
  { now, approvals, stopping }: { now: Date; approvals: DemoApprovals; stopping?: AbortSignal | undefined },
): Promise<void> {
  const { db } = seededStore.store;
  const engine = demoEngine(seededStore, () => new Date(now.getTime() - 99 * DAY_MS));
  await engine.seedCompany(companyId);
  const { largeRequisitions } = await seedWorkRules(engine, approvals);
  const lastNumbers = { ...FIRST_NUMBERS };
  for (const work of historyOf(now)) {
    if ("document" in work) lastNumbers[work.kind] += 1;
    else await seededStore.unitOfWork(async (scope) => createNumbers(scope).next(companyId, work.kind));
  }
  const letRiskOfficerLeave = async (playedEngine: Engine): Promise<void> => {
    const users = db.collection("users");
    await users.updateOne({ _id: toObjectId(risk.userId) }, { $set: { active: false } });
    await playedEngine.releaseLeaver(companyId, risk.userId);
  };
  await playWork(seededStore, {
    now,
    works: [...readWork("finished-work.csv", now).filter(isPaid), ...readWork("open-work.csv", now)],
    lastNumbers,
    others: [
      [HR_AWAY.fromDaysAgo, letHumanResourcesBeAway],
      [RISK_LEFT_DAYS_AGO, letRiskOfficerLeave],
      [
        DEMO_LARGE_REQUISITIONS.changedDaysAgo,
        (playedEngine) => changeLargeRequisitions(playedEngine, largeRequisitions),
      ],
      [DEMO_DRAFTED_RULE.savedDaysAgo, (playedEngine) => saveDraftedRule(playedEngine, approvals.directors)],
    ],
    stopping,
  });
  await engine.projector.close();
}

/** Lets the other documents of `finished-work.csv` be approved, rejected or taken back, by the rules that are there. */
export async function seedHistory(
  seededStore: SeededStore,
  { now, stopping }: { now: Date; stopping?: AbortSignal | undefined },
): Promise<void> {
  await playWork(seededStore, { now, works: historyOf(now), lastNumbers: FIRST_NUMBERS, stopping });
}
