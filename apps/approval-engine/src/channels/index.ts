export { type ChannelReadModel, refusingAmong } from "./channel-read-model.ts";
export { moneyWords } from "./fact-words.ts";
