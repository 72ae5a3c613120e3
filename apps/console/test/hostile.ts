import type { Page } from "playwright-core";

/** Runs where it is taken for markup, and turns what follows it where it is not kept apart. */
export const HOSTILE = `<script>hacked = 1</script><img src=x onerror="hacked = 1">שלום 👩🏽‍🚀`;
/** The longest name. */
export const NAME_MAX = 200;
const UNBROKEN = "Ärzte🚀".repeat(NAME_MAX);
export const hostile = (length: number) => `${HOSTILE}${UNBROKEN}`.slice(0, length);
/** As long as a label may be. */
export const LABEL = `${hostile(63)}!`;
/** Refused in names: it turns the letters behind it. */
export const TURNED = "Contracts \u202Efdp.exe";
/** A text as a name or a sentence has it that the console writes: kept apart from its neighbours. */
export const isolateText = (text: string) => `\u2068${text}\u2069`;

/** Texts with a mark that turns them, outside of what keeps them apart from their neighbours. */
export function looseOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const walker = document.createTreeWalker(document.querySelector("main#page"), NodeFilter.SHOW_TEXT);
    const loose = [];
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (data.includes("שלום") && !data.includes("\\u2068") && parentElement.closest("bdi, textarea, input, option") === null)
        loose.push(parentElement.outerHTML.slice(0, 120));
    }
    return loose;
  })()`);
}
