import { type IndexPlan, type OpenScope, sessionOption, toHex, toObjectId } from "@countersign/mongo";
import type { Filter, ObjectId } from "mongodb";
import { type Invoice, type Order, type OrderStatus } from "./order.ts";
import { type InvoiceKind, invoiceKinds, type OrderKind, orderKinds } from "./order-kinds.ts";

/** `orders` of the contract's collections: orders and their invoices, where the approval engine looks for them. */
interface OrderRecord extends Omit<Order, "id" | "companyId" | "branchId" | "kind" | "createdBy"> {
  _id: ObjectId;
  companyId: ObjectId;
  branchId?: ObjectId;
  kind: OrderKind | InvoiceKind;
  /** Of an invoice. */
  orderId?: ObjectId;
  createdBy: ObjectId;
  /** Of an order: the run that the engine started for it, or found. */
  runId?: ObjectId;
  /** Of an order: how many of its invoices are posted. */
  postedInvoices?: number;
  /** Set until the engine has confirmed the order: when to announce it again. */
  announceAfter?: Date;
}

/** A record within its company: another company's is a missing one. */
export type Key = Pick<Order, "companyId" | "id">;

export interface PageQuery<D extends Order | Invoice> {
  companyId: string;
  kind?: D["kind"] | undefined;
  status?: OrderStatus | undefined;
  /** Of invoices. */
  orderId?: string | undefined;
  skip: number;
  take: number;
}

/** The common part of orders and invoices. */
interface Records<D extends Order | Invoice> {
  find(key: Key): Promise<D | undefined>;
  /** Newest first. */
  page(query: PageQuery<D>): Promise<{ documents: D[]; total: number }>;
  /** Makes a draft final. @returns whether it was a draft */
  post(key: Key, at: Date): Promise<boolean>;
}

export interface InvoiceRepository extends Records<Invoice> {
  insert(invoice: Invoice): Promise<void>;
}

export interface OrderRepository extends Records<Order> {
  /** @param announceAfter when to announce the order to the engine again, unless it has confirmed the order by then */
  insert(order: Order, announceAfter: Date): Promise<void>;
  /** Gives up a draft without posted invoices. @returns whether it was one */
  cancel(key: Key, at: Date): Promise<boolean>;
  /**
   * Makes a draft final whose approval was completed.
   *
   * @param run `runId`: the completed run; an order that names its run is completed by that one only
   * @returns whether it was a draft of the kind
   */
  complete(key: Key, run: { kind: string; runId: string | undefined }, at: Date): Promise<boolean>;
  /** How many of its invoices are posted. */
  countPostedInvoices(key: Key): Promise<number>;
  /**
   * Counts an invoice that is posted in this transaction.
   *
   * @param before how many were posted when the invoice was found to be postable
   * @returns whether the order may have invoices and none was posted since
   */
  addPostedInvoice(key: Key, before: number): Promise<boolean>;
  /** Claims an order that the engine may not have heard of. */
  claimUnannounced(now: Date, announceAfter: Date): Promise<Order | undefined>;
  /** Notes that the engine has heard of the order, and its run. @returns the order if that was open */
  markAnnounced(key: Key, runId: string | undefined): Promise<Order | undefined>;
}

/** Binds the repository of invoices to a transaction, or to the store itself. */
export function createInvoiceRepository(scope: OpenScope): InvoiceRepository {
  const { records, session, ...sharedMethods } = bindRecords<Invoice>(scope, invoiceKinds, toInvoice);
  return {
    ...sharedMethods,
    insert: async ({ orderId, ...invoice }) => {
      await records.insertOne({ ...toRecord(invoice), orderId: toObjectId(orderId) }, session);
    },
  };
}

