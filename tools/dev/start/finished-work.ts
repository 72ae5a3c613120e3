import { DEMO_PEOPLE, DEMO_TEAM } from "./demo-company.ts";
import {
  approves,
  budgets,
  dayAfter,
  type DescribedWork,
  type HrWork,
  insurance,
  orders,
  quotes,
  recalls,
  rejects,
  requests,
  sales,
  software,
  type Step,
  text,
} from "./work.ts";

const { employee, manager, head, hr, admin } = DEMO_PEOPLE;
const { warehouse, ferries, sales: seller, risk } = DEMO_TEAM;

/** Approved by the manager and the head of department. */
const both = (first = 1.2, second = 1.7, remark?: string): { steps: readonly Step[] } => ({
  steps: [approves(manager, first, remark), approves(head, second)],
});
/** Decided by one verdict. */
const only = (step: Step): { steps: readonly Step[] } => ({ steps: [step] });

const PURCHASES: readonly DescribedWork[] = [
  orders(warehouse, 94.2, "Forklift for hall two", "21400.00", "Brightlift", both()),
  orders(ferries, 91.6, "Anchor chain for the Fulmar", "8300.00", "Seagrove Marine", {
    currency: "GBP",
    ...both(0.8, 2.4),
  }),
  orders(employee, 87.3, "Scales for the fish market", "3950.00", "Boxwood Packaging", both(2.2, 1.1)),
  orders(ferries, 83.8, "Winter fuel, first delivery", "64800.00", "Harbour Fuels", {
    facts: [text("Litres", "48,000")],
    ...both(0.4, 0.9, "Price is fixed until spring"),
  }),
  orders(warehouse, 79.1, "Roof repair of hall one", "37250.00", "Slate and Sons", {
    files: ["Photos of the roof.pdf", "Offer.pdf"],
    steps: [
      approves(manager, 1.4),
      rejects(head, 2.6, "Ask for a fixed price, please"),
      approves(manager, 4.3, "The price is fixed now"),
      approves(head, 1.2),
    ],
  }),
  orders(hr, 70.9, "Work clothes for the season", "9700.00", "Oilskin and Sons", both(3.1, 0.8)),
  orders(ferries, 66.2, "Engine parts for the Kittiwake", "1860000", "Minato Coatings", {
    currency: "JPY",
    ...both(1.6, 2.2),
  }),
  orders(warehouse, 61.7, "Automatic gate at the yard", "24600.00", "Ironbow Cranes", {
    ...only(rejects(manager, 2.1, "The old gate works; again next year")),
  }),
  orders(employee, 57.5, "Coffee machine for the terminal", "2890.00", "Skerry Stores", {
    steps: [
      approves(manager, 0.6),
      rejects(head, 1.5, "Lease it instead"),
      rejects(manager, 2.2, "Ordered as a lease"),
    ],
  }),
  orders(ferries, 52.8, "Depth sounder", "5600.00", "Polestar Instruments", {
    currency: "USD",
    ...both(),
  }),
  orders(employee, 43.6, "Signs for the new quay", "3340.00", "Tarn Rope Works", {
    ...only(recalls(1.1, "Nora has found a mistake in the sizes")),
  }),
  orders(employee, 41.2, "Signs for the new quay, right sizes", "3410.00", "Tarn Rope Works", both()),
  insurance(ferries, 38.4, "Insurance of the day ferries", "48700.00", "Breakwater Mutual", {
    steps: [approves(manager, 1.3), approves(risk, 2.7, "Fair terms")],
  }),
  orders(warehouse, 29.7, "Winter tyres for the vans", "2460.00", "Voltara Mobility", both(0.5, 1.4)),
];

