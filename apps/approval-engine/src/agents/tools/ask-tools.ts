import { listMyApprovalsTool, showApprovalTool } from "./approver-tools.ts";
import type { AskParts, AskTool } from "./ask-tool.ts";
import {
  getApprovalTool,
  listMyRequestsTool,
  waitForApprovalTool,
  withdrawRequestTool,
} from "./own-request-tools.ts";
import { requestApprovalTool } from "./request-approval-tool.ts";

/** The tools of `/api/mcp/approvals`. None of them decides, reassigns, substitutes or changes a setting (ASK-1). */
export const createAskTools = (parts: AskParts): readonly AskTool[] => [
  requestApprovalTool(parts),
  getApprovalTool(parts),
  waitForApprovalTool(parts),
  listMyRequestsTool(parts),
  withdrawRequestTool(parts),
  listMyApprovalsTool(parts),
  showApprovalTool(parts),
];
