"use client";

import { useQuery } from "@tanstack/react-query";
import type { ApprovalPolicyRead, ApprovalRead } from "@/server/auth/approvals/schema";
import { useMerchant } from "../session/merchant";

export function useApproval(id: string) {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["approvals", id],
    queryFn: ({ signal }) => api<ApprovalRead>("GET", `/v2/approvals/${encodeURIComponent(id)}`, { signal }),
    retry: false,
  });
}

export function useApprovalPolicy() {
  const { api } = useMerchant();
  return useQuery({
    queryKey: ["approval-policy"],
    queryFn: ({ signal }) => api<ApprovalPolicyRead>("GET", "/v2/approval-policy", { signal }),
  });
}
