import { type Store, toObjectId } from "@countersign/mongo";

interface Person {
  companyId: string;
  userId: string;
  name?: string;
}

/** Marks people as leavers, as the directory does. */
export async function leaveCompany({ db }: Pick<Store, "db">, ...people: Person[]): Promise<void> {
  for (const { userId, companyId, name } of people) {
    const leaver = {
      companyId: toObjectId(companyId),
      active: false,
      ...(name !== undefined && { name }),
    };
    await db.collection("users").updateOne({ _id: toObjectId(userId) }, { $set: leaver }, { upsert: true });
  }
}