const REQUISITIONS: readonly DescribedWork[] = [
  budgets(hr, 88.7, "First aid courses", "3600.00", "Saltmarsh Safety", only(approves(head, 2.3))),
  software(
    seller,
    84.2,
    "Software for quotations",
    "4200.00",
    "Wayfarer Software",
    only(approves(admin, 1.2)),
  ),
  requests(ferries, 71.5, "Second coffee bar on the ferry", "15900.00", "Plank and Post", {
    ...only(rejects(manager, 3.2, "There is no room for it on deck two")),
  }),
  budgets(admin, 64.6, "New website of the ferry line", "22400.00", "Lantern Pictures", {
    ...only(rejects(head, 4.8, "Not this year")),
  }),
  software(employee, 59.2, "Drawing program", "1150.00", "Wayfarer Software", {
    currency: "USD",
    ...only(rejects(admin, 0.9, "We have a licence that nobody uses; it is yours")),
  }),
  requests(employee, 53.4, "Desk lamps", "420.00", "Lumen North", only(approves(manager, 0.8))),
  budgets(hr, 48.1, "Health days in spring", "4100.00", "Windward School", {
    ...only(approves(head, 1.6, "Gladly")),
  }),
  requests(
    warehouse,
    39.3,
    "Ladder for the archive",
    "290.00",
    "Plank and Post",
    only(approves(manager, 1.1)),
  ),
  software(ferries, 33.5, "Tide tables, electronic", "360.00", "Polestar Instruments", {
    currency: "GBP",
    ...only(approves(admin, 2.4)),
  }),
  requests(employee, 18.6, "Standing desks for the office", "5280.00", "Plank and Post", {
    ...only(rejects(manager, 2.7, "Two are enough for now; please ask again for two")),
  }),
  budgets(admin, 14.9, "Audit of the quay walls", "12600.00", "Halyard Consulting", {
    ...only(recalls(0.9, "The port authority pays for it")),
  }),
];

const SALES: readonly DescribedWork[] = [
  quotes(seller, 92.5, "Autumn deliveries to the islands", "31200.00", "Skerry Stores", both()),
  quotes(seller, 80.3, "Charter for the choir festival", "14750.00", "Island Choirs", {
    ...only(rejects(manager, 1.2, "The ferry is in dry dock that week")),
  }),
  quotes(seller, 72.7, "Transport of a wooden yacht", "9900.00", "Larch Boatyard", {
    currency: "GBP",
    ...both(0.6, 3.1),
  }),
  quotes(employee, 63.9, "Ice for the trawlers", "7350.00", "Grey Gull Fisheries", both()),
  quotes(seller, 55.2, "Freight for a bridge repair", "88400.00", "Port Authority", {
    files: ["Load plan.pdf"],
    steps: [
      approves(manager, 1.7),
      rejects(head, 2.2, "The risk of bad weather is missing"),
      approves(manager, 3.4, "Two spare days are in it now"),
      approves(head, 0.9),
    ],
  }),
  quotes(employee, 46.5, "Lockers for the rowing club", "2600.00", "Bay Regatta Club", {
    ...only(recalls(2.3, "The club has decided otherwise")),
  }),
  quotes(seller, 37.9, "Christmas market on the pier", "17600.00", "Pier Pavilion", both(2.1, 1.9)),
  quotes(seller, 31.1, "Crew boat for the divers", "21900.00", "Nordlicht Wind", {
    currency: "USD",
    ...both(),
  }),
  quotes(employee, 22.3, "Mail run to the outer islands", "26400.00", "Skerry Stores", {
    steps: [approves(manager, 1.3), approves(head, 2.8, "Good margin")],
  }),
  sales(seller, 90.4, "Storage of winter boats", "42300.00", "Larch Boatyard", both()),
  sales(seller, 75.6, "Ferry charter, company outing", "16900.00", "Nordlicht Wind", {
    facts: [text("Discount", "20%")],
    ...only(rejects(manager, 0.9, "20% only above 50,000")),
  }),
  sales(seller, 69.3, "Ferry charter, company outing, 8%", "19400.00", "Nordlicht Wind", {
    facts: [text("Discount", "8%")],
    ...both(0.5, 1.2),
  }),
  sales(seller, 54.7, "Salvage of a drifting barge", "58800.00", "Grey Gull Fisheries", both(0.2, 0.4)),
  sales(employee, 44.9, "Berths for the training ship", "28650.00", "Windward School", both()),
  sales(seller, 36.6, "Containers to the mainland", "104500.00", "Port Authority", {
    facts: [text("Discount", "12%")],
    files: ["Contract.pdf"],
    ...both(1.4, 3.3, "The margin holds"),
  }),
  sales(employee, 27.2, "Firewood to the lighthouse", "10850.00", "Lighthouse Inn", {
    ...only(rejects(manager, 1.8, "Their last invoice is not paid yet")),
  }),
  sales(seller, 17.4, "Parcels in the week before the holidays", "23100.00", "Skerry Stores", both(1.1, 1.5)),
];

/** The finished documents of other systems, of the last three months. */
export const FINISHED_DOCUMENTS: readonly DescribedWork[] = [...PURCHASES, ...REQUISITIONS, ...SALES];

