import { describe, expect, it } from "vitest";
import {
  ContractViolation,
  FACT_TYPES,
  MESSAGES,
  RPC,
  approvalDocument,
  decimal,
  decimalText,
  parseContract,
} from "./index.ts";

const PERSON = "c".repeat(24);

/** Every field, and a fact of every type. */
const FULL = {
  title: "Annual leave, 3 days",
  amount: "-1250.5",
  currency: "EUR",
  url: "https://hr.example.com/leaves/1?tab=all#top",
  facts: [
    { key: "reason", label: "Reason", type: "TEXT", value: "A wedding\nin Lisbon" },
    { key: "days", label: "Days", type: "NUMBER", value: "3" },
    { key: "budget", label: "Budget", type: "MONEY", value: { amount: "0.000001", currency: "JPY" } },
    { key: "from", label: "From", type: "DATE", value: "2028-02-29" },
    { key: "asked", label: "Asked at", type: "DATETIME", value: "2027-03-01T08:00:00.5+02:00" },
    { key: "halfDay", label: "Half day", type: "BOOLEAN", value: false },
    { key: "substitute", label: "Substitute", type: "PERSON", value: PERSON },
    { key: "policy", label: "Policy", type: "LINK", value: "https://example.com/policy.pdf" },
  ],
  attachments: [{ name: "ticket.pdf", url: "https://files.example.com/7", sha256: "0f".repeat(32) }],
  editorIds: [PERSON],
} as const;

/** The faults of a document, as `field: message`. */
function faultsOf(document: unknown): string[] {
  try {
    parseContract(approvalDocument, document);
    return [];
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    return error.faults.map(({ field, message }) => `${field}: ${message}`);
  }
}

const factOf = (type: string, value: unknown) => ({
  facts: [{ key: "it", label: "It", type, value }],
});
const many = <T>(count: number, item: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => item(i));
const text = (index: number, value = "x") => ({ key: `f${index}`, label: "F", type: "TEXT", value });
const attachment = { name: "a.pdf", url: "https://example.com/a" };

const DECIMAL = 'must be a decimal number as text, such as "1250.5", of at most 15 digits';
const HTTPS = "must be an https:// address in printable ASCII characters";

