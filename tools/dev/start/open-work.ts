import { DEMO_PEOPLE, DEMO_TEAM, type DemoWorkflow } from "./demo-company.ts";
import {
  approves,
  budgets,
  dayAfter,
  type DescribedWork,
  type Followed,
  type HrWork,
  insurance,
  money,
  orders,
  quotes,
  rejects,
  requests,
  sales,
  software,
  text,
  type Unkeyed,
} from "./work.ts";

const { employee, manager, head, hr, admin } = DEMO_PEOPLE;
const { warehouse, ferries, sales: seller, risk } = DEMO_TEAM;

/** The workflows of open work and history, besides those that every demo company has. */
export const DEMO_WORKFLOWS: Readonly<Record<Exclude<Followed, "sales" | "purchases">, DemoWorkflow>> = {
  requisitions: { name: "Requisitions", stages: [{ name: "Operations manager", approver: manager }] },
  budgets: { name: "Budget requests", stages: [{ name: "Head of department", approver: head }] },
  software: { name: "Software and licences", stages: [{ name: "Administrator", approver: admin }] },
  insurance: {
    name: "Insurance",
    stages: [
      { name: "Operations manager", approver: manager },
      { name: "Risk officer", approver: risk },
    ],
  },
};

/** How many days ago the risk officer left: a document has waited for somebody else since. */
export const RISK_LEFT_DAYS_AGO = 12.5;

/** The head of department is away; the manager stands in for her on these kinds of documents. */
export const HEAD_AWAY = { kinds: ["PurchaseRequisition"], fromDaysAgo: 3, days: 12 } as const;

