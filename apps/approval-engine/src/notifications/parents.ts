// The values that resolvers get for types of the SDL, under the types' names.
export type { WorkflowNotification as WorkflowNotificationDto } from "../shared/record-of.ts";
