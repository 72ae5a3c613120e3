export { type SeenReadModel, createSeenReadModel } from "./seen-read-model.ts";
