import { sweepOf, type SweptField } from "@countersign/testing";
import { newId } from "@countersign/mongo";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { type Person, useHrService } from "../test/hr-fixture.ts";
import { DOCUMENT_KINDS, documentKinds } from "./document-kinds.ts";
import { accountsInput } from "./routes/account-routes.ts";
import { documentComponents } from "./routes/document-routes.ts";
import { peopleComponents } from "./routes/people-routes.ts";

const hr = await useHrService();

type Given = Readonly<Record<string, unknown>>;
/** Method, path, collection, schema, and the values that depend on each other or on the caller. */
const BODIES: [string, string, string, z.ZodType, (caller: Person) => Given][] = [
  ...documentKinds.map((kind): (typeof BODIES)[number] => {
    const { collection } = DOCUMENT_KINDS[kind];
    return [
      "POST",
      `/api/${collection}`,
      collection,
      documentComponents[`New${kind}`]!,
      ({ employeeId }) => ({ employeeId }),
    ];
  }),
  ["POST", "/api/users", "users", peopleComponents["NewUser"]!, () => ({})],
  ["POST", "/api/departments", "departments", peopleComponents["NewDepartment"]!, () => ({})],
  ["POST", "/api/groups", "user_groups", peopleComponents["NewGroup"]!, () => ({})],
  [
    "PUT",
    "/api/disbursement-accounts/Loan",
    "hr_disbursement_accounts",
    accountsInput,
    () => ({ creditAccountId: newId() }),
  ],
];

/** A refusal of the boundary names the field. */
function namesField(
  { status, message }: { status: number; message: string },
  { path: at, name }: SweptField,
): void {
  if (status === 400) expect(message, at).toContain(name);
}

describe.each(BODIES)("%s %s", (method, path, collection, schema, own) => {
  const records = hr.store.db.collection(collection);

  /** A body of its own, sent; a refusal names its field, writes nothing and is no fault of the service. */
  async function sender() {
    const admin = await hr.addPerson({ privileged: true });
    const { fields, sound } = sweepOf(schema, own(admin));
    const send = async (body: unknown) => {
      await records.deleteMany({});
      const answer = await hr.call(method, path, admin, body);
      const isDone = answer.status < 300;
      expect(await records.countDocuments()).toBe(isDone ? 1 : 0);
      if (!isDone) expect([400, 404, 409], JSON.stringify(answer.body)).toContain(answer.status);
      return { status: answer.status, message: (answer.body["message"] as string | undefined) ?? "" };
    };
    return { fields, sound: sound as Given, send };
  }

  it("takes null for an optional field as no field, and refuses a required one by its name [FIX-4]", async () => {
    const { fields, sound, send } = await sender();
    expect((await send(sound)).status).not.toBe(400);
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) {
      const [nulled, absent] = [await send(field.nulled), await send(field.absent)];
      if (field.isOptional && !field.takesNull) expect(nulled, field.path).toEqual(absent);
      for (const answer of field.isOptional ? [] : [nulled, absent]) {
        expect(answer.status, field.path).toBe(400);
        namesField(answer, field);
      }
    }
  });

  it("takes an empty or blank text, or refuses it by its field's name [FIX-4]", async () => {
    const { fields, send } = await sender();
    for (const field of fields) {
      for (const body of [field.empty, field.blank]) namesField(await send(body), field);
    }
  });

  it("refuses an unknown argument by its name [FIX-4]", async () => {
    const { sound, send } = await sender();
    expect(await send({ ...sound, surprise: 1 })).toEqual({
      status: 400,
      message: "surprise: unknown argument",
    });
  });
});