describe("a document", () => {
  it("is read as it was given, in every field and type of fact [DOC-2]", () => {
    expect(parseContract(approvalDocument, FULL)).toEqual(FULL);
    expect(FULL.facts.map(({ type }) => type)).toEqual(FACT_TYPES);
    expect(parseContract(approvalDocument, {})).toEqual({});
  });

  it("has its ids and hashes in lower case", () => {
    const given = {
      ...factOf("PERSON", PERSON.toUpperCase()),
      attachments: [{ ...attachment, sha256: "0F".repeat(32) }],
    };
    const { facts, attachments } = parseContract(approvalDocument, given);
    expect(facts?.[0]?.value).toBe(PERSON);
    expect(attachments?.[0]?.sha256).toBe("0f".repeat(32));
  });

  it("keeps what hides text in labels and texts, for whoever shows them to escape [DOC-2]", () => {
    const facts = [{ key: "it", label: "Total\u202E001", type: "TEXT", value: "a\u200Bb" }];
    expect(parseContract(approvalDocument, { facts })).toEqual({ facts });
  });

  it.each<[string, object]>([
    ["the currency of a fund", { amount: "39.5", currency: "CLF" }],
    ["a currency that Intl does not list", { amount: "39.5", currency: "VED" }],
    ["a unit of account", { amount: "39.5", currency: "UYW" }],
    ["15 digits", { amount: "123456789.012345", currency: "EUR" }],
    ["a negative fraction", { amount: "-0.5", currency: "EUR" }],
    ["zero", { amount: "0.00", currency: "EUR" }],
    ["40 facts", { facts: many(40, (index) => text(index)) }],
    ["50 editors", { editorIds: many(50, () => PERSON) }],
    ["20 attachments", { attachments: many(20, () => attachment) }],
    ["a text of 500 characters", factOf("TEXT", "x".repeat(500))],
    ["an empty text", factOf("TEXT", "")],
    ["a link of 2,000 characters", { url: `https://example.com/${"x".repeat(1_980)}` }],
  ])("may have %s [DOC-2]", (_title, document) => {
    expect(faultsOf(document)).toEqual([]);
  });

  const columns = [
    { key: "line", label: "Line", type: "NUMBER" },
    { key: "remark", label: "Remark", type: "TEXT" },
  ];
  const tableOf = (rows: unknown[], more: object = {}) => ({
    tables: [{ key: "lines", label: "Lines", columns, rows, ...more }],
  });
  const rows = (count: number, cell = "x") => many(count, (index) => [String(index), cell]);

  it.each<[string, object]>([
    ["2,000 rows", tableOf(rows(2_000))],
    ["an empty cell of any type", tableOf([["", ""]])],
    ["no row", tableOf([])],
    ["tables larger than all the rest may be", tableOf(rows(1_000, "x".repeat(500)))],
  ])("may have a table of %s [DOC-6]", (_title, document) => {
    expect(faultsOf(document)).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ["2,001 rows", tableOf(rows(2_001)), "tables.0.rows: must have at most 2000 items"],
    ["a row too short", tableOf([["1"]]), "tables.0.rows.0: must have a text for each of the 2 columns"],
    ["no number", tableOf([["one", ""]]), `tables.0.rows.0.0: ${DECIMAL}`],
    ["a number for a text", tableOf([[1, ""]]), "tables.0.rows.0.0: must be text"],
    ["a long cell", tableOf([["1", "x".repeat(501)]]), "tables.0.rows.0.1: must have at most 500"],
    ["no column", tableOf([], { columns: [] }), "tables.0.columns: must have at least 1 item"],
    [
      "13 columns",
      tableOf([], { columns: many(13, (n) => ({ ...columns[0], key: `c${n}` })) }),
      "tables.0.columns",
    ],
    [
      "a column twice",
      tableOf([], { columns: [columns[0], columns[0]] }),
      "tables.0.columns.1.key: must differ",
    ],
    [
      "a table twice",
      { tables: [...tableOf([]).tables, ...tableOf([]).tables] },
      "tables.1.key: must differ",
    ],
    [
      "a fourth",
      { tables: many(4, (n) => ({ ...tableOf([]).tables[0], key: `t${n}` })) },
      "tables: must have at most 3",
    ],
    ["more than 768 KB", tableOf(rows(1_990, "x".repeat(400))), "tables: must have at most 786432 bytes"],
  ])("is refused with a table that has %s [DOC-6]", (_title, document, fault) => {
    expect(faultsOf(document)).toEqual([expect.stringContaining(fault)]);
  });

  it.each<[string, unknown, string]>([
    ["no object", "Leave", ": Invalid input: expected object"],
    ["an unknown field", { colour: "red" }, "colour: unknown argument"],
    ["an empty title", { title: "" }, "title: must not be empty"],
    ["a long title", { title: "x".repeat(201) }, "title: must have at most 200 characters"],
    ["a title of two lines", { title: "a\nb" }, "title: must not contain control characters"],
    ["an amount without currency", { amount: "1" }, "currency: is required with an amount"],
    ["a currency that does not exist", { amount: "1", currency: "EUX" }, "currency: must be the code"],
    ["a currency in small letters", { amount: "1", currency: "eur" }, "currency: must be the code"],
    ["a number as amount", { amount: 5, currency: "EUR" }, "amount: Invalid input: expected string"],
    ["an exponent", { amount: "1e3", currency: "EUR" }, `amount: ${DECIMAL}`],
    ["NaN", { amount: "NaN", currency: "EUR" }, `amount: ${DECIMAL}`],
    ["minus zero", { amount: "-0", currency: "EUR" }, `amount: ${DECIMAL}`],
    ["minus zero with places", { amount: "-0.00", currency: "EUR" }, `amount: ${DECIMAL}`],
    ["seven places", { amount: "0.0000001", currency: "EUR" }, `amount: ${DECIMAL}`],
    ["16 digits", { amount: "1234567890.123456", currency: "EUR" }, `amount: ${DECIMAL}`],
    ["a leading zero", { amount: "01", currency: "EUR" }, `amount: ${DECIMAL}`],
    ["an open point", { amount: "1.", currency: "EUR" }, `amount: ${DECIMAL}`],
    ["a plus", { amount: "+1", currency: "EUR" }, `amount: ${DECIMAL}`],
    ["a script as link", { url: "javascript:alert(1)" }, `url: ${HTTPS}`],
    ["a link in the clear", { url: "http://example.com" }, `url: ${HTTPS}`],
    ["data as link", { url: "data:text/html,x" }, `url: ${HTTPS}`],
    ["a link with a hidden character", { url: "https://example.com/\u202Efdp.exe" }, `url: ${HTTPS}`],
    ["a link with a space", { url: " https://example.com" }, `url: ${HTTPS}`],
    ["a link with a backslash", { url: "https://example.com\\@evil.com" }, `url: ${HTTPS}`],
    ["a link without host", { url: "https://?" }, "url: must be a valid address"],
    [
      "a link with a password",
      { url: "https://example.com:x@evil.com" },
      "url: must be a valid address without user name or password",
    ],
    [
      "a long link",
      { url: `https://example.com/${"x".repeat(1_981)}` },
      "url: must have at most 2000 characters",
    ],
    ["41 facts", { facts: many(41, (index) => text(index)) }, "facts: must have at most 40 items"],
    ["a key twice", { facts: [text(1), text(2), text(1)] }, "facts.2.key: must differ from the keys before"],
    ["a key with a capital", { facts: [{ ...text(1), key: "Days" }] }, "facts.0.key: must begin with"],
    ["a long key", { facts: [{ ...text(1), key: "x".repeat(41) }] }, "facts.0.key: must begin with"],
    ["no label", { facts: [{ ...text(1), label: undefined }] }, "facts.0.label: is required"],
    [
      "a long label",
      { facts: [{ ...text(1), label: "x".repeat(61) }] },
      "facts.0.label: must have at most 60",
    ],
    ["an unknown type", factOf("COLOUR", "red"), "facts.0.type: must be one of TEXT, NUMBER"],
    ["no value", factOf("TEXT", undefined), "facts.0.value: is required"],
    ["a number as text", factOf("TEXT", 3), "facts.0.value: Invalid input: expected string"],
    ["a long text", factOf("TEXT", "x".repeat(501)), "facts.0.value: must have at most 500 characters"],
    ["a text with a control character", factOf("TEXT", "a\u0000"), "facts.0.value: must not contain"],
    ["a JSON number", factOf("NUMBER", 3), "facts.0.value: Invalid input: expected string"],
    ["a number in words", factOf("NUMBER", "three"), `facts.0.value: ${DECIMAL}`],
    ["bare money", factOf("MONEY", "5"), "facts.0.value: Invalid input: expected object"],
    ["money without currency", factOf("MONEY", { amount: "5" }), "facts.0.value.currency: is required"],
    [
      "money of a currency that does not exist",
      factOf("MONEY", { amount: "5", currency: "ZZZ" }),
      "facts.0.value.currency: must be the code",
    ],
    ["a day that does not exist", factOf("DATE", "2027-02-29"), "facts.0.value: must be a date that exists"],
    ["a date in words", factOf("DATE", "1 March 2027"), "facts.0.value: must be a date that exists"],
    ["a time without zone", factOf("DATETIME", "2027-03-01T08:00:00"), "facts.0.value: must be an RFC 3339"],
    ["a truth in words", factOf("BOOLEAN", "true"), "facts.0.value: must be true or false"],
    ["a person by name", factOf("PERSON", "Nora"), "facts.0.value: must be 24 hexadecimal characters"],
    ["a script as fact", factOf("LINK", "javascript:alert(1)"), `facts.0.value: ${HTTPS}`],
    [
      "21 attachments",
      { attachments: many(21, () => attachment) },
      "attachments: must have at most 20 items",
    ],
    [
      "an attachment without name",
      { attachments: [{ url: attachment.url }] },
      "attachments.0.name: is required",
    ],
    ["an attachment without address", { attachments: [{ name: "a" }] }, "attachments.0.url: is required"],
    [
      "an attachment in the clear",
      { attachments: [{ name: "a", url: "http://example.com/a" }] },
      `attachments.0.url: ${HTTPS}`,
    ],
    [
      "a hash of another length",
      { attachments: [{ ...attachment, sha256: "abc" }] },
      "attachments.0.sha256: must be 64 hexadecimal characters",
    ],
    ["51 editors", { editorIds: many(51, () => PERSON) }, "editorIds: must have at most 50 items"],
    ["an editor by name", { editorIds: ["Nora"] }, "editorIds.0: must be 24 hexadecimal characters"],
    [
      "64 KB",
      { facts: many(40, (index) => text(index, "あ".repeat(500))) },
      ": must have at most 32768 bytes as JSON",
    ],
  ])("with %s is refused, naming the field [DOC-2]", (_title, document, fault) => {
    const faults = faultsOf(document);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.slice(0, fault.length)).toBe(fault);
  });
});

