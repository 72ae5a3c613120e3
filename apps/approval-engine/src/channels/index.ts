export { type ChannelReadModel, refusingAmong } from "./channel-read-model.ts";
export { factWords, moneyWords } from "./fact-words.ts";
export { submittersOf } from "./submitters.ts";
export { tasksByIds } from "./sent-notifications.ts";
