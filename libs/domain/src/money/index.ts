export { CURRENCIES, moneyFormat, moneyText, placesOf } from "./money.ts";
export { isAtMost, sizeOf, sumOf } from "./sum.ts";
