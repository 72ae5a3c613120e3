import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEMO_PEOPLE, type DemoPerson } from "@countersign/tools/demo-company";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { choose, dayIn, fillDay, goTo, logOut, pickPerson, tellsOf } from "./layout.ts";
import { startOidcProvider } from "./oidc-world.ts";

const { employee, manager, head, admin } = DEMO_PEOPLE;

/** The provider's pages ask for a font from elsewhere. */
const FONT = "Failed to load resource: net::ERR_NAME_NOT_RESOLVED";

const inbox = (page: Page) => page.getByRole("heading", { name: "Inbox" });
const logIn = async (page: Page, { userId }: DemoPerson) => {
  await page.getByPlaceholder("Enter any login").fill(userId);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
};

/** The subjects of forms. */
const SUBJECTS = ["seats", "requests and absences", "rules", "the company"] as const;

/** A form in which somebody types before their log-in ends. */
interface Form {
  of: (typeof SUBJECTS)[number];
  place: string;
  /** Shows the form, where the page does not by itself. */
  open?: () => Promise<void>;
  type?: () => Promise<void>;
  /** The texts to type, by the field's label. */
  texts?: Readonly<Record<string, string>>;
  /** Finds again what `type` left. */
  check?: () => Promise<void>;
}

/** Every form that is not about one verdict. */
function formsOn(page: Page, refId: string): Form[] {
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const seatName = async (label: string, person: DemoPerson) => {
    await page.getByRole("combobox", { name: label }).fill(person.name);
    await page.getByRole("option", { name: person.name }).click();
    await isNamed(label, person);
  };
  const isNamed = (label: string, { name }: DemoPerson) =>
    expect.poll(() => page.getByRole("combobox", { name: label }).inputValue()).toBe(name);
  return [
    {
      of: "seats",
      place: `documents/${refId}`,
      open: () => press(`Reassign … (${manager.name})`),
      type: () => seatName("Who decides instead", head),
      texts: { Reason: "He is on holiday" },
      check: () => isNamed("Who decides instead", head),
    },
    {
      of: "seats",
      place: `documents/${refId}`,
      open: () => choose(page, "Add an approver to “Manager” …"),
      type: () => seatName("Whom to ask", head),
      texts: { "Reason (optional)": "She knows the team" },
      check: () => isNamed("Whom to ask", head),
    },
    {
      of: "requests and absences",
      place: `documents/${refId}`,
      open: () => choose(page, "Recall …"),
      texts: { Reason: "Typed twice" },
    },
    {
      of: "requests and absences",
      place: "people",
      type: async () => {
        await pickPerson(page, "Who decides in your place", head.name, head);
        await page.getByText("Every kind", { exact: true }).click();
        await fillDay(page, "From", "2027-08-02");
        await fillDay(page, "Until, this day included", "2027-08-20");
      },
      texts: { "Reason (optional)": "The sea" },
      check: async () => {
        expect(await dayIn(page, "From")).toBe("2027-08-02");
        expect(await dayIn(page, "Until, this day included")).toBe("2027-08-20");
        await isNamed("Who decides in your place", head);
        await page.getByText("Choose at least one.").waitFor();
      },
    },
    { of: "the company", place: "rules/workflows/new", texts: { Name: "Contracts" } },
    {
      of: "rules",
      place: "rules/Leave/policy",
      type: async () => {
        await press("Remove 3. Human resources");
      },
      check: async () => {
        await page.getByRole("button", { name: "Remove 1. Manager" }).waitFor();
        expect(await page.getByRole("button", { name: "Remove 3. Human resources" }).count()).toBe(0);
      },
    },
    {
      of: "rules",
      place: "rules/PurchaseOrder/new",
      type: async () => {
        await press("Add condition");
        await page.getByRole("menuitem", { name: "Discount above" }).click();
      },
      texts: { "Discount in percent": "a lot" },
    },
    {
      of: "the company",
      place: "settings",
      type: async () => {
        await press("Add a set");
        await page.getByLabel("Groups of set 1").last().fill("finance");
        await page.keyboard.press("Enter");
        // Typed, and not added.
        await page.getByLabel("Groups of set 1").last().fill("purchasing");
      },
      check: async () => {
        for (const group of ["finance", "purchasing"]) {
          await page.getByRole("button", { name: `Remove the group ${group}` }).waitFor();
        }
      },
    },
  ];
}

