import type { Locator, Page } from "playwright-core";

/** The titles of a page. */
export const TITLES = "h1:visible:not([aria-level])";

/** Goes to a place of the console as a link does, and waits until its page has what it shows. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.locator("main#page h1:visible").first().waitFor();
  await page.evaluate(
    `for (const title of document.querySelectorAll("main#page h1")) title.dataset.left = ""; history.pushState({}, "", "/console/${place}")`,
  );
  await page.locator("main#page h1:not([data-left]):visible").first().waitFor();
  await page.locator("main#page [aria-busy=true]").first().waitFor({ state: "detached" });
}

/** Waits until an element has the focus. */
export const isFocused = (element: Locator): Promise<void> =>
  element.and(element.page().locator(":focus")).waitFor({ state: "attached" });

/** Chooses a command of the document's menu. */
export async function choose(page: Page, command: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: command }).click();
}

/** Types into a field that has a list, once the page has moved to it: a move closes the list, and takes what was typed. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.focus();
  await waitForPaint(field.page());
  await field.fill(text);
}

/** Chooses the person whom a part of their name finds, in a field for people, by the keyboard. */
export async function pickPerson(
  page: Page,
  label: string,
  text: string,
  { name }: { name: string },
): Promise<void> {
  const field = page.getByRole("combobox", { name: label, exact: true });
  await typeInto(field, text);
  await page.getByRole("option", { name }).waitFor();
  await field.press("ArrowDown");
  await field.press("Enter");
}

/** Opens the menu behind the reader's name. */
export async function openReaderMenu(page: Page, { name }: { name: string }): Promise<void> {
  await page.getByRole("navigation", { name: "Pages" }).getByRole("button", { name, exact: true }).click();
}

/** Logs the reader out by their menu. */
export async function logOut(page: Page, reader: { name: string }): Promise<void> {
  await openReaderMenu(page, reader);
  await page.getByRole("button", { name: "Log out" }).click();
}

/** Waits until the inbox shows a document that has just come, or says that something came. */
export async function tellsOf(page: Page, ref: string): Promise<void> {
  const row = page.locator("[data-row]").filter({ hasText: ref });
  await page
    .getByRole("button", { name: /new, show/u })
    .or(row)
    .first()
    .waitFor();
}

/** The elements that the reader must scroll sideways: the page, or a part of it that scrolls, once it is painted. */
export async function sidewaysOn(page: Page): Promise<string[]> {
  // A page learns of another width with the next frame.
  await waitForPaint(page);
  return page.evaluate<string[]>(`[...document.querySelectorAll("*")]
    .filter((element) => element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX))
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map((element) => element.tagName + "." + element.className + " is " + element.scrollWidth + " px wide, and shows " + element.clientWidth)`);
}

/** The elements that scroll sideways on any of the pages, at widths from a phone to a desktop. */
export async function sidewaysAt(page: Page, places: readonly string[]): Promise<string[]> {
  const foundPlaces: string[] = [];
  for (const place of places) {
    await goTo(page, place);
    for (const width of [320, 768, 1360]) {
      await page.setViewportSize({ width, height: 860 });
      foundPlaces.push(...(await sidewaysOn(page)).map((line) => `${place} at ${width}: ${line}`));
    }
  }
  return foundPlaces;
}

/** The value of an expression about each `element` that a selector finds. */
export function eachOf(page: Page, selector: string, expression: string): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => (${expression}))`,
  );
}

/** Waits until the page has painted what it was asked for. */
export async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))",
  );
}

/** Watches from now on what moves on the page, also after a key or a click: what moved, and how far. */
export async function watchMoves(page: Page): Promise<() => Promise<string[]>> {
  // Earlier requests, such as another window size, are painted first.
  await waitForPaint(page);
  await page.evaluate(`window.moves = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        window.moves.push(value + ": " + sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join(", "));
    }).observe({ type: "layout-shift" });`);
  return () => page.evaluate<string[]>("window.moves");
}

/** Types a day into a field of days, key by key from its first part. @param day - such as 2027-03-01 */
export async function fillDay(place: Page | Locator, label: string, day: string): Promise<void> {
  const parts = dayField(place, label).locator("[data-type]:not([data-type=literal])");
  await parts.first().waitFor();
  const order = await Promise.all((await parts.all()).map((part) => part.getAttribute("data-type")));
  const [year = "", month = "", date = ""] = day.split("-");
  const digits: Record<string, string> = { day: date, month, year };
  await parts.first().click();
  await parts.page().keyboard.type(order.map((part) => digits[part ?? ""]).join(""));
}

/** The day in a field of days, such as 2027-03-01. */
export async function dayIn(place: Page | Locator, label: string): Promise<string> {
  const parts = ["year", "month", "day"].map((part) =>
    dayField(place, label).locator(`[data-type=${part}]`).textContent(),
  );
  return (await Promise.all(parts)).join("-");
}

const dayField = (place: Page | Locator, label: string): Locator =>
  place.getByRole("group", { name: label, exact: true });
