type Json = Readonly<Record<string, unknown>>;

const HEX = "24 hexadecimal characters";

/** Descriptions of fields by name, or as `parent.name` where a name means several things. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  accept: "Whether the entry may be posted.",
  by: `The user who wants the changes: ${HEX}.`,
  cells:
    "The lines by columns: number of the line, number and name of the account, debit, credit and remark; empty says nothing.",
  changed: "Whether the entry is another one than when the question was asked; it can then only be declined.",
  confirmation: "The question and its entry as it is now; null for a user who was not asked.",
  "confirmation.currency": "ISO 4217 code of the books' currency.",
  "confirmation.id": `Id of the question: ${HEX}.`,
  "confirmation.ref": "Number of the journal entry.",
  "confirmation.status": "OPEN until the answer, at most for ten minutes.",
  "confirmationShowRequest.id": `Id of the question: ${HEX}.`,
  "confirmationAnswerRequest.id": `Id of the question: ${HEX}.`,
  "confirmationAnswerReply.ref": "Number of the journal entry; absent with MISSING.",
  "confirmation.date": "Day of the entry in UTC, as YYYY-MM-DD.",
  description: "What the entry says it is for.",
  entryId: `The journal entry: ${HEX}.`,
  lines: "Each line of the entry as one text.",
  result:
    "TAKEN now or before; ANSWERED otherwise before; EXPIRED after ten minutes; CHANGED: the entry is another one; POSTED already; MISSING: the user was not asked.",
  total: "Sum of the debits as decimal text.",
  _id: `Id of the record: ${HEX}.`,
  "Tasks._id": `Id of the task: ${HEX}.`,
  "Order._id": `Id of the order: ${HEX}; the refId of its approval.`,
  "data._id": `Id of the notification: ${HEX}.`,
  active: "Whether the person still works here, or the department or group still exists; false is a leaver.",
  actorId: `The user who acted: ${HEX}; of an outcome absent where time ended the run.`,
  agent: "Whether a program acted with the user's token.",
  amount:
    "Amount as decimal text, such as 1250.50: at most 15 digits, 6 of them behind the point. Needs a currency.",
  after: "When, from asking; of the second and third level, from the level before.",
  approveBy: "How many have to approve: ANY, ALL, COUNT, PERCENT or PER_GROUP, the last three with a quorum.",
  approvedByTime: "Of a completed run: time approved one of its stages.",
  approverId: `The user who is asked: ${HEX}.`,
  approverIds: "The users who are asked, each once. In an answer: all approvers of the run's stages.",
  approvers:
    "The users who are asked, with the groups that they carry, and sources of users; instead of approverIds.",
  archivedTasks: "How many open tasks were archived; 0: there was nothing to cancel.",
  attachments: "Files that belong to the document; the engine shows the links and never fetches them.",
  atEnd:
    "What happens to the stage at its end: NOTHING (default), REJECT, which ends the run, or APPROVE, only for kinds that the company's setting allowTimeApproval names.",
  branchId: `Branch of the company: ${HEX}; kept with the records, and never a fence.`,
  bulk: "Whether decideMany may decide the stage; default true.",
  businessDays: "Whole working days, 1 to 366.",
  businessHours: "Hours of working time, from a second (1/3600) to 8,784.",
  calendarId: `Calendar of the company by which the stage's time counts: ${HEX}; default that of the kind, else the company's.`,
  client: "The program's name as it gave it.",
  closed: "Whether nothing is wanted any more, whatever ended it.",
  code: "Status as of HTTP: 400 broken input, 403 not allowed, 404 missing, 409 a state that refuses.",
  columns: "The columns, from left to right.",
  companyId: `The company; everything stays within it: ${HEX}.`,
  counts: "How many approvals of each kind of HR document wait, over the whole company.",
  currency: "ISO 4217 code in capitals, such as EUR, or of a fund, such as CLF; others are refused.",
  data: "The message itself.",
  datacontenttype:
    "A type of JSON, such as application/json; charset=utf-8 or application/problem+json. application/json on what the engine sends.",
  departmentHead: "The head of a department.",
  department: "The department as it is now; fields that are left out stay as they are, null removes one.",
  departmentId: `Department of the employee: ${HEX}.`,
  discount: "Reduction of the total.",
  document: "The document that the approvers decide on.",
  dynamicStages:
    "The stages of this document alone, in their order; without them and workflowId the company's default workflow.",
  dueIn: "When the stage is due, from asking: exactly one of businessDays, businessHours and hours.",
  endAfter: "When the stage ends, from asking, as dueIn, later than the escalation; default when it is due.",
  escalate: "Who is asked in place of those who are late, later than the reminders.",
  "escalate.levels":
    "How often, 1 to 3: the second time asks the manager of the one who was asked first; default 1, and more only with manager.",
  editorIds: "The users who wrote the document: none of them decides on it.",
  email: "E-mail address.",
  employee: "The employee as they are now; fields that are left out stay as they are, null removes one.",
  employeeId: `Employee whom the document is about: ${HEX}.`,
  error: "The exact text of the refusal.",
  eventId: `Event of the run that the notification is about: ${HEX}.`,
  fact: "Key of a PERSON among the document's facts; only where the document's owner sent it.",
  facts: "What approvers should know, each with a type that its value is checked against.",
  group: "The group as it is now, whole: a field that is left out has no value any more.",
  groupId: `A group of users; each member is asked, 50 at most: ${HEX}.`,
  groups: "Labels that the approver carries, for PER_GROUP.",
  hours: "Hours of the clock, from a second (1/3600) to 8,784.",
  hodId: `The user who is head of the department: ${HEX}.`,
  hrId: `The employee who is the person's HR: ${HEX}.`,
  id: "Id of the event: unique for its source; a repetition has the same one and changes nothing.",
  "Stage.key":
    "Name of the stage for programs: a small letter, then letters and digits, at most 40; default stage and a number.",
  when: "Condition in CEL under which the stage is asked; it reads the document as its owner sends it. Without one it is asked always.",
  key: "Name for programs: a small letter, then letters and digits, at most 40.",
  kind: "Kind of the document, such as Leave; DOCUMENT_KINDS adds others.",
  label: "Name for people.",
  levels: "1 is the submitter's own manager, 2 that one's, and so on.",
  locale: "BCP 47 tag, such as de-AT.",
  manager: "true: the manager of each of those who are late.",
  mode: "STAND_IN: those who are late can still decide, with one vote for both; REPLACE: they cannot.",
  madeBy:
    "By whose changes the record gives people seats; absent: no person's. Who is asked only by a change of their own after a submission is left out.",
  fields: "The person who changed a field last, by the field.",
  partings: "Of an employee: the people who took the record from a user, each with the last time.",
  from: "The user from whom it was taken.",
  ownEntries: "Members who added themselves.",
  opening: "The person who made it a group that can be asked: it was closed, or too large.",
  takings: "The people who took members away or closed it, each with their last time.",
  givings: "The people who added others to it, each with their last time.",
  atMs: "When, in milliseconds since 1970.",
  memberIds: `Users who are asked where the group is asked, each once: ${HEX} each.`,
  messageId: `Names the wish; the message of its end has the same: ${HEX}.`,
  message: "Text for the person, in English.",
  name: "Name for people.",
  "attachments.name": "Name of the file.",
  note: "Why the document changed, for those who are notified.",
  of: "SUBMITTER, or the key of a fact: a PERSON, whose department is meant, or a TEXT with a department's id.",
  order: "Place of the stage: stages follow each other in ascending order.",
  orderId: `The order: ${HEX}.`,
  orderNo: "Place of the task in its run.",
  origin:
    "Who started the run: owner (this submission), evaluation (a person, with the workflow that the order's evaluation names) or person, which must change nothing.",
  ownerKinds: "The owner's kinds that the sender knows; the engine refuses where they differ from its own.",
  previousApproverManager:
    "true: the managers of those whose approvals counted in the stage before; not on the first stage.",
  quorum: "For COUNT and PER_GROUP how many, for PERCENT 1 to 100.",
  ref: "Number of the document for people, such as LV-000001.",
  refId: `Id of the document: ${HEX}.`,
  rejectBy:
    "VETO: one rejection rejects the stage; UNREACHABLE: once the others cannot complete it any more.",
  remind:
    "When those who have not decided are reminded, from asking: up to 10, each as dueIn, later than the one before.",
  remark: "Remark of the last verdict, or the reason of a recall.",
  reportingTo: `The employee who is the person's manager: ${HEX}.`,
  requestId:
    "The owner's id of the submission, for repetition: the same id and content get the first answer. Of a durable command it is the event's id.",
  rejectedByTime: "Of a rejected run: time rejected it.",
  required: "Whether the order needs an approval.",
  revision: "Revision of the document, counted from 1.",
  rows: "The rows: a text for each column.",
  runId: `Run of the approval: ${HEX}.`,
  sha256: "SHA-256 of the file in hexadecimal.",
  "approvers.source":
    "Where users who are asked come from, found when the stage is asked: exactly one of its fields; instead of approverId.",
  source: "The sender, such as /countersign/hr.",
  specversion: "Version of CloudEvents.",
  stageName: "Name of the stage.",
  statedBy: "Who described the document: its OWNER, or the PERSON who started the run.",
  status: "State of the task.",
  subject: "Id whose order is kept: of the document, of the directory's record or of the company.",
  submittedBy:
    "The program that submits with the user's token, if one does: that user then never decides on the document.",
  submitterManager: "A manager of the submitter: either levels or untilLimit.",
  submitterId: `The user who submits: ${HEX}.`,
  tables: "Tables that approvers read by page.",
  taskId: `Task that asks the person: ${HEX}.`,
  to: "Who is asked: exactly one of manager, userIds and groupId.",
  time: "When it happened: RFC 3339.",
  timeZone: "IANA time zone, such as Europe/Berlin.",
  text: "What is wanted, in the words of who wants it.",
  title: "What the document is about, in one line.",
  totalAmount: "Total of the order, before the discount.",
  traceparent: "W3C trace context of what caused the event.",
  tracestate: "Vendor-specific part of the same trace.",
  type: "Type of the event, the same as its subject without owner and kind.",
  "Outcome.reason":
    "Why a document is given back that nobody recalled: EXPIRED, its time was over. Absent otherwise.",
  "Fact.type": "Type of the fact, by which its value is checked and shown.",
  "columns.type": "Type of the column, by which its cells are shown.",
  untilLimit: "true: the first manager, from the submitter upwards, who may approve the document's amount.",
  url: "https address where the document or file is shown.",
  user: "The user as they are now; fields that are left out stay as they are, null removes one.",
  userId: `The user: ${HEX}.`,
  userIds: `Users who are asked, up to 20: ${HEX} each.`,
  value: "The fact's value, as its type has it.",
  "discount.value": "Percent of the total, or an amount.",
  valueType: "PERCENTAGE of the total, or an AMOUNT.",
  version: "Counts the changes of the record: an older version than the known one changes nothing.",
  workflowId: `Stored workflow of the run: ${HEX}.`,
  "Nats-Service-Error-Code":
    "Status as of HTTP; after 500 and 503 the effect is unknown, after 429 repeat it later.",
};

/** Structures of the document whose names mean nothing to a reader. */
const TRANSPARENT = new Set([
  "items",
  "properties",
  "payload",
  "headers",
  "oneOf",
  "anyOf",
  "schemas",
  "messages",
]);

/**
 * The same schemas, each field with a description.
 *
 * @param parent name of the field or schema that they belong to
 * @throws Error for a field that nobody has described
 */
export function describeFields<T>(value: T, parent = ""): T {
  if (Array.isArray(value)) return value.map((item: unknown) => describeFields(item, parent)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]: [string, unknown]) => {
    if (name === "examples") return [name, inner] as const;
    if (name === "properties" && isMap(inner)) return [name, fieldsOf(inner, parent)] as const;
    return [
      name,
      describeFields(inner, TRANSPARENT.has(name) || /^\d+$/u.test(name) ? parent : name),
    ] as const;
  });
  return Object.fromEntries(entries) as T;
}

const isMap = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function fieldsOf(fields: Json, parent: string): Json {
  const entries = Object.entries(fields).map(([name, schema]) => {
    const inner = describeFields(schema, name) as Json;
    if ("description" in inner || "$ref" in inner) return [name, inner] as const;
    const description = DESCRIPTIONS[`${parent}.${name}`] ?? DESCRIPTIONS[name];
    if (description === undefined)
      throw new Error(`no description of ${parent}.${name}: field-descriptions.ts`);
    return [name, { description, ...inner }] as const;
  });
  return Object.fromEntries(entries);
}
