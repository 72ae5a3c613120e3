import { describe, expect, it } from "vitest";
import { ContractViolation, MESSAGES, parseContract, STREAMS, streamOf } from "./index.ts";

const ID = "a".repeat(24);
const user = (fields: object) => ({ companyId: ID, user: { _id: ID, active: true, version: 1, ...fields } });

/** The faults of a change of a user, as `field: rule`. */
function faultsOf(fields: object): string {
  try {
    parseContract(MESSAGES.userChanged.data, user(fields));
    return "";
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    return error.message;
  }
}

describe("a change of a user", () => {
  it("may have every time zone that the runtime lists [DOC-4]", () => {
    const zones = Intl.supportedValuesOf("timeZone");
    expect(zones.length).toBeGreaterThan(300);
    expect(zones.filter((timeZone) => faultsOf({ timeZone }) !== "")).toEqual([]);
  });

  it.each([
    { timeZone: "Europe/Berlin" },
    { timeZone: "UTC" },
    { timeZone: "America/Argentina/ComodRivadavia" },
    { timeZone: "Asia/Kolkata" },
    { locale: "de" },
    { locale: "zh-Hant-TW" },
    { locale: "de-DE-u-co-phonebk" },
    { locale: "de_DE" },
    { email: "jürgen@straße.example" },
    { name: "x".repeat(200) },
    { email: "\u00A0nora@a.example\u3000" },
    // Null is absent (FIX-4).
    { name: null },
  ])("may have %o [DOC-4]", (fields) => {
    expect(faultsOf(fields)).toBe("");
  });

  it.each([
    [{ timeZone: "Europe/Atlantis" }, "user.timeZone: must be an IANA time zone, such as Europe/Berlin"],
    [{ timeZone: "+02:00" }, "user.timeZone: must be an IANA time zone, such as Europe/Berlin"],
    [
      { timeZone: "T12:00[Europe/Berlin]" },
      "user.timeZone: must be an IANA time zone, such as Europe/Berlin",
    ],
    [{ timeZone: "" }, "user.timeZone: must not be empty"],
    [{ locale: "C" }, "user.locale: must be a BCP 47 language tag, such as de-AT"],
    [{ locale: "de_" }, "user.locale: must be a BCP 47 language tag, such as de-AT"],
    [{ locale: ".UTF-8" }, "user.locale: must be a BCP 47 language tag, such as de-AT"],
    [{ locale: "d" }, "user.locale: must be a BCP 47 language tag, such as de-AT"],
    [{ email: "nora" }, "user.email: must be an e-mail address"],
    [{ email: `n@${"x".repeat(1e6)}` }, "user.email: must have at most 320 characters"],
    [{ name: "x".repeat(1e6) }, "user.name: must have at most 200 characters"],
    [{ name: "a\nb" }, "user.name: must not contain control characters"],
    [{ version: 0 }, "user.version: must be at least 1"],
    [{ version: 1.5 }, "user.version: must be a whole number"],
    [{ version: undefined }, "user.version: is required"],
    [{ active: "no" }, "user.active: must be true or false"],
    [{ active: undefined }, "user.active: is required"],
    [{ _id: "nora" }, "user._id: must be 24 hexadecimal characters"],
  ])("may not have %o, and the fault names field and rule [DOC-4]", (fields, fault) => {
    expect(faultsOf(fields)).toContain(fault);
  });

  it.each([
    ["de_DE", "de-DE"],
    ["de_DE.UTF-8", "de-DE"],
    ["sr_RS@latin", "sr-RS"],
    ["zh-Hant_TW", "zh-Hant-TW"],
    ["nb-NO", "nb-NO"],
  ])("reads the locale %s as %s [DOC-4]", (locale, tag) => {
    expect(parseContract(MESSAGES.userChanged.data, user({ locale })).user.locale).toBe(tag);
  });

  it("has a stream of its own [DOC-4]", () => {
    const { userChanged, employeeChanged, departmentChanged, groupChanged } = MESSAGES;
    for (const { address } of [userChanged, employeeChanged, departmentChanged, groupChanged]) {
      expect(streamOf(address)).toBe(STREAMS.directory.name);
    }
  });
});

const ids = (count: number) => Array.from({ length: count }, (_, at) => String(at).padStart(24, "0"));

describe("a change of a group [SRC-2]", () => {
  const faultsOfGroup = (fields: object): string => {
    const group = { _id: ID, active: true, version: 1, ...fields };
    try {
      parseContract(MESSAGES.groupChanged.data, { companyId: ID, group });
      return "";
    } catch (error) {
      if (!(error instanceof ContractViolation)) throw error;
      return error.message;
    }
  };

  it.each([{ memberIds: ids(500) }, { memberIds: [] }, { memberIds: null }, { name: "x".repeat(200) }])(
    "may have %o",
    (fields) => {
      expect(faultsOfGroup(fields)).toBe("");
    },
  );

  it.each([
    [{ memberIds: ids(501) }, "group.memberIds: must have at most 500 items"],
    [{ memberIds: [ID, ID.toUpperCase()] }, "group.memberIds.1: must differ from the members before"],
    [{ memberIds: ["nora"] }, "group.memberIds.0: must be 24 hexadecimal characters"],
    [{ version: undefined }, "group.version: is required"],
  ])("may not have %o, and the fault names field and rule", (fields, fault) => {
    expect(faultsOfGroup(fields)).toContain(fault);
  });
});
