import { text } from "@countersign/texts";
import {
  type ApproverSource,
  EMPTY_RUN,
  type Id,
  NOBODY_KNOWN,
  NO_ORGANISATION,
  type People,
  type Person,
  type SeatReason,
  type StageInput,
  hasLeft,
  isOfPrevious,
  ladderIn,
  sourcedSeats,
} from "../approval/index.ts";
import { defined } from "../defined.ts";
import { DomainError } from "../errors/index.ts";
import type { HrTaskKind } from "./kinds.ts";
import type { Department, Employee, HrApprovalPolicy, HrApprovalRole, PolicyLevel } from "./types.ts";

/** The records that give the roles of a policy. */
export interface ResolutionRecords {
  /** The employee whom the document is about. */
  employee: Employee;
  /** The employee's department, if there is one. */
  department?: Department | undefined;
  /** The employees of the company that `reportingTo` and `hrId` name, by id. */
  colleagues: ReadonlyMap<Id, Pick<Employee, "userId">>;
  /** The directory's records of those users; nobody who has left holds a role (contract-3, FIX-1). */
  people?: People | undefined;
}

/**
 * The stages of an HR document (specification: "HR approver resolution"): one for each level whose role somebody
 * holds who has not left, ascending, named by the role, with that one approver; and with those whom the level names
 * beside them, who are asked too where nobody holds the role (contract-3, SRC-1).
 *
 * @param policy - the company's policy of the document's kind
 * @throws DomainError `NOT_FOUND` without a policy or levels, `NO_APPROVERS_RESOLVED` when no level has an approver
 */
export function resolveStages(
  kind: HrTaskKind,
  policy: Pick<HrApprovalPolicy, "levels"> | undefined,
  records: ResolutionRecords,
): StageInput[] {
  if (policy === undefined || policy.levels.length === 0) {
    throw new DomainError("NOT_FOUND", text("policy.missing", { kind }), { field: "kind" });
  }
  const stages = withoutPreviousOnFirst(
    policy.levels
      .toSorted((left, right) => left.order - right.order)
      .flatMap((level) => stageOf(level, records)),
  );
  if (stages.length === 0) {
    throw new DomainError("NO_APPROVERS_RESOLVED", text("policy.nobodyResolved", { kind }), {
      field: "employeeId",
    });
  }
  return stages;
}

/** Why the holder of a role has a seat (contract-2, PPL-5). */
const REASONS: Readonly<Record<HrApprovalRole, SeatReason>> = {
  MANAGER: "MANAGER_OF",
  HEAD_OF_DEPARTMENT: "HEAD_OF",
  HR: "HR_OF",
};

/** The stage of a level; none where nobody holds its role and nobody else is to approve it. */
function stageOf({ role, approvers = [], ...level }: PolicyLevel, records: ResolutionRecords): StageInput[] {
  const { people = NOBODY_KNOWN } = records;
  const { order, approveBy, quorum, rejectBy, bulk } = level;
  const rule = { order, approveBy, quorum, rejectBy, bulk, ...ladderIn(level) };
  const holder = holderOf(role, rule.order, records);
  const holders = holder === undefined || hasLeft(people, holder) ? [] : [holder];
  if (approvers.length === 0) {
    if (holders.length === 0) return [];
    return [defined<StageInput>({ ...rule, name: role, approverIds: holders, reason: REASONS[role] })];
  }
  const namedApprovers = approvers.flatMap((approver) => ("approverId" in approver ? [approver] : []));
  const sources = approvers.flatMap((approver) => ("source" in approver ? [approver] : []));
  const labelledApprovers = namedApprovers.flatMap(({ approverId, groups }) =>
    groups ? [[approverId, groups] as const] : [],
  );
  return [
    defined<StageInput>({
      ...rule,
      name: role,
      approverIds: [...new Set([...holders, ...namedApprovers.map(({ approverId }) => approverId)])],
      groups: labelledApprovers.length > 0 ? Object.fromEntries(labelledApprovers) : undefined,
      sources: sources.length > 0 ? sources : undefined,
      reasons: Object.fromEntries(holders.map((id) => [id, REASONS[role]])),
    }),
  ];
}

/** The stages, of which the first has nobody before it whose manager could be asked: levels before it may be dropped. */
function withoutPreviousOnFirst([first, ...otherStages]: readonly StageInput[]): StageInput[] {
  if (first?.sources?.some(isOfPrevious) !== true) return first === undefined ? [] : [first, ...otherStages];
  const sourcesLeft = first.sources.filter((source) => !isOfPrevious(source));
  const { sources: _all, ...namedStage } = first;
  const stage = sourcesLeft.length > 0 ? { ...namedStage, sources: sourcesLeft } : namedStage;
  const isAsked = sourcesLeft.length > 0 || stage.approverIds.length > 0;
  return isAsked ? [stage, ...otherStages] : withoutPreviousOnFirst(otherStages);
}

/** The sources that roles stand for, seen from the employee. */
const SOURCES: Readonly<Record<Exclude<HrApprovalRole, "HR">, ApproverSource>> = {
  MANAGER: { submitterManager: { levels: 1 } },
  HEAD_OF_DEPARTMENT: { departmentHead: { of: "SUBMITTER" } },
};

/** The user who holds the role for the employee. */
function holderOf(role: HrApprovalRole, orderNo: number, records: ResolutionRecords): Id | undefined {
  const { employee, department, colleagues } = records;
  const userOf = (employeeId: Id | undefined) => employeeId && colleagues.get(employeeId)?.userId;
  if (role === "HR") return userOf(employee.hrId);
  // Employees need not be users: the employee stands for themselves, by their own id.
  const place = { managerId: userOf(employee.reportingTo), departmentId: department && DEPARTMENT };
  const people = new Map([[employee.id, defined<Person>(place)]]);
  const heads = new Map(department?.hodId === undefined ? [] : [[DEPARTMENT, department.hodId]]);
  const stage = {
    submitterId: employee.id,
    kind: role,
    orderNo,
    status: "PENDING",
    archived: false,
  } as const;
  const organisation = { ...NO_ORGANISATION, heads };
  const foundSeats = sourcedSeats({ ...stage, sources: [{ source: SOURCES[role] }] }, EMPTY_RUN, {
    people,
    organisation,
  });
  return foundSeats.seats[0]?.approverId;
}

/** The employee's department, whichever it is. */
const DEPARTMENT = "department";
