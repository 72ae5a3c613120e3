import type { EngineClient } from "./engine-client.ts";
import { Fault } from "./fault.ts";
import type { StoredWorkflow } from "./stored-workflows.ts";

/** How a file names a person or a group: by a name or id, and the id besides the name. */
export interface Named {
  name: string;
  id?: string | undefined;
}

/** The people, groups and calendars of the company, by their names and ids. */
export interface DirectoryNames {
  /** @throws Fault - where nobody, or more than one, has the e-mail address, or another person than the id's */
  personId(namedPerson: Named): Promise<string>;
  /** @throws Fault - where no group, or more than one, has the name, or another group than the id's */
  groupId(namedGroup: Named): Promise<string>;
  /** @throws Fault - likewise of a calendar */
  calendarId(namedCalendar: Named): Promise<string>;
  /** The e-mail address of a person; nothing where it is not known. */
  emailOf(personId: string): string | undefined;
  /** The name of a group; nothing where it is not known. */
  groupName(groupId: string): Promise<string | undefined>;
  /** The same of a calendar. */
  calendarName(calendarId: string): Promise<string | undefined>;
}

const ID = /^[0-9a-f]{24}$/iu;
const PAGE = 100;

const SEARCH = `query FindPeople($keyword: String!) { userSearch(input: { keyword: $keyword }) { _id email } }`;
const listOf = (page: "userGroupPage" | "approvalCalendarPage") =>
  `query List($skip: Int!) { page: ${page}(input: { skip: $skip, take: ${PAGE} }) { total data { _id name } } }`;
const GROUPS = listOf("userGroupPage");
const CALENDARS = listOf("approvalCalendarPage");

/** @param workflows - those that the engine has: their approvers are known even if they have left */
export function createDirectoryNames(
  client: EngineClient,
  workflows: readonly StoredWorkflow[],
): DirectoryNames {
  const emails = emailsIn(workflows);
  const searchedEmails = new Map<string, Promise<void>>();
  let groups: Promise<Map<string, string>> | undefined;
  let calendars: Promise<Map<string, string>> | undefined;

  /** Learns who has an address, once. */
  const search = (email: string): Promise<void> => {
    const foundPeople = searchedEmails.get(email) ?? findPeople(client, email, emails);
    searchedEmails.set(email, foundPeople);
    return foundPeople;
  };
  const groupNames = (): Promise<Map<string, string>> => (groups ??= listNames(client, GROUPS));
  const calendarNames = (): Promise<Map<string, string>> => (calendars ??= listNames(client, CALENDARS));

  return {
    async personId(namedPerson) {
      if (ID.test(namedPerson.name)) return idOf(namedPerson);
      const email = namedPerson.name.toLowerCase();
      await search(email);
      return theOne("person", "e-mail address", namedPerson, holdersOf(email, emails));
    },
    async groupId(namedGroup) {
      if (ID.test(namedGroup.name)) return idOf(namedGroup);
      return theOne("group", "name", namedGroup, holdersOf(namedGroup.name, await groupNames()));
    },
    async calendarId(namedCalendar) {
      if (ID.test(namedCalendar.name)) return idOf(namedCalendar);
      return theOne("calendar", "name", namedCalendar, holdersOf(namedCalendar.name, await calendarNames()));
    },
    emailOf: (personId) => emails.get(personId),
    groupName: async (groupId) => (await groupNames()).get(groupId),
    calendarName: async (calendarId) => (await calendarNames()).get(calendarId),
  };
}

/** @throws Fault for an id beside another one */
function idOf({ name, id }: Named): string {
  const ownId = name.toLowerCase();
  if (id === undefined || id === ownId) return ownId;
  throw new Fault(`${name}: expected no other id beside it, found ${id}`);
}

function theOne(kind: string, nameField: string, { name, id }: Named, holders: readonly string[]): string {
  if (id !== undefined && holders.includes(id)) return id;
  if (holders.length === 0) {
    throw new Fault(
      `${name}: no ${kind} of the company has this ${nameField}; expected another one, or an id alone`,
    );
  }
  if (id !== undefined)
    throw new Fault(
      `${name}: the ${kind} ${id} has another ${nameField}; this one has ${holders.join(", ")}`,
    );
  if (holders.length > 1)
    throw new Fault(
      `${name}: ${holders.length} have this ${nameField}; expected id, one of ${holders.join(", ")}`,
    );
  return holders[0] ?? "";
}

const holdersOf = (name: string, names: ReadonlyMap<string, string>): string[] =>
  [...names].filter(([, holderName]) => holderName === name).map(([id]) => id);

function emailsIn(workflows: readonly StoredWorkflow[]): Map<string, string> {
  const emails = new Map<string, string>();
  for (const { approverId, approver } of workflows.flatMap(({ stages }) =>
    stages.flatMap(({ approvers }) => approvers),
  )) {
    if (approverId && approver?.email) emails.set(approverId, approver.email.toLowerCase());
  }
  const escalations = workflows.flatMap(({ stages }) => stages.map(({ escalate }) => escalate));
  for (const { _id, email } of escalations.flatMap((escalate) => escalate?.to.users ?? [])) {
    if (email) emails.set(_id, email.toLowerCase());
  }
  return emails;
}

async function findPeople({ ask }: EngineClient, email: string, emails: Map<string, string>): Promise<void> {
  const { userSearch } = await ask<{ userSearch: { _id: string; email: string | null }[] }>(SEARCH, {
    keyword: email,
  });
  for (const user of userSearch) if (user.email) emails.set(user._id, user.email.toLowerCase());
}

/** The names of all groups or calendars, by their ids. */
async function listNames({ ask }: EngineClient, query: string): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let skip = 0; ; skip += PAGE) {
    const { page } = await ask<{ page: { total: number; data: { _id: string; name: string }[] } }>(query, {
      skip,
    });
    for (const { _id, name } of page.data) names.set(_id, name);
    if (skip + PAGE >= page.total) return names;
  }
}
