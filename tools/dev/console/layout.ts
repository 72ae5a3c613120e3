import type { Page } from "playwright-core";

/** Goes to a place of the console as a link does, and waits until its page has what it shows. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.locator("main#page h1:visible").first().waitFor();
  await page.evaluate(
    `document.querySelector("main#page h1").dataset.left = ""; history.pushState({}, "", "/console/${place}")`,
  );
  await page.locator("main#page h1:not([data-left]):visible").first().waitFor();
  await page.locator("main#page [aria-busy=true]").first().waitFor({ state: "detached" });
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

/** What has to be moved sideways to be read: the page, or a part of it that scrolls. */
export function sidewaysOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll("*")]
    .filter((element) => element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX))
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map((element) => element.tagName + "." + element.className + " is " + element.scrollWidth + " px wide, and shows " + element.clientWidth)`);
}

/** The value of an expression about each `element` that a selector finds. */
export function eachOf(page: Page, selector: string, expression: string): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => (${expression}))`,
  );
}
