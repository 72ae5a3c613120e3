export { moneyFormat, moneyText, placesOf } from "./money.ts";
