import { z } from "zod";
import { defineMessage } from "./cloud-event.ts";
import { LIMITS, hexId, line, trimmedLine } from "./fields.ts";

/** Whether the runtime takes a value; it throws for what it does not know. */
function takes(use: () => unknown): boolean {
  try {
    use();
    return true;
  } catch {
    return false;
  }
}

const EPOCH = Temporal.Instant.fromEpochMilliseconds(0);
/** A name and no offset such as +02:00, which has no summer time. `Intl` knows the same zones, and takes 35 times as long. */
const isTimeZone = (name: string): boolean =>
  /^[a-z][\w+/-]*$/iu.test(name) && takes(() => EPOCH.toZonedDateTimeISO(name));
const isLanguageTag = (tag: string): boolean => takes(() => Intl.getCanonicalLocales(tag));

const name = line(LIMITS.name).normalize("NFC");
const email = trimmedLine(LIMITS.email).regex(z.regexes.unicodeEmail, "must be an e-mail address");
const timeZone = line(LIMITS.timeZone).refine(isTimeZone, "must be an IANA time zone, such as Europe/Berlin");
/** Operating systems write `de_AT.UTF-8` for `de-AT`. */
const locale = line(LIMITS.locale)
  .overwrite((tag) => tag.replace(/[.@].*$/u, "").replaceAll("_", "-"))
  .refine(isLanguageTag, "must be a BCP 47 language tag, such as de-AT");

/** Members of a group of users, each once (contract-3, SRC-2). */
export const memberIds = z
  .array(hexId)
  .max(LIMITS.members, `must have at most ${LIMITS.members} items`)
  .superRefine((ids, context) => {
    for (const [at, id] of ids.entries()) {
      if (ids.indexOf(id) < at) {
        context.addIssue({ code: "custom", path: [at], message: "must differ from the members before" });
      }
    }
  });

/**
 * The fields of the directory's records, by the type of record (contract-2, DOC-4). Each of them may be absent. A
 * reference may name a record that is not there, or not yet: who reads it finds nobody.
 */
export const DIRECTORY_FIELDS = {
  user: { name, email, timeZone, locale },
  /** `reportingTo` and `hrId` are employees. */
  employee: { userId: hexId, departmentId: hexId, reportingTo: hexId, hrId: hexId },
  /** `hodId`, the head of department, is a user. */
  department: { name, hodId: hexId },
  /** Users who are asked together (contract-3, SRC-2). */
  group: { name, memberIds },
} as const;

export type DirectoryType = keyof typeof DIRECTORY_FIELDS;
export const DIRECTORY_TYPES = Object.keys(DIRECTORY_FIELDS) as DirectoryType[];

/** `false` marks a leaver, or a department or group that was closed. */
export const directoryActive = z.boolean("must be true or false");

/** A change by a person: who made it, and when in milliseconds since 1970. */
const change = z.object({ userId: hexId, atMs: z.number() });

/**
 * The people by whose changes a record gives seats (contract-4, MEET-3); what an importer or another system changes has none.
 * `fields`: who changed a field last. `partings`: who took an employee record from a user. Of groups: members who added themselves, and whoever opened it, took members away or added others.
 */
const madeBy = z.object({
  fields: z.record(z.string(), change).optional(),
  partings: z.array(change.extend({ from: hexId })).optional(),
  ownEntries: z.array(change).optional(),
  opening: change.optional(),
  takings: z.array(change).optional(),
  givings: z.array(change).optional(),
});
export type DirectoryMadeBy = z.output<typeof madeBy>;

function recordOf<const Fields extends z.ZodRawShape>(fields: Fields) {
  return z
    .object({
      _id: hexId,
      active: directoryActive,
      /** Rises with each change of the record. */
      version: z.int("must be a whole number").min(1, "must be at least 1"),
      madeBy: madeBy.optional(),
    })
    .extend(z.object(fields).partial().shape);
}

const SUMMARY = "changed in the directory; the message has the whole record.";

/** The messages of the directory. They name no kinds of documents. */
export const DIRECTORY_MESSAGES = {
  userChanged: defineMessage(
    "directory.user.changed",
    "directory.user.changed",
    z.object({ companyId: hexId, user: recordOf(DIRECTORY_FIELDS.user) }),
    `A user ${SUMMARY}`,
  ),
  employeeChanged: defineMessage(
    "directory.employee.changed",
    "directory.employee.changed",
    z.object({ companyId: hexId, employee: recordOf(DIRECTORY_FIELDS.employee) }),
    `An employee ${SUMMARY}`,
  ),
  departmentChanged: defineMessage(
    "directory.department.changed",
    "directory.department.changed",
    z.object({ companyId: hexId, department: recordOf(DIRECTORY_FIELDS.department) }),
    `A department ${SUMMARY}`,
  ),
  groupChanged: defineMessage(
    "directory.group.changed",
    "directory.group.changed",
    z.object({ companyId: hexId, group: recordOf(DIRECTORY_FIELDS.group) }),
    `A group of users ${SUMMARY}`,
  ),
} as const;