/** Forty documents, those of the HR service included, wait for the manager: those that only he is asked about. */
function forManager(day: (label: string, days: number) => Unkeyed): DescribedWork[] {
  return [
    requests(admin, 58.3, "Second forklift for the winter season", "18900.00", "Brightlift", {
      facts: [text("Cost centre", "4100 Warehousing"), text("Urgency", "Before the first frost")],
      files: ["Offer Brightlift.pdf"],
    }),
    requests(ferries, 41.7, "Spare propeller for the small ferry", "9650.00", "Seagrove Marine", {
      currency: "GBP",
      facts: [text("Vessel", "Kittiwake")],
    }),
    requests(warehouse, 23.4, "Shelving for hall three", "7420.00", "Plank and Post", {
      facts: [text("Cost centre", "4100 Warehousing")],
      files: ["Plan of hall three.pdf", "Offer.pdf"],
    }),
    requests(admin, 8.2, "Training for twelve team leads", "14800.00", "Northbound Academy", {
      facts: [day("Begins", 62)],
    }),
    requests(employee, 6.9, "Label printers for the packing line", "2380.00", "Inkwell Systems"),
    requests(ferries, 4.8, "Life jackets, children's sizes", "1140.00", "Seagrove Marine", {
      currency: "GBP",
      facts: [text("Pieces", "60")],
    }),
    requests(warehouse, 2.6, "Pallet nets and straps", "865.50", "Tarn Rope Works"),
    requests(employee, 0.9, "Night lighting at the loading ramp", "5210.00", "Lumen North", {
      facts: [text("Cost centre", "4200 Quays")],
      files: ["Light plan.pdf"],
    }),
    orders(warehouse, 34.2, "Repair of the quay crane", "27600.00", "Ironbow Cranes", {
      facts: [text("Cost centre", "4200 Quays"), day("Crane is out of use from", 12)],
      files: ["Inspection report.pdf"],
    }),
    orders(ferries, 20.6, "Hull paint for three ferries", "2140000", "Minato Coatings", {
      currency: "JPY",
      facts: [day("Dry dock", 45)],
    }),
    orders(hr, 5.1, "Two electric vans for the harbour route", "87250.00", "Voltara Mobility", {
      facts: [day("Delivery", 112)],
      files: ["Offer Voltara.pdf", "Comparison of three vans.xlsx"],
    }),
    orders(employee, 4.4, "Reusable crates for the fish market", "11980.00", "Boxwood Packaging", {
      facts: [text("Pieces", "1,200"), day("Delivery", 30)],
    }),
    orders(ferries, 3.8, "Navigation radar for the night ferry", "31400.00", "Polestar Instruments", {
      currency: "USD",
      facts: [text("Vessel", "Fulmar"), text("Warranty", "Three years")],
      files: ["Data sheet.pdf"],
    }),
    orders(employee, 1.6, "Cold storage for the new quay", "32400.00", "Fjell Refrigeration", {
      facts: [
        text("Cost centre", "4100 Warehousing"),
        money("Monthly running cost", "310.00"),
        day("Delivery", 98),
        text("Quotes compared", "Three; this one is 9% below the next"),
        day("Offer holds until", 40),
      ],
      files: ["Offer Fjell.pdf", "Quotes compared.xlsx"],
    }),
    orders(warehouse, 1.2, "Salt and grit for the winter", "4380.00", "Dunmore Minerals"),
    orders(employee, 0.7, "Rain gear for the deck crews", "3925.00", "Oilskin and Sons", {
      currency: "GBP",
    }),
    quotes(seller, 26.8, "Ferry charter for a film crew", "38500.00", "Lantern Pictures", {
      currency: "USD",
      facts: [text("Days", "Six"), money("Margin", "9100.00")],
    }),
    quotes(employee, 6.4, "Winter stock for the island shops", "23940.00", "Skerry Stores", {
      facts: [money("Margin", "5210.00")],
    }),
    quotes(seller, 3.1, "Storage for the sailing school", "6480.00", "Windward School", {
      facts: [text("Months", "Seven"), money("Margin", "2050.00")],
    }),
    quotes(employee, 0.5, "Weekly deliveries to the lighthouse inn", "15300.00", "Lighthouse Inn", {
      facts: [money("Margin", "2870.00")],
    }),
    sales(seller, 9.7, "Dry dock of two trawlers", "54200.00", "Grey Gull Fisheries", {
      facts: [text("Discount", "16%")],
    }),
    sales(employee, 3.3, "Refit of the ferry terminal café", "46180.00", "Port Authority", {
      facts: [text("Discount", "18%")],
    }),
    sales(seller, 2.2, "Crew transfers for the wind park", "72600.00", "Nordlicht Wind", {
      facts: [text("Discount", "5%"), text("Contract", "Twelve months")],
      files: ["Contract.pdf"],
    }),
    sales(employee, 1.1, "Moorings for the regatta week", "12750.00", "Bay Regatta Club", {
      currency: "GBP",
      facts: [text("Discount", "none")],
    }),
  ];
}

/** Those that the next approver has sent back to him. */
const RETURNED: readonly DescribedWork[] = [
  orders(ferries, 16.2, "Overhaul of the bow ramp", "41300.00", "Ironbow Cranes", {
    files: ["Offer Ironbow.pdf"],
    steps: [approves(manager, 2.1), rejects(head, 6.4, "One quote is not enough; ask a second yard")],
  }),
  orders(warehouse, 11.9, "Sorting belt for parcels", "26750.00", "Rollweg Conveyors", {
    steps: [
      approves(manager, 1.4, "Saves two hours a day"),
      rejects(head, 5.2, "Please add what the maintenance costs"),
    ],
  }),
  sales(seller, 13.1, "Summer charter of the Kittiwake", "33900.00", "Island Weddings", {
    facts: [text("Discount", "22%")],
    steps: [approves(manager, 3.3), rejects(head, 4.1, "22% is too much for July; 12% at most")],
  }),
];

/** Those that the head of department is asked about, in whose place he decides while she is away. */
const FOR_HEAD: readonly DescribedWork[] = [
  budgets(hr, 5.6, "Summer party on the old pier", "6200.00", "Pier Pavilion"),
  budgets(admin, 4.1, "Fire drill and new extinguishers", "8940.00", "Saltmarsh Safety"),
  budgets(hr, 2.9, "Language courses for the deck crews", "5400.00", "Northbound Academy"),
  budgets(admin, 1.4, "Study of a third ferry line", "19500.00", "Halyard Consulting", {
    files: ["Terms of the study.pdf"],
  }),
];