describe("a number as decimal text", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [1250.5, "1250.5"],
    [-3, "-3"],
    [0.1 + 0.2, "0.3"],
    [0.000001, "0.000001"],
    [-0.0000001, "0"],
    [1e12, "1000000000000"],
    [999_999_999_999.126, "999999999999.126"],
    [1234567890.123456, "1234567890.12346"],
    [0.9999999, "1"],
  ])("%d is %s", (value, text) => {
    expect(decimalText(value)).toBe(text);
    expect(parseContract(decimal, text)).toBe(text);
  });
});

describe("submissions by every way", () => {
  const COMPANY = "a".repeat(24);
  const REF = "b".repeat(24);
  const common = { companyId: COMPANY, refId: REF, submitterId: PERSON };
  const order = { _id: REF, kind: "SalesOrder", totalAmount: 5 };

  it.each([
    ["approval.command.submit", MESSAGES.submitCommand.data, { ...common, kind: "SalesOrder" }],
    ["approval.rpc.submit", RPC.submit.request, { ...common, kind: "SalesOrder" }],
    ["approval.rpc.hr.submit", RPC.hrSubmit.request, { ...common, kind: "Leave", employeeId: PERSON }],
    [
      "approval.rpc.inventory.orderCreated",
      RPC.inventoryOrderCreated.request,
      { companyId: COMPANY, submitterId: PERSON, order },
    ],
  ])("%s takes a document and can do without [DOC-2]", (_subject, schema, request) => {
    expect(parseContract(schema, request)).toEqual(request);
    expect(parseContract(schema, { ...request, document: FULL })).toEqual({ ...request, document: FULL });
    expect(() => parseContract(schema, { ...request, document: { facts: 1 } })).toThrow("document.facts: ");
  });
});
