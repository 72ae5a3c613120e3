import type { stream } from "exceljs";

/**
 * The stream writer of exceljs alone (`imports` in package.json): the whole package also loads its readers, which the
 * engine never uses, and with them packages that state no licence.
 */
declare const WorkbookWriter: typeof stream.xlsx.WorkbookWriter;
export default WorkbookWriter;