/** Binds the repository of orders to a transaction, or to the store itself. */
export function createOrderRepository(scope: OpenScope): OrderRepository {
  const { records, session, filterOf, ...sharedMethods } = bindRecords<Order>(scope, orderKinds, toOrder);
  return {
    ...sharedMethods,
    insert: async (order, announceAfter) => {
      await records.insertOne({ ...toRecord(order), postedInvoices: 0, announceAfter }, session);
    },
    cancel: async (key, at) => {
      const { matchedCount } = await records.updateOne(
        { ...filterOf(key), status: "SAVED", postedInvoices: 0 },
        { $set: { status: "CANCELLED", updatedAt: at } },
        session,
      );
      return matchedCount === 1;
    },
    complete: async (key, { kind, runId }, at) => {
      const ofRun = runId !== undefined && {
        $or: [{ runId: toObjectId(runId) }, { runId: { $exists: false } }],
      };
      const { matchedCount } = await records.updateOne(
        { $and: [filterOf(key), { kind: kind as OrderKind, status: "SAVED", ...ofRun }] },
        { $set: { status: "POSTED", updatedAt: at, postedAt: at } },
        session,
      );
      return matchedCount === 1;
    },
    countPostedInvoices: async (key) => {
      const record = await records.findOne(filterOf(key), { ...session, projection: { postedInvoices: 1 } });
      return record?.postedInvoices ?? 0;
    },
    addPostedInvoice: async (key, before) => {
      const { matchedCount } = await records.updateOne(
        { ...filterOf(key), status: { $ne: "CANCELLED" }, postedInvoices: before },
        { $inc: { postedInvoices: 1 } },
        session,
      );
      return matchedCount === 1;
    },
    claimUnannounced: async (now, announceAfter) => {
      const record = await records.findOneAndUpdate(
        { announceAfter: { $lte: now } },
        { $set: { announceAfter } },
        { ...session, sort: { announceAfter: 1 }, returnDocument: "after" },
      );
      return record === null ? undefined : toOrder(record);
    },
    markAnnounced: async (key, runId) => {
      const record = await records.findOneAndUpdate(
        { ...filterOf(key), announceAfter: { $exists: true } },
        {
          ...(runId !== undefined && { $set: { runId: toObjectId(runId) } }),
          $unset: { announceAfter: true },
        },
        { ...session, returnDocument: "after" },
      );
      return record === null ? undefined : toOrder(record);
    },
  };
}

/** Indexes of `orders`. */
export const ORDER_INDEXES: readonly IndexPlan[] = [
  {
    collection: "orders",
    indexes: [
      { key: { companyId: 1, kind: 1, createdAt: -1, _id: -1 } },
      { key: { companyId: 1, orderId: 1, createdAt: -1, _id: -1 } },
      { key: { companyId: 1, kind: 1, ref: 1 }, unique: true },
      { key: { announceAfter: 1 }, partialFilterExpression: { announceAfter: { $exists: true } } },
    ],
  },
];

function bindRecords<D extends Order | Invoice>(
  scope: OpenScope,
  kinds: readonly D["kind"][],
  toDocument: (record: OrderRecord) => D,
) {
  const records = scope.db.collection<OrderRecord>("orders");
  const session = sessionOption(scope);
  const filterOf = ({ companyId, id }: Key): Filter<OrderRecord> => ({
    _id: toObjectId(id),
    companyId: toObjectId(companyId),
    kind: { $in: [...kinds] },
  });

  const sharedMethods: Records<D> = {
    find: async (key) => {
      const record = await records.findOne(filterOf(key), session);
      return record === null ? undefined : toDocument(record);
    },
    page: async ({ companyId, kind, status, orderId, skip, take }) => {
      const filter: Filter<OrderRecord> = {
        companyId: toObjectId(companyId),
        kind: kind ?? { $in: [...kinds] },
        ...(status !== undefined && { status }),
        ...(orderId !== undefined && { orderId: toObjectId(orderId) }),
      };
      const [foundRecords, total] = await Promise.all([
        records.find(filter).sort({ createdAt: -1, _id: -1 }).skip(skip).limit(take).toArray(),
        records.countDocuments(filter),
      ]);
      return { documents: foundRecords.map(toDocument), total };
    },
    post: async (key, at) => {
      const { matchedCount } = await records.updateOne(
        { ...filterOf(key), status: "SAVED" },
        { $set: { status: "POSTED", updatedAt: at, postedAt: at } },
        session,
      );
      return matchedCount === 1;
    },
  };
  return { ...sharedMethods, records, session, filterOf };
}

function toRecord({ id, companyId, branchId, createdBy, ...fields }: Order | Omit<Invoice, "orderId">) {
  return {
    _id: toObjectId(id),
    companyId: toObjectId(companyId),
    ...(branchId !== undefined && { branchId: toObjectId(branchId) }),
    createdBy: toObjectId(createdBy),
    ...fields,
  };
}

function commonFields(record: OrderRecord) {
  const { _id, companyId, branchId, createdBy, kind: _kind, orderId: _orderId, ...rest } = record;
  const { postedInvoices: _count, announceAfter: _claim, runId: _run, ...fields } = rest;
  return {
    id: toHex(_id),
    companyId: toHex(companyId),
    ...(branchId !== undefined && { branchId: toHex(branchId) }),
    createdBy: toHex(createdBy),
    ...fields,
  };
}

function toOrder(record: OrderRecord): Order {
  return { ...commonFields(record), kind: record.kind as OrderKind };
}

function toInvoice(record: OrderRecord): Invoice {
  if (record.orderId === undefined) throw new Error(`invoice ${record.ref} names no order`);
  return {
    ...commonFields(record),
    kind: record.kind as InvoiceKind,
    orderId: toHex(record.orderId),
  };
}
