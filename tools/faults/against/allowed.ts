/** A difference between two platforms that a rule asks for. */
export interface AllowedDifference {
  rule: string;
  why: string;
  /** Places of the difference, such as `rows.workflow_tasks[3].listedFor`. */
  where: RegExp;
}

/** The differences since b81b1356, the last commit whose runs stood in tasks, approvals and lists alone (contract-4). */
export const ALLOWED_DIFFERENCES: readonly AllowedDifference[] = [
  {
    rule: "MEET-3",
    why: "records say who made a change of people",
    where: /(?:audit_logs|audit, for the admin\.items)\[[^\]]+\]\.(?:before|after)\.madeBy(?:[.[]|$)/u,
  },
  {
    rule: "READ-2",
    why: "unread notifications are counted, where b81b1356 listed them",
    where: /^pages\.unread notifications, for /u,
  },
  {
    rule: "ONE-4",
    why: "what lists are found by stands in the run, no longer in its rows",
    where:
      /^rows\.workflow_(?:tasks|approvals)\[\d+\]\.(?:listedFor|submissionOf|involvedIds|askedIds|sortAmount|snoozed|deciderId|seatsListed|openRun|version)(?:[.[]|$)/u,
  },
  {
    rule: "ONE-2",
    why: "version and mark of an open run stand in the run, no longer in its tasks, whose audit has them",
    where: /^(?:rows\.audit_logs\[[^\]]+\]|pages\.audit.*)\.(?:before|after)\.(?:version|openRun)$/u,
  },
  {
    rule: "ONE-4",
    why: "totals end at 10,000, and say so",
    where: /^pages\..*\.totalIsLowerBound$/u,
  },
  {
    rule: "ONE-6",
    why: "versions say until when they were the newest, and have approvers by row, of which readers see each user once",
    where: /^rows\.workflow_versions\[\d+\]\.(?:until|stages\[\d+\]\.approvers)(?:[.[]|$)/u,
  },
  {
    rule: "ONE-6",
    why: "rules stand in the lists of their kinds, without rows of their own, and their audit says what stands there: a first draft changes a threshold",
    where:
      /^rows\.approval_rule(?:s|_drafts)(?:\[|$)| of approval_rules\]\.(?:action|before|after)(?:[.[]|$)/u,
  },
  {
    rule: "HIST-3",
    why: "the one record of a stage's change has its approvers too",
    where: / of workflow_stages\]\.(?:before|after)\.approvers(?:[.[]|$)/u,
  },
  {
    rule: "HIST-2",
    why: "groups that are kept here, and HR policies, count their changes",
    where:
      /^rows\.(?:user_groups|hr_approval_policies)\[\d+\]\.(?:changes|version)$| of (?:user_groups|hr_approval_policies)\]\.(?:before|after)\.(?:changes|version)$|^pages\.rules of (?:Leave|Claim|Loan|Advance), for .*\.version$/u,
  },
  {
    rule: "HIST-2",
    why: "rules that never apply, and those that others shadow, are findings",
    where: /^(?:pages\.findings of .*|answer\..*)\.?validateWorkflow\[/u,
  },
];
