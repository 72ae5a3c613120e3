import { notifications } from "./notifications-en.ts";
import { audit } from "./audit-en.ts";
import { faults } from "./faults-en.ts";
import { history } from "./history-en.ts";
import { ladder } from "./ladder-en.ts";
import { missingRecords } from "./missing-en.ts";
import { owners } from "./owners-en.ts";
import { rules } from "./rules-en.ts";
import { talk } from "./talk-en.ts";
import { time } from "./time-en.ts";

/**
 * The texts that people read, in English, as ICU messages by their codes. Those of the specifications and of released
 * versions keep every byte. A text within another one is an argument of it.
 */
export const messages = {
  "chat.asked": "A document awaits approval",
  "chat.amount": "Amount",
  "chat.file": "File: {name}",
  "document.submittedBy": "Submitted by",
  "chat.test": "Test: {name} tries whether messages arrive here",
  "mail.asked": "A document awaits your approval",
  "mail.news": "There is news of a document",
  "mail.manyAsked": "{count, plural, one {1 document awaits} other {{count} documents await}} your approval",
  "mail.manyNews": "There is news of {count} documents",
  "mail.digest": "{count, plural, one {1 message} other {{count} messages}} since your last digest",
  "mail.open": "Open",
  "mail.preferences": "Choose what comes by mail",
  "mail.why":
    "You receive this mail because of your settings for notifications. Decide in the console; no link decides.",
  "role.MANAGER": "MANAGER",
  "role.HEAD_OF_DEPARTMENT": "HEAD_OF_DEPARTMENT",
  "role.HR": "HR",

  // Stages that nobody can decide (contract-3, FIX-1); `people` is a list of the reasons.
  "unattended.empty": 'Stage "{stage}" has no approvers',
  "unattended.quorum": 'Stage "{stage}" cannot reach its quorum',
  "unattended.quorumBecause": 'Stage "{stage}" cannot reach its quorum: {people}',
  "unattended.nobody": 'Stage "{stage}" has nobody who can decide',
  "unattended.nobodyBecause": 'Stage "{stage}" has nobody who can decide: {people}',
  "leftOut.INACTIVE": "{name} has left",
  "leftOut.OWN_CHANGE": "{name} (changed by themselves)",
  "leftOut.SUBMITTER": "{name} submitted the document",
  "leftOut.BENEFICIARY": "{name} is the person it is about",
  "leftOut.onePersonOneStage": "{name} decides another stage",
  "leftOut.exclusiveGroups": "{name} has groups that exclude each other",
  "leftOut.editorIds": "{name} changed the document",
  "leftOut.agent": "{name} let an agent submit it",
  "leftOut.agentsMayDecide": "{name} is an agent",
  // Sources of approvers that yield nobody (contract-3, SRC-1), as such a reason.
  "source.groupTooLarge": "group {name} has {count} members, at most {maximum}",
  "source.groupEmpty": "group {name} has no members",
  "source.groupGone": "group {name} is no longer used",
  "source.groupUnknown": "the group that is to approve does not exist",
  "source.noManager": "{name} has no manager",
  "source.managersInCircle": "the managers of {name} form a circle",
  "source.noAmount": "the document has no amount",
  "source.noLimit": "no manager of {name} may approve {amount} {currency}",
  "source.noDepartment": "{name} has no department",
  "source.noHead": "the department has no head",
  "source.notStated": "only the document's owner says who {key} is",
  "source.noFact": "the document has no fact {key}",
  "source.notOfCompany": "{key} names nobody of the company",
  "source.nobodyBefore": "nobody approved a stage before",

  // Findings about workflows (contract-2, PPL-4 to PPL-6).
  "finding.NO_STAGES": "Workflow has no stages",
  "finding.DUPLICATE_ORDER": "Stage order {order} is used more than once",
  "finding.NO_APPROVERS": 'Stage "{stage}" has no approvers',
  "finding.NO_GROUPS": 'No approver of stage "{stage}" carries a group',
  "finding.QUORUM_UNREACHABLE": 'Stage "{stage}" cannot reach its quorum',
  "finding.QUORUM_UNREACHABLE_LEFT": 'Stage "{stage}" cannot reach its quorum without those who have left',
  "finding.GROUP_LEFT": 'Everybody who carries the group "{group}" has left',
  "finding.APPROVER_LEFT": "{name} has left",
  "finding.NOBODY_LEFT": 'All approvers of stage "{stage}" have left',
  "finding.SUBMITTER": '{rule}: nobody can complete stage "{stage}" when {names} submits',
  "finding.EARLIER": '{rule}: nobody can complete stage "{stage}"',
  "finding.EARLIER_ONCE": '{rule}: nobody can complete stage "{stage}" once {names} decided earlier stages',
  "finding.CONDITION_INVALID": 'Stage "{stage}": {why}',
  "finding.FACT_NOT_DECLARED": 'Stage "{stage}": declare the fact {fact} with type {types}',
  "finding.NO_STAGE_BEFORE":
    'Stage "{stage}" is the first: previousApproverManager asks after a stage, so choose another source',
  "finding.GROUP_MISSING":
    'Stage "{stage}": the company has no group {id}, groupId must be the id of one of its groups',
  "finding.GROUP_INACTIVE": 'Stage "{stage}": the group "{group}" is no longer active, choose another one',
  "finding.GROUP_EMPTY": 'Stage "{stage}": the group "{group}" has no members',
  "finding.GROUP_TOO_LARGE":
    'Stage "{stage}": the group "{group}" has {count} members, at most {maximum} can be asked',
  "finding.NO_HOLIDAYS": 'The calendar "{calendar}" has no closed day in the coming 12 months',
  "finding.AMOUNT_SIGN":
    'Stage "{stage}": {part} is false for a credit of that size; say also what holds below, such as document.amount < -1000.0',
  "finding.AMOUNT_SIGN_RULE":
    "The condition of its rule: {part} is false for a credit of that size; say also what holds below, such as document.amount < -1000.0",
  "finding.OTHER_CURRENCIES":
    "Its rule never applies to documents in another currency than {currency}; a document without a currency is asked",
  "finding.RULE_SHADOWED":
    'Its rule never applies: "{rule}" comes before it, and is asked about every document that it is for',
  "finding.RULE_NEVER_APPLIES": "Its rule never applies: it has no limit",
  "finding.ALL_CONDITIONAL": "Every stage has a condition: a document that meets none of them is refused",
  "quorum.meaningless": "quorum has no meaning with {approveBy}",
  "quorum.count": "quorum must be a whole number from 1 with {approveBy}",
  "quorum.percent": "quorum must be a whole number from 1 to 100 with {approveBy}",

  // Conditions of stages (contract-3, ROUTE-3): why a version cannot have one …
  "condition.tooLong": "The condition has more than {maximum} characters",
  "condition.tooManyNodes":
    'The condition has more than {maximum} names, values and operators; many comparisons with one field are a list: kind in ["A", "B"]',
  "condition.tooDeep":
    "The condition has more than {maximum} brackets, operators, calls or selections within each other",
  "condition.syntax":
    'The condition cannot be read at character {position}, before "{rest}"; expected a form such as document.amount > 10000.0',
  "condition.ends":
    "The condition ends too early, at character {position}; expected a form such as document.amount > 10000.0",
  "condition.unknown": "{part} is not known; expected {known}",
  "condition.noFacts": "{part} is not known: this version declares no facts",
  "condition.unknownFact": "{part} is not known; the facts that this version declares are {known}",
  "condition.noFields": "{part} is of type {type}, which has no field {field}",
  "condition.function": "{part}: {name} is not allowed; expected one of the functions {functions}",
  "condition.macro": "A condition has no macros but has; expected one of the functions {functions}",
  "condition.call": "{part} is not allowed; expected a form such as {form}",
  "condition.notAllowed":
    "{part} is not allowed; expected names, texts, numbers, true, false, lists of texts, comparisons, in, &&, ||, !, ?: and the functions {functions}",
  "condition.number":
    "{part} is not allowed; expected a number of at most {maximum} digits, such as 10000.50",
  "condition.currency": '{part} is not the code of a currency; expected a text such as "EUR"',
  "condition.type": "{part} is of type {found}; expected {expected}",
  "condition.comparison":
    "{part} compares {left} with {right}; expected two numbers (double, int), two texts (string), or with == and != two of type bool",
  "condition.form.TEXT":
    "{part} is never what {beside} is; expected a text in NFC without blanks around it, such as {example}",
  "condition.form.DATE": "{part} is no date as {beside} is; expected a date as YYYY-MM-DD, such as {example}",
  "condition.form.DATETIME":
    "{part} is no date-time as {beside} is; expected an RFC 3339 date-time, such as {example}",
  "condition.form.ID":
    "{part} is no id as {beside} is; expected 24 hexadecimal characters in small letters, such as {example}",
  "condition.form.KIND": "{part} is no kind as {beside} is; expected a kind of documents, such as {example}",
  "condition.form.CURRENCY":
    "{part} is no currency as {beside} is; expected the code of a currency in capitals, such as {example}",
  "condition.money": '{part} is an amount with its currency; expected {part}.amountIn("EUR")',
  "condition.branches":
    "{part} gives {left} or {right}; expected both of the same type: bool, string, double or int",

  // … and why one has no outcome for a document.
  "condition.missing": "{path} is missing",
  "condition.otherCurrency": "{path} is in {currency}",
  "condition.notOfType": "{path} is not of the declared type {type}",
  "condition.failed": "The condition cannot be evaluated: {reason}",

  // Refusals: of input …
  ...faults,
  "input.fault": "{field}: {fault}",
  "input.invalid": "{field}: {fault}",
  "input.missing": "{field}: is required",
  "input.required": "{field}: required",
  "input.malformedId": "{field} must be 24 hexadecimal characters",
  "input.unknownPerson": "{field}: {id} is not known in the directory",
  "input.personLeft": "{field}: has left the company",
  "input.noSuchDate": "{field}: no such date",
  "input.notADate": "{field}: must be a date such as 2026-12-24",
  "input.unknownTimeZone": "timeZone: unknown time zone {timeZone}",
  "input.notATimeZone": "timeZone: must be the name of a time zone such as Europe/Berlin",
  "input.groupsAlike": '{field}: "{one}" and "{other}" read the same; expected groups that people tell apart',
  "input.limit": "{field} must be from 0 to {maximum}, or null",
  "input.tooManyValues": "The body has more than {maximum} values",
  "input.everyRow": "{field}: a download has every row",
  "input.tooManyRows": "More than {maximum} rows match; narrow the filter",
  "input.searchTooLong": "The search takes too long: narrow it by status or kinds, or search for a reference",
  "input.inboxTooLong":
    "The search takes too long: narrow it by kinds, search for a reference, or page by after instead of skip",
  "input.auditTooLong": "The search takes too long: narrow it by entity and entityId",
  "input.readTooLong": "The search takes too long: narrow it",
  "input.narrowBy": "The search takes too long: narrow it by {fields}",

  // … of commands on runs …
  "run.notActionable": "Approval not found or cannot be updated",
  "run.statusRefused": "Cannot set approval status to {status}",
  "run.revisionChanged": "The document or its stage has changed",
  "run.alreadyOpen": "Document already has an approval in progress",
  "run.notOpen": "There is no approval in progress for this document",
  "run.notAmendable": "Document cannot be changed while its approval is in progress",
  "run.eitherWorkflowOrStages": "Give either workflowId or dynamicStages, not both",
  "run.stageOrderNotFinite": "Stage order must be a finite number",
  "run.noDefaultWorkflow":
    "Kind {kind} has no default workflow in this company, and the submission names no workflowId or dynamicStages",
  "run.tooManyStages": "An approval has at most {maximum} stages",
  "run.tooManySeats": "A run has at most 1,000 seats",
  "run.noRoomForStage": "There is no room for another stage here",
  "run.returnStageMissing": "Return stage not found",
  "run.notInBulk": 'Stage "{stage}" is not decided in bulk',
  "run.alreadyDecided": "Already decided by {name}",
  "run.stageDecided": "The stage has been decided",
  "run.noVerdictGiven": "You have given no verdict on this stage",
  "run.onePersonOneVote": "One person has one vote on a task",
  "run.substituteSubmitted": "A substitute who submitted the document may not decide",
  "run.substituteIsAbout": "A substitute who is the person it is about may not decide",
  "run.substituteHasSeat": "A substitute who has a seat on the task may not decide for others",
  "run.ownChange": "Nobody seats themselves: a change of your own after the submission put you there",
  "run.duty": "Separation of duties: {duty}",
  "run.recallNotYours": "Only the submitter or a privileged user may recall a document",
  "run.recallNever": "Documents of this company cannot be recalled",
  "run.recallTooLate": "The document cannot be recalled after the first verdict",
  "run.notInvolved": "Only those involved in the approval or a privileged user may do this",
  "run.orderNotYours": "Only its creator or a privileged user may submit this order",
  "run.postingNeedsApproval": "This order requires approval before it can be posted",
  "run.referenceIsOwners": "The reference is its owner's to change",
  "run.openTaskKept": "A task of an approval in progress cannot be deleted",
  "route.noStage": "No stage applies to this document",
  "route.notYours": "Only a privileged user may ask for the route of somebody else's document",
  "route.factMissing": "document.facts: {key} is required by the workflow, of type {type}",
  "route.factType": "document.facts: {key} must be of type {type}, not {given}",
  "route.conditionError": 'The condition of stage "{stage}" could not be evaluated: {error}',
  "ask.kind": "kind: {kind} is not a kind of agents",
  "ask.action":
    "action: must be JSON of at most {maximum} bytes in its canonical form (RFC 8785), nested {depth} times at most",
  "ask.either": "Give either workflowId or approvers, not both",
  "ask.ruleDecides": "A rule of this kind decides",
  "ask.nobody":
    "approvers: no rule of this kind says who is asked, and you report to nobody: name approvers by id or e-mail address",
  "ask.addressUnknown": "approvers[{at}]: nobody in the company has the address {address}",
  "ask.addressShared":
    "approvers[{at}]: several people in the company have the address {address}: name one by id",
  "ask.noLinks": "{field}: must not hold a link; what is to be called belongs into action",
  "ask.rejected": "Rejected by {name} on {day}; ask a person",
  "run.keyReused": "Idempotency key was used for another command",
  "run.tooManyKeys": "This approval keeps too many idempotency keys; send the command without one",

  // … on seats …
  "seat.notYours": "Only an approver of the active task or a privileged user may do this",
  "seat.notForYourself": "Nobody may add an approval for themselves",
  "seat.notForSubmitter":
    "Nobody is added who submitted the document or whom it is about, nor where that is not known",
  "seat.hasOne": "The user is an approver of this task already",
  "seat.tookAnother":
    "The user changed this stage or took a seat of it after the submission, and is not asked there",
  "seat.tooMany": "A task has at most {maximum} approvers",
  "seat.removeNotPrivileged": "Only a privileged user may remove an approval",
  "seat.removeOwn": "Nobody may remove their own approval",
  "seat.removeBeside": "Nobody removes approvals from a stage that they decide on",
  "seat.removeDecided": "An approval with a verdict cannot be removed",
  "seat.removeLast": "The last approver who can decide cannot be removed",
  "seat.tooFewLeft": "Fewer approvers would be left than the stage needs",
  "seat.reassignNotYours": "Only the approver or a privileged user may reassign an approval",
  "seat.reassignMissing": "There is no approval to reassign on this task",
  "seat.reassignLeftOut": "Only a privileged user may reassign an approval that was left out",
  "seat.reassignToSelf": "toUserId: must be somebody else",
  "seat.reassignTooOften": "An approval is reassigned at most {maximum} times",
  "seat.resolveNotPrivileged": "Only a privileged user may find the approvers of a stage again",
  "seat.resolveNotAsked": "The approvers of this stage are found when it is asked",
  "seat.remarkNotYours": "Only the approver may write the remark",
  "seat.remarkDecided": "The remark of a recorded verdict cannot be changed",

  // … on workflows, policies, thresholds, settings and substitutions …
  "workflow.noStages": "Workflow has no stages",
  "workflow.stageEmpty": 'Stage "{stage}" has no approvers',
  "workflow.quorumUnreachable": 'Stage "{stage}" cannot reach its quorum',
  "workflow.stageOrderTwice": "Stage order {order} is used more than once",
  "workflow.changed": "Workflow has changed",
  "workflow.tooManyApprovers": "A stage has at most {maximum} approvers",
  "workflow.stageOfAnother": "The stage belongs to another workflow",
  "policy.noLevel": "A policy needs at least one level",
  "policy.orderNotPositive": "The order of a level must be a positive integer",
  "policy.orderTwice": "The order {order} is used more than once",
  "policy.roleTwice": "The role {role} is used more than once",
  "policy.exists": "The company has a policy for {kind} already",
  "policy.missing": "No approval policy with levels for {kind}",
  "policy.nobodyResolved": "No approvers could be resolved for {kind}",
  "group.hasChanged": "Group has changed",
  "limit.hasChanged": "Limit has changed",
  "calendar.hasChanged": "Calendar has changed",
  "policy.hasChanged": "Policy has changed",
  "settings.unknownCalendar": "{field}: the company has no calendar {id}",
  "settings.unknownKind": "{field}: {kind} is no kind of documents here",
  "settings.kindTwice": "{field}: {kind} stands in the list already; expected each kind once",
  "settings.changed": "The settings have changed: expected version {expected}, found {found}",
  "substitution.circle": "Substitutions must not form a circle",
  "substitution.forOneself": "substituteId: nobody stands in for themselves",
  "substitution.endsFirst": "untilDate: must not be before fromDate",
  "substitution.tooLong": "untilDate: a substitution lasts at most {maximum} days",
  "substitution.past": "untilDate: has passed",
  "substitution.needsReason": "reason: is needed for somebody else's substitution",
  "substitution.tooManyPeople": "substituteId: stands in for at most {maximum} people at a time",
  "substitution.tooManyKinds":
    "substituteId: stands in for at most {maximum} kinds of documents of other people at a time",
  "substitution.notYourself": "Nobody makes themselves a substitute",
  "substitution.tooMany": "principalId: at most {maximum} substitutions of one person that are not over",
  "substitution.notYours": "Only the principal or a privileged user may do this",
  "view.tooMany": "At most {maximum} views of one person",

  // … of people …
  "person.left": "{name} has left",
  "person.youLeft": "You have left the company",
  "person.auditor": "An auditor changes nothing",
  "person.notPrivileged": "Only a privileged user may do this",
  "person.auditNotPrivileged": "Only a privileged user may read the audit trail",
  "person.serviceForOwner": "This service may not act for documents of {owner}",
  "person.serviceForCompany": "This service may not act for the company",
  "person.serviceKind": "{field}: {kind} is not a kind of {owner}",
  "person.serviceToken": "This token is a service's: it acts under /api/v1 alone",
  "person.notService": 'The token needs the claim "owner": this address is for services',
  "person.tokenMissing": "A bearer token is required",
  "person.notExpected": "The credential is not of the expected user",
  "person.tokenExpired": "The token expired while the operation waited for its place",
  "person.tokenEnded": "The token has expired",
  "person.tokenTooLong": "The token is too long",
  "person.tokenInvalid": "The token is not valid",
  "person.tokenClaimRefused": 'The token\'s "{claim}" is not accepted',
  "person.tokenClaimMissing": 'The token\'s "{claim}" is missing or malformed',
  "person.developmentOnly": "The development log-in is for this machine alone",

  // … of calendars and durations (contract-3, TIME-1, TIME-2) …
  "calendar.time": "{field}: must be a time from {from} to {to}",
  "calendar.timeAfter": "{field}: must be a time after {from}",
  "calendar.overlap": "{field}: must be {from} or later: the hours overlap",
  "calendar.closedTwice": "{field}: {date} is closed and has other entries",

  "calendar.noWork": "week: must have working time within {days} days",
  "calendar.named": "The calendar is named by {places}: name another one there first",
  "calendar.tooLittle": "duration: the calendar has too little working time in five years",
  "duration.oneUnit": "{field}: expected exactly one of businessDays, businessHours and hours",
  "duration.days": "{field}: expected a whole number of days from {from} to {to}",
  "duration.hours": "{field}: expected hours from 1/3600 (a second) to {to}",

  // … of groups and approval limits (contract-3, SRC-2, SRC-3) …
  "group.exists": 'There is a group "{name}" already',
  "group.ofDirectory": 'The group "{name}" comes from the directory, and is changed only there',
  "limit.mayApproveUpTo": "{name} may approve up to {amount} {currency}",
  "limit.mayApproveNothing": "{name} may approve nothing here",
  "limit.oneHolder": "userId: expected exactly one of userId and groupId",
  "limit.exists": "This person or group has a limit for {kind} in {currency} already",
  "confirmation.answered": "The confirmation was answered already",
  "confirmation.expired": "The confirmation has expired",
  "confirmation.changed": "Journal entry {ref} has changed since it was shown",
  "confirmation.posted": "Journal entry {ref} is posted already",

  // … what is not there …
  "passing.journal": "The journal did not answer; try again",
  "passing.store": "The store is not available; try again",
  "passing.storeNothing": "The store is not available; nothing was stored, try again",
  "passing.storeUnknown": "The store is not available; it is not known whether the change was stored",
  "passing.busy":
    "Too many others are changing the same record; nothing was stored, try again in a few seconds",
  "passing.crowd": "Too many others act on this document; try again",
  "passing.outcomeUnknown": "The outcome is not known yet; ask again with the same key",
  "passing.noPlace": "Too many decisions are being recorded; try again in a second",
  "passing.tooMany": "Too many of your operations are under way; try again in a second",
  "passing.tooManyInAMinute": "Too many requests in a minute",
  "passing.tooManyRuns": "A person starts at most {maximum} approvals a minute: try again in {seconds} s",
  "passing.tooManyRunsADay": "A person starts at most {maximum} approvals a day: try again in {seconds} s",
  "passing.tooManyAsked":
    "Too many requests for approval: at most {maximum} in a minute; try again in {seconds} seconds",
  "passing.tooManyOpen":
    "Too many of your requests wait for people: at most {maximum}; try again in {seconds} seconds, or withdraw some",
  "passing.tooManyWaits": "Too many calls wait at once; try again in {seconds} seconds",
  "passing.replay": "The company has a replay of rules under way; try again once it is over",
  "passing.tooManyAnonymous": "Too many requests without a valid token",
  "passing.notTried": "Not tried, because an item before it could not be stored; try again in a few seconds",
  "passing.slowReader": "The subscriber reads too slowly; subscribe again",
  "passing.kindUnknown": "DOCUMENT_KINDS of this replica lacks {kind}",
  "passing.requestIdReused": "Request id {requestId} was used with other content",

  ...audit,
  ...history,
  ...ladder,
  ...missingRecords,
  ...owners,
  ...notifications,
  ...rules,
  ...talk,
  ...time,
  "webhook.missing": "This owner has no webhook",
  "webhook.noChat": "This owner has no chat",
  "webhook.testedJustNow": "A test was sent less than a minute ago; try again later",
} as const;
