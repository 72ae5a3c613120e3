import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { fillDay, goTo, isFocused, pickPerson } from "./layout.ts";

const { admin, manager } = DEMO_PEOPLE;

describe("the focus, where a button gives way to a form", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  beforeAll(async () => {
    page = await world.openAs(admin, { locale: "en-GB" }, "people?tab=groups");
  });
  afterAll(() => page.context().close());
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const press = (name: string) => button(name).press("Enter");
  const name = () => page.getByLabel("Name", { exact: true });

  it("goes to the first field of a new record, and back to the button [CON-6]", async () => {
    await press("New group");
    await isFocused(name());
    await press("Cancel");
    await isFocused(button("New group"));
    await press("New group");
    await page.keyboard.type("Night watch");
    await page.keyboard.press("Enter");
    await isFocused(button("New group"));
  });

  it("goes into the form of a record and out of it, and to the title once it is deleted [CON-6]", async () => {
    await press("Edit the group Night watch");
    await isFocused(name());
    await press("Delete …");
    await isFocused(button("Cancel").last());
    await page.keyboard.press("Enter");
    await isFocused(button("Delete …"));
    await name().press("Enter");
    await isFocused(button("Edit the group Night watch"));
    await press("Edit the group Night watch");
    await press("Delete …");
    await press("Delete");
    await page.getByRole("heading", { name: "Night watch" }).waitFor({ state: "detached" });
    await isFocused(page.getByRole("heading", { level: 1 }));
  });

  it("goes to the search for a fallback approver, and back once one is found [CON-6]", async () => {
    await goTo(page, "settings");
    await press("Add a fallback approver");
    await isFocused(page.getByLabel("Add a fallback approver"));
    await pickPerson(page, "Add a fallback approver", "milan", manager);
    await button(`Remove ${manager.name}`).waitFor();
    await isFocused(button("Add a fallback approver"));
  });

  it("goes to the next substitution to name, and to the title once one is called off [CON-6]", async () => {
    await page.goto(`${world.url}people`);
    const who = page.getByLabel("Who decides in your place");
    await pickPerson(page, "Who decides in your place", "milan", manager);
    await fillDay(page, "From", "2031-01-01");
    await fillDay(page, "Until, this day included", "2031-01-02");
    await press("Save");
    const cancel = page.getByRole("button", { name: `Cancel it (${manager.name})` });
    await cancel.waitFor();
    await isFocused(who);
    await cancel.press("Enter");
    await cancel.waitFor({ state: "detached" });
    await isFocused(page.getByRole("heading", { level: 1 }));
  });
});
