export { type OrderNeeds, needsOf } from "./evaluate-order.ts";
export { type StoredOrder, createOrdersRepository } from "./orders-repository.ts";