/** Approved by everybody whom the HR policies name; an advance needs only the manager and human resources. */
const all = (first = 0.9, second = 1.4, third = 1.1): readonly Step[] => [
  approves(manager, first),
  approves(head, second),
  approves(hr, third),
];
const paid = (first: number, second: number): readonly Step[] => [
  approves(manager, first),
  approves(hr, second),
];

const advance = (
  by: HrWork["by"],
  daysAgo: number,
  amount: number,
  reason: string,
  steps: readonly Step[],
): HrWork => ({ by, daysAgo, kind: "Advance", details: { amount, reason }, steps });

/** The finished documents of the HR service; their days lie around the moment. */
export function finishedHrWork(now: Date): readonly HrWork[] {
  const leave = (
    by: HrWork["by"],
    daysAgo: number,
    [begins, days]: readonly [begins: number, days: number],
    reason: string,
    steps: readonly Step[] = all(),
  ): HrWork => {
    const from = begins - Math.round(daysAgo);
    const details = { from: dayAfter(now, from), to: dayAfter(now, from + days - 1), reason };
    return { by, daysAgo, kind: "Leave", details, steps };
  };
  const claim = (
    by: HrWork["by"],
    daysAgo: number,
    amount: number,
    description: string,
    steps: readonly Step[] = all(),
  ): HrWork => {
    const spentOn = dayAfter(now, -Math.round(daysAgo) - 3);
    return { by, daysAgo, kind: "Claim", details: { amount, spentOn, description }, steps };
  };
  return [
    leave(employee, 89.5, [20, 5], "Autumn holidays"),
    leave(warehouse, 82.6, [14, 2], "Parents' evening and a day off", all(1.3, 0.8, 2.2)),
    leave(ferries, 73.2, [30, 10], "Hiking", all(2.1, 1.9, 0.7)),
    leave(seller, 67.4, [5, 3], "Ski weekend", [rejects(manager, 1.1, "The trade fair is in that week")]),
    leave(employee, 50.3, [18, 1], "Moving a piano"),
    leave(warehouse, 42.1, [25, 5], "Visit to my brother", all(0.6, 2.3, 1.4)),
    leave(ferries, 30.8, [10, 2], "Exam for the big licence"),
    leave(employee, 25.4, [40, 8], "Winter at the sea", [
      recalls(3.2, "Nora asks again once the roster is known"),
    ]),
    claim(employee, 85.7, 64.8, "Train to the shipyard"),
    claim(seller, 78.2, 428.9, "Hotel at the boat show", all(1.7, 1.2, 0.9)),
    claim(warehouse, 60.3, 118, "Tools for the lift", [
      approves(manager, 0.8),
      rejects(head, 1.9, "Was it not on the last claim?"),
      approves(manager, 1.4, "The last one was for the gate"),
      approves(head, 0.7),
      approves(hr, 2.1),
    ]),
    claim(employee, 51.6, 212.3, "Dinner with the island shops", [
      approves(manager, 1.2),
      approves(head, 1.6),
      rejects(hr, 2.1, "The names of the guests are missing"),
      approves(head, 1.1, "Four guests, they are on the receipt"),
      approves(hr, 0.9),
    ]),
    claim(ferries, 28.3, 145.2, "Course for the radio licence", all(0.4, 1.1, 1.8)),
    claim(employee, 16.7, 54, "Taxi in the storm", [rejects(manager, 1.3, "The night bus was running")]),
    {
      by: warehouse,
      daysAgo: 77.4,
      kind: "Loan",
      details: { amount: 2_500, months: 10, purpose: "A new kitchen" },
      steps: all(1.9, 2.4, 1.2),
    },
    {
      by: ferries,
      daysAgo: 45.3,
      kind: "Loan",
      details: { amount: 9_000, months: 60, purpose: "A small boat" },
      steps: [
        approves(manager, 1.1),
        rejects(head, 2.5, "More than a loan may be"),
        rejects(manager, 1.2, "5,000 would be possible"),
      ],
    },
    advance(employee, 65.8, 400, "Washing machine", paid(0.9, 1.7)),
    advance(seller, 56.4, 250, "Tickets for the ferry home", paid(1.2, 0.8)),
    advance(ferries, 35.2, 700, "Repair of the roof", paid(0.7, 1.1)),
    advance(warehouse, 24.1, 1_500, "Holiday", [
      rejects(manager, 0.8, "Advances are for needs, not for holidays"),
    ]),
  ];
}
