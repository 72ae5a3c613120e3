import { expect, it } from "vitest";

import { asHtml } from "./html.ts";

it("leaves no markup in words", () => {
  expect(asHtml(`<a href="x" title='y'>R&D</a>`)).toBe(
    "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;R&amp;D&lt;/a&gt;",
  );
});