describe("a log-in by OpenID Connect", { tags: ["chromium"] }, async () => {
  const provider = await startOidcProvider();
  const world = useConsoleWorld(provider.variables);
  beforeEach(() => provider.open(world.url));
  afterEach(() => expect(world.takeComplaints().filter((text) => text !== FONT)).toEqual([]));
  afterAll(() => provider.close());

  const submitLeave = async (reason: string): Promise<{ _id: string; ref: string }> => {
    const { publicUrl } = world.platform.services.find(({ name }) => name === "hr-service")!;
    const leave = { employeeId: employee.employeeId, from: "2027-03-01", to: "2027-03-05", reason };
    const response = await fetch(`${publicUrl}/api/leaves`, {
      method: "POST",
      headers: { authorization: `Bearer ${provider.tokenOf(employee)}`, "content-type": "application/json" },
      body: JSON.stringify(leave),
    });
    return (await response.json()) as { _id: string; ref: string };
  };

  it("leads to the provider, back to the page that was asked for, and through a reload [CON-7]", async () => {
    const page = await world.openLogIn(`${world.url}requests?from=a-mail`);
    await logIn(page, manager);
    await page.getByRole("heading", { name: "My requests" }).waitFor();
    expect(page.url()).toBe(`${world.url}requests?from=a-mail`);
    await page.getByText(manager.name).first().waitFor();
    // The provider still knows the reader.
    await page.reload();
    await page.getByRole("heading", { name: "My requests" }).waitFor();
    await page.close();
  });

  it("keeps tokens in the memory of the page alone [CON-7]", async () => {
    const page = await world.openLogIn();
    await logIn(page, manager);
    await inbox(page).waitFor();
    const kept = await page.evaluate<string>(
      "(async () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases(), await caches.keys()]))()",
    );
    expect(kept).not.toMatch(/eyJ|token|verifier/iu);
    await page.close();
  });

  it("ends at the provider too, and begins again only when the reader says so [CON-7]", async () => {
    const page = await world.openLogIn();
    await logIn(page, manager);
    await inbox(page).waitFor();
    await logOut(page, manager);
    await page.getByRole("button", { name: "Yes, sign me out" }).click();
    await page.waitForURL(world.url);
    await page.getByRole("button", { name: "Log in" }).click();
    await logIn(page, employee);
    await page.getByText(employee.name).first().waitFor();
    await page.close();
  });

  it("is renewed without a word when its token expires, and live updates go on [CON-7]", async () => {
    provider.open(world.url, { tokenSeconds: 3 });
    const before = provider.renewals();
    const page = await world.openLogIn();
    await logIn(page, manager);
    await inbox(page).waitFor();
    // The socket ends with its token, and asks for another.
    await expect.poll(provider.renewals, { timeout: 10_000 }).toBeGreaterThan(before);
    const { ref } = await submitLeave("Renewed");
    await tellsOf(page, ref);
    await page.close();
  });

  it("that nothing renews leads back to where the reader was, with what was typed [CON-7]", async () => {
    provider.open(world.url, { renews: false });
    const { _id } = await submitLeave("Expired");
    const page = await world.openLogIn(`${world.url}inbox/${_id}`);
    await logIn(page, manager);
    const many = page.getByRole("group", { name: "Decide on many" });
    const prepareMany = async () => {
      await many.locator("label").click();
      await many.getByRole("button", { name: "Reject …" }).click();
    };
    const leaveMany = async () => {
      await page.keyboard.press("Escape");
      await many.locator("label").click();
    };
    await prepareMany();
    await page.getByLabel("Reason, for all of them").fill("Not this year");
    await leaveMany();
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("Half a sentence, and the token");
    // As the engine answers a token that has expired.
    await page.route("**/graphql", (route) => route.fulfill({ status: 401 }));
    await page.getByRole("button", { name: "Confirm rejection" }).press("Enter");
    await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
    await page.unroute("**/graphql");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL(`${world.url}inbox/${_id}`);
    await prepareMany();
    expect(await page.getByLabel("Reason, for all of them").inputValue()).toBe("Not this year");
    await leaveMany();
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    expect(await page.getByRole("textbox", { name: "Note" }).inputValue()).toBe(
      "Half a sentence, and the token",
    );
    await page.getByRole("button", { name: "Confirm rejection" }).press("Enter");
    await page.getByRole("status").filter({ hasText: "Rejected" }).waitFor();
    expect(world.takeComplaints().join()).toContain("401");
    await page.close();
  });

  it.each(SUBJECTS)("that nothing renews takes nothing that was typed about %s [CON-7]", async (subject) => {
    provider.open(world.url, { renews: false });
    const { _id } = await submitLeave("Typed");
    const page = await world.openLogIn();
    await logIn(page, admin);
    await inbox(page).waitFor();
    const forms = formsOn(page, _id).filter((form) => form.of === subject);
    for (const { place, open, type, texts = {} } of forms) {
      // Closes what was opened.
      await goTo(page, "nowhere");
      await goTo(page, place);
      await open?.();
      await type?.();
      for (const [label, text] of Object.entries(texts)) {
        await page.getByLabel(label, { exact: true }).fill(text);
      }
    }
    // Closes the last one.
    await goTo(page, "nowhere");
    await page.route("**/graphql", (route) => route.fulfill({ status: 401 }));
    await page.getByRole("link", { name: "Audit" }).click();
    await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
    await page.unroute("**/graphql");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL(`${world.url}audit`);
    for (const { place, open, texts = {}, check } of forms) {
      // Closes what was opened.
      await goTo(page, "nowhere");
      await goTo(page, place);
      await open?.();
      for (const [label, text] of Object.entries(texts)) {
        expect(await page.getByLabel(label, { exact: true }).inputValue(), `${place}: ${label}`).toBe(text);
      }
      await check?.();
    }
    expect(world.takeComplaints().join()).toContain("401");
    await page.close();
  });

  it("that the provider refuses says so, and can be tried again [CON-7]", async () => {
    const page = await world.openLogIn();
    await page.getByText("Cancel").click();
    await page.getByText("The log-in was refused: ").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await logIn(page, manager);
    await inbox(page).waitFor();
    await page.close();
  });

  it("at a provider that does not answer the console's origin says what to allow [CON-7]", async () => {
    provider.open(world.url, { answersPages: false });
    const page = await world.openLogIn();
    const { origin } = new URL(world.url);
    await logIn(page, manager);
    await page.getByText(`${provider.issuer} did not answer.`).filter({ hasText: origin }).waitFor();
    expect(world.takeComplaints().join()).toContain("CORS");
    await page.close();
  });
});
