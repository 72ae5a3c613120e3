import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "./find-chromium.ts";

/** Flags that switch off background requests, the sandbox, the graphics card, and a process for each of our own pages. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-features=IsolateOrigins,site-per-process",
  "--disable-site-isolation-trials",
  "--renderer-process-limit=2",
];

/** Starts this machine's Chromium with an empty profile. @throws Error when there is none */
export function startBrowser(): Promise<Browser> {
  const executablePath = findChromium(process.env);
  if (executablePath === undefined) throw new Error("there is no Chromium; CHROMIUM names the program");
  return chromium.launch({ executablePath, args: FLAGS });
}

let testBrowser: Promise<Browser> | undefined;

/** The Chromium of all tests that this process runs, one file after the other; it ends with the process. */
export function browserOfTests(): Promise<Browser> {
  return (testBrowser ??= startBrowser());
}

/**
 * Collects what a page complains of: warnings and errors in its console, which tell of broken policies too, and errors
 * and rejections that nothing caught.
 */
export function collectComplaints(page: Page, complaints: string[]): void {
  page.on("console", (message) => {
    if (["warning", "error"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
}
