/** A leave request as the HR service keeps it. */
export interface Leave {
  _id: string;
  ref: string;
  status: string;
}

/** The HR service's REST API, as one person. */
export interface LeaveClient {
  create: (leave: Readonly<Record<string, unknown>>) => Promise<Leave>;
  read: (id: string) => Promise<Leave>;
}

/**
 * @param token development token of the person who asks
 * @throws Error (from its calls) with the server's message, or when it cannot be reached
 */
export function createLeaveClient(hrUrl: string, token: string): LeaveClient {
  const call = async (path: string, init: RequestInit = {}): Promise<Leave> => {
    const response = await fetch(new URL(path, hrUrl), {
      ...init,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
    const body = (await response.json()) as Leave & { message?: string };
    if (!response.ok) throw new Error(`hr-service answered ${response.status}: ${body.message}`);
    return body;
  };
  return {
    create: (leave) => call("/api/leaves", { method: "POST", body: JSON.stringify(leave) }),
    read: (id) => call(`/api/leaves/${id}`),
  };
}
