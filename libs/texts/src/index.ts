export { faultText, withFaultText } from "./fault-text.ts";
export { asHtml } from "./html.ts";
export { CATALOGUES, type Language, languageOf, ownersWords, render } from "./render.ts";
export {
  type ParamsOf,
  type Text,
  type TextCode,
  type TextValue,
  text,
  wordedText as worded,
} from "./text.ts";
