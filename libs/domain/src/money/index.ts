export { moneyFormat, moneyText, placesOf } from "./money.ts";
export { isAtMost, sumOf } from "./sum.ts";
