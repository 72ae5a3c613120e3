export { moneyFormat, moneyText, placesOf } from "./money.ts";
export { sumOf } from "./sum.ts";
