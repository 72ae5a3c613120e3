export { type OrderSubmissionFailure, createOrderUseCases } from "./orders.ts";