/** Those that wait for others: the next approver, the administrator, and nobody. */
const FOR_OTHERS: readonly DescribedWork[] = [
  orders(employee, 7.8, "Bicycles for the harbour rounds", "4990.00", "Spoke and Chain", {
    steps: [approves(manager, 1.3, "Cheaper than the van")],
  }),
  orders(warehouse, 9.3, "Charging points at hall two", "16800.00", "Lumen North", {
    steps: [approves(manager, 2.6)],
  }),
  sales(employee, 6.1, "Ferry passes for the boatyard", "18240.00", "Larch Boatyard", {
    facts: [text("Discount", "10%")],
    steps: [approves(manager, 1.9)],
  }),
  software(employee, 5.4, "Licences for the route planner", "2760.00", "Wayfarer Software", {
    currency: "USD",
  }),
  software(seller, 2.4, "Address book for the sales team", "940.00", "Wayfarer Software"),
  insurance(ferries, 19.4, "Insurance of the night ferry", "21300.00", "Breakwater Mutual", {
    files: ["Policy draft.pdf"],
    steps: [approves(manager, 2.2, "Same terms as last year")],
  }),
];

/** The documents of other systems that wait; their days lie around the moment. */
export function describedDocuments(now: Date): readonly DescribedWork[] {
  const day = (label: string, days: number): Unkeyed => ({ label, type: "DATE", value: dayAfter(now, days) });
  return [...forManager(day), ...RETURNED, ...FOR_HEAD, ...FOR_OTHERS];
}

/** Documents of the HR service: most wait for the manager, the last three for the next approvers. */
export function hrWork(now: Date): readonly HrWork[] {
  const day = (days: number): string => dayAfter(now, days);
  const leave = (by: HrWork["by"], daysAgo: number, from: number, to: number, reason: string): HrWork => ({
    by,
    daysAgo,
    kind: "Leave",
    details: { from: day(from), to: day(to), reason },
    steps: [],
  });
  const claim = (
    by: HrWork["by"],
    daysAgo: number,
    amount: number,
    description: string,
    steps: HrWork["steps"] = [],
  ): HrWork => ({
    by,
    daysAgo,
    kind: "Claim",
    details: { amount, spentOn: day(-Math.ceil(daysAgo) - 4), description },
    steps,
  });
  return [
    leave(ferries, 21.3, 28, 41, "Visiting family overseas"),
    leave(warehouse, 2.8, 60, 64, "Moving house"),
    leave(employee, 0.3, 45, 56, "Sailing with the family"),
    claim(seller, 5.9, 312.4, "Dinner with the Port Authority"),
    claim(warehouse, 10.4, 96.2, "Taxi after the night shift", [
      approves(manager, 1.6),
      rejects(head, 3.2, "The receipt is missing"),
    ]),
    claim(ferries, 1.9, 58, "Safety boots"),
    {
      by: seller,
      daysAgo: 14.6,
      kind: "Loan",
      details: { amount: 4_000, months: 20, purpose: "A boat of my own" },
      steps: [],
    },
    {
      by: warehouse,
      daysAgo: 3.6,
      kind: "Advance",
      details: { amount: 450, reason: "Repair of the car" },
      steps: [],
    },
    {
      by: ferries,
      daysAgo: 0.8,
      kind: "Advance",
      details: { amount: 300, reason: "School trip of the twins" },
      steps: [],
    },
    {
      by: employee,
      daysAgo: 7.5,
      kind: "Advance",
      details: { amount: 600, reason: "Deposit for the new flat" },
      steps: [approves(manager, 1, "Back in three months, as agreed")],
    },
    claim(employee, 4.2, 184.5, "Train and hotel, trade fair in Hamburg", [
      approves(manager, 1, "I was there too"),
    ]),
    {
      ...leave(seller, 8.9, 33, 37, "Wedding of my sister"),
      steps: [approves(manager, 0.7), approves(head, 1.8)],
    },
  ];
}
