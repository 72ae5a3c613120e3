export { createCompanyFence } from "../shared/company-fence.ts";
export { consumeDirectory } from "./directory-consumer.ts";
