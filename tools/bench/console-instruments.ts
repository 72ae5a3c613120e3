import type { Page } from "playwright-core";

/** The browser's own figures of a visit, in milliseconds and as it defines them. */
export interface Visit {
  firstContentfulPaintMs: number;
  largestContentfulPaintMs: number;
  /** From the beginning of the visit until the first row of the inbox stands in the page. */
  firstRowMs: number;
  layoutShift: number;
  /** Scripts, styles and fonts that came, with their compressed bytes. */
  files: { name: string; bytes: number }[];
}

/** Observes a page from its first line on: entries that are not buffered would be lost. */
const OBSERVERS = `
  window.bench = { shift: 0, paint: 0, row: 0, slowest: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) bench.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) bench.paint = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) bench.slowest = Math.max(bench.slowest, duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
  new MutationObserver((_, observer) => {
    if (document.querySelector("[data-row]") === null) return;
    bench.row = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
`;

/** Installs the instruments in every page that is opened from now on. */
export async function instrument(page: Page): Promise<void> {
  await page.addInitScript(OBSERVERS);
}

/** Reads the instruments once the page has been shown and nothing moves any more. */
export async function visitOf(page: Page): Promise<Visit> {
  await page.locator("[data-row]").first().waitFor();
  await page.waitForLoadState("networkidle");
  return page.evaluate<Visit>(`(() => {
    const sizes = performance.getEntriesByType("resource").filter(({ name }) => /[.](js|css|woff2)$/.test(name));
    return {
      firstContentfulPaintMs: performance.getEntriesByName("first-contentful-paint")[0].startTime,
      largestContentfulPaintMs: bench.paint,
      firstRowMs: bench.row,
      layoutShift: bench.shift,
      files: sizes.map(({ name, encodedBodySize: bytes }) => ({ name, bytes })),
    };
  })()`);
}

/** Milliseconds from the key that confirms a verdict until the next document is there to decide. */
export async function decideAndTime(page: Page): Promise<number> {
  await page.keyboard.press("a");
  await page.locator("article form").waitFor();
  await page.evaluate(`window.decided = new Promise((resolve) => {
    const before = location.pathname;
    addEventListener("keydown", ({ key, timeStamp }) => {
      if (key !== "Enter") return;
      const look = () => {
        const isNext = location.pathname !== before && document.querySelector("article form") === null;
        const canDecide = document.querySelector("#document-title") && document.querySelectorAll("article button").length > 1;
        if (isNext && canDecide) requestAnimationFrame(() => resolve(performance.now() - timeStamp));
        else requestAnimationFrame(look);
      };
      look();
    }, { capture: true });
  }); undefined`);
  await page.keyboard.press("Control+Enter");
  return page.evaluate<number>("decided");
}

/** Moves through rows by keys. @returns the milliseconds between two frames, for each of them */
export async function framesWhileMoving(page: Page, rows: number): Promise<number[]> {
  await page.evaluate(`bench.frames = []; bench.slowest = 0; bench.moves = true;
    requestAnimationFrame(function next(at) {
      if (bench.last) bench.frames.push(at - bench.last);
      bench.last = at;
      if (bench.moves) requestAnimationFrame(next);
    });`);
  for (let row = 0; row < rows; row += 1) await page.keyboard.press("j");
  return page.evaluate<number[]>("bench.moves = false, bench.frames");
}

/** The slowest interaction since the last call, as Interaction to Next Paint counts it, in milliseconds. */
export function slowestInteraction(page: Page): Promise<number> {
  return page.evaluate<number>("bench.slowest");
}
