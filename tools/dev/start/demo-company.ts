/** The company that `npm start` seeds: fixed ids, so that commands can be copied from the documentation. */
const id = (group: number, number: number): string =>
  `5eed${String(group).padStart(18, "0")}${String(number).padStart(2, "0")}`;

export const DEMO_COMPANY = { id: id(0, 1), name: "Harbour Lane Trading", currency: "EUR" } as const;

/** Anybody in the demo company's directory. */
export interface DemoColleague {
  userId: string;
  employeeId: string;
  name: string;
  email: string;
  privileged: boolean;
}

/** Somebody as whom one can log in. */
export interface DemoPerson extends DemoColleague {
  /** The shell variable of the token in the printed commands. */
  key: "employee" | "manager" | "head" | "hr" | "admin";
  role: string;
}

function colleague(number: number, name: string, isPrivileged = false): DemoColleague {
  return {
    userId: id(1, number),
    employeeId: id(2, number),
    name,
    email: `${name.split(" ")[0]!.toLowerCase()}@harbour-lane.example`,
    privileged: isPrivileged,
  };
}

const person = (
  number: number,
  key: DemoPerson["key"],
  name: string,
  role: string,
  isPrivileged = false,
): DemoPerson => ({ ...colleague(number, name, isPrivileged), key, role });

export const DEMO_PEOPLE = {
  employee: person(1, "employee", "Nora Lind", "employee"),
  manager: person(2, "manager", "Milan Cole", "Nora's manager"),
  head: person(3, "head", "Helen Ortiz", "head of department"),
  hr: person(4, "hr", "Priya Shah", "human resources"),
  admin: person(5, "admin", "Ada Berg", "administrator (privileged)", true),
} as const satisfies Record<DemoPerson["key"], DemoPerson>;

/** The others of the team, who work there where the company begins with its history. Nobody logs in as them. */
export const DEMO_TEAM = {
  warehouse: colleague(6, "Ines Moreau"),
  ferries: colleague(7, "Tomas Brandt"),
  sales: colleague(8, "Owen Hart"),
  /** Has left meanwhile. */
  risk: colleague(9, "Lena Frost"),
} as const;

/** The group that decides on the largest amounts. */
export const DEMO_DIRECTORS = {
  name: "Directors",
  members: [DEMO_PEOPLE.head, DEMO_PEOPLE.hr, DEMO_PEOPLE.admin],
} as const;

export const DEMO_DEPARTMENT = { id: id(3, 1), name: "Operations" } as const;

/** The settings that the version gate shows. */
export const DEMO_SETTINGS = {
  id: id(7, 1),
  iosVersion: "2.4.0",
  iosForceUpdate: false,
  androidVersion: "2.4.1",
  androidForceUpdate: true,
} as const;

export const DEMO_ACCOUNT_CATEGORIES = [
  { id: id(5, 1), type: "ASSET" },
  { id: id(5, 2), type: "LIABILITY" },
  { id: id(5, 3), type: "INCOME" },
  { id: id(5, 4), type: "EXPENSE" },
] as const;

export const DEMO_ACCOUNTS = [
  { id: id(4, 1), number: "1000", name: "Cash at Bank", categoryId: id(5, 1) },
  { id: id(4, 2), number: "1200", name: "Staff Loans", categoryId: id(5, 1) },
  { id: id(4, 3), number: "1210", name: "Salary Advances", categoryId: id(5, 1) },
  { id: id(4, 4), number: "2000", name: "Accounts Payable", categoryId: id(5, 2) },
  { id: id(4, 5), number: "4000", name: "Sales", categoryId: id(5, 3) },
  { id: id(4, 6), number: "5100", name: "Office Supplies", categoryId: id(5, 4) },
  { id: id(4, 7), number: "5200", name: "Travel", categoryId: id(5, 4) },
] as const;

const [CASH, STAFF_LOANS, SALARY_ADVANCES] = DEMO_ACCOUNTS;

/** The accounts to which the HR service posts its payments. */
export const DEMO_DISBURSEMENTS = {
  Loan: { debitAccountId: STAFF_LOANS.id, creditAccountId: CASH.id },
  Advance: { debitAccountId: SALARY_ADVANCES.id, creditAccountId: CASH.id },
} as const;

/** A workflow with its approvers, one after the other. */
export interface DemoWorkflow {
  name: string;
  stages: readonly { name: string; approver: DemoColleague }[];
}

/** The workflow of large sales orders. */
export const DEMO_WORKFLOW = {
  name: "Large sales orders",
  stages: [
    { name: "Sales manager", approver: DEMO_PEOPLE.manager },
    { name: "Head of department", approver: DEMO_PEOPLE.head },
  ],
} as const;

/** The workflow of the other purchases, where the company begins with open work. */
export const DEMO_PURCHASES = {
  name: "Purchases",
  stages: [
    { name: "Operations manager", approver: DEMO_PEOPLE.manager },
    { name: "Head of department", approver: DEMO_PEOPLE.head },
  ],
} as const;

/** The workflow of requisitions, where the company begins with open work. It names nobody. */
export const DEMO_REQUISITIONS = {
  name: "Requisitions",
  stage: "Manager",
  dueIn: { businessDays: 3 },
} as const;

/** The same of large ones. The risk officer has left meanwhile. */
export const DEMO_LARGE_REQUISITIONS = {
  name: "Large requisitions",
  amountAbove: 20_000,
  /** Until some weeks ago. */
  amountBefore: 25_000,
  changedDaysAgo: 46.2,
  whyChanged: "The board wants to see more of them",
  stages: [
    { name: "Operations manager", approver: DEMO_PEOPLE.manager },
    { name: "Risk officer", approver: DEMO_TEAM.risk },
  ],
} as const;

/** A rule of requisitions that is not published yet. It names nobody. */
export const DEMO_DRAFTED_RULE = {
  kind: "PurchaseRequisition",
  name: "Requisitions above EUR 5,000",
  amountAbove: 5_000,
  currency: DEMO_COMPANY.currency,
  savedDaysAgo: 1.3,
  stages: [{ name: "Manager" }, { name: "Directors", needed: 2 }],
} as const;

/** The rule of purchases: the submitter's manager, then two of three directors. It names nobody. */
export const DEMO_PURCHASE_RULE = {
  kind: "PurchaseOrder",
  amountAbove: 10_000,
  currency: DEMO_COMPANY.currency,
  name: "Purchase orders above EUR 10,000",
  stages: [{ name: "Manager" }, { name: "Directors", needed: 2 }],
} as const;

/** The office hours and holidays by which business days count. */
export const DEMO_CALENDAR = {
  name: "Harbour office",
  timeZone: "Europe/Berlin",
  /** Whose public holidays it has, in the language of their names. */
  holidays: { place: "DE-HH", language: "en" },
  hours: { from: "08:00", to: "17:00" },
} as const;

/** The company's default workflow of journal entries: those that an agent may not post at once. */
export const DEMO_ENTRY_WORKFLOW = {
  name: "Large journal entries",
  stages: [{ name: "Head of department", approver: DEMO_PEOPLE.head }],
} as const;

/** The rule of agents' tool calls: the manager of whose agent asks. It names nobody. */
export const DEMO_TOOL_RULE = { kind: "ToolCall", name: "Tool calls of agents", stage: "Manager" } as const;

/** Journal entries whose debits exceed it need that workflow. */
export const DEMO_ENTRY_LIMIT = 1_000;

/** Sales orders above either limit need that workflow. */
export const DEMO_THRESHOLD = {
  kind: "SalesOrder",
  amountThreshold: 10_000,
  discountPercentageThreshold: 15,
} as const;
